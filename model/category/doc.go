// Package category holds what is known of each category of records: its members
// and their legal values, where its elements stand, their footprints, bodies and
// quantities, and what else is computed from them. One file describes one category;
// all.go lists them.
//
// It reads single records and what their geometry follows from. Rules that compare
// records with each other, commands that change them and pictures are not here.
// Lengths are millimetres, angles degrees counter-clockwise, areas square metres.
// All functions are pure and safe for concurrent use.
//
// Footprints, joins, layers, bodies and quantities are kept with all that was read to
// work them out, and are found again on every snapshot that answers the same; see
// cache.go. What these functions answer is shared and must not be changed. What they
// read is, beside the record itself, its type, the levels and the manifest's phases,
//
//   - of a wall's footprint: the walls and curtain walls whose boxes touch its own or lie
//     within ten half thicknesses of its outline, their types and what their topHostIds
//     name, and the same of these once more;
//   - of a wall's body: that, what names the wall as its host with its type, and
//     what topHostIds name with all that cuts it;
//   - of a wall's quantities: that, and the slabs and columns whose boxes touch its
//     own, with their types and what cuts them;
//   - of a slab, ceiling or roof: the openings, and of a roof the windows and doors
//     with their types, that name it as their host, and the shafts whose boxes touch
//     its own;
//   - of a door, window, footing or embedded curtain wall: its host and the host's
//     type;
//   - of a railing: its host, and what the body of that reads;
//   - of a column's or beam's quantities: the slabs, and of a beam the columns, whose
//     boxes touch its own, with what cuts them;
//   - of the closed areas of a floor, and with them of rooms and storeys: what stands in
//     the slice from 300 mm below it to 300 mm above, the footprints of the walls
//     there, what those host, and what cuts the slabs there.
package category
