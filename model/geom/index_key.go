package geom

import "math/bits"

// placeKey orders boxes first by size, so that a site slab does not widen the
// nodes that hold doors, then along a space-filling curve through their centres,
// and last by id, so that boxes in one place can still be divided.
func placeKey(it *item) key {
	size, center := it.box.Size(), it.box.Center()
	class := sizeClass(max(size.X, size.Y, size.Z))
	x, y, z := gridded(center.X), gridded(center.Y), gridded(center.Z)
	high := spread(x>>16)<<2 | spread(y>>16)<<1 | spread(z>>16) // 48 bits
	low := spread(x)<<2 | spread(y)<<1 | spread(z)              // 48 bits
	return key{
		hi: class<<59 | high<<11 | low>>37,
		lo: low<<27 | hash(it.id)>>37,
	}
}

// sizeClass returns a number of 5 bits that grows by one for each factor of 4.
func sizeClass(mm float64) uint64 {
	if mm < 1<<62 {
		return uint64(bits.Len64(uint64(mm))+1) / 2
	}
	return 31 // NaN too
}

// gridded returns a coordinate on a grid of 8 mm, from 0 at 17,000 km west or
// south of the origin. What lies further out is placed at the border, which costs
// speed and no answer.
func gridded(mm float64) uint32 {
	const cell, half = 8.0, 1 << 31
	switch v := mm/cell + half; {
	case v >= 1<<32-1:
		return 1<<32 - 1
	case v > 0:
		return uint32(v)
	}
	return 0 // NaN too
}

// spread puts two empty bits between each two of the low 16 bits of v.
func spread(v uint32) uint64 {
	w := uint64(v & 0xffff)
	w = (w | w<<16) & 0xff0000ff
	w = (w | w<<8) & 0xf00f00f00f
	w = (w | w<<4) & 0xc30c30c30c3
	return (w | w<<2) & 0x249249249249
}

// idKey scatters ids.
func idKey(id string) key { return key{hi: hash(id)} }

// hash is FNV-1a with a last mix, the same on every run.
func hash(id string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(id) {
		h = (h ^ uint64(id[i])) * 1099511628211
	}
	h ^= h >> 32
	return h * 0x9e3779b97f4a7c15
}
