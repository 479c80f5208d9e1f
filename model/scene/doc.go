// Package scene gathers the solids of a building model: what each element is made of
// in space, with its material and colour, as a picture draws them and as other
// programs read them in a GLB.
//
// It decides what is shown (a phase, levels, a filter, the half of a building behind a
// cut) and in which colours, and knows nothing of cameras, light or pixels. Lengths are
// millimetres, x east, y north, z up. The same snapshot and options give the same
// scene, and the same scene the same bytes.
package scene
