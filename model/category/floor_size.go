package category

// bytes answers about how much memory the faces of a floor take.
func (f *faces) bytes() int {
	sum := sizeOf(f.blocks) + sizeOf(f.separators) + sizeOf(f.boxes) + sizeOf(f.covered)
	for _, b := range f.blocks {
		sum += bytesOfRegions(b.regions)
	}
	for _, c := range f.covered {
		sum += sizeOf(c.by)
	}
	return sum + bytesOfEnclosures(f.areas)
}

// bytes answers about how much memory a floor takes beside its faces.
func (f *floor) bytes() int {
	return sizeOf(f.outlined) + bytesOfRegions(f.voids) + bytesOfEnclosures(f.areas)
}

func (b bounded) bytes() int { return bytesOfEnclosures([]Enclosure{b.Enclosure}) }

func bytesOfEnclosures(list []Enclosure) int {
	sum := sizeOf(list)
	for _, e := range list {
		sum += bytesOfRing(e.Region.Outer) + bytesOfRegions(e.Voids)
		for _, h := range e.Region.Holes {
			sum += bytesOfRing(h)
		}
		for _, ids := range [][]string{e.Walls, e.Separators, e.Columns, e.Doors, e.Openings, e.Rooms} {
			sum += sizeOf(ids)
		}
	}
	return sum
}
