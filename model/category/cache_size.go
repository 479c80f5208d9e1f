package category

import (
	"unsafe"

	"github.com/openeik/ekgit/model"
	"github.com/openeik/ekgit/model/geom"
)

// bytes answers about how much memory an entry takes, its key and proof included.
// What it shares with others counts for each.
func (e *cacheEntry) bytes() int {
	const own = 192 // the entry, its key, its verdict and its place in the maps
	return own + bytesOf(e.value) + e.proof.bytes()
}

func (p *proof) bytes() int {
	const boxed = 48 // an interface and a read behind it
	return int(unsafe.Sizeof(*p)) + sizeOf(p.got) + sizeOf(p.referred) + sizeOf(p.searched) + sizeOf(p.levels) + boxed*len(p.more) + sizeOf(p.on)
}

// sizeOf answers the bytes of a list without what its items point at.
func sizeOf[T any](list []T) int {
	var item T
	return cap(list) * int(unsafe.Sizeof(item))
}

// bytesOf answers about how much memory a derived value takes.
func bytesOf(value any) int {
	switch v := value.(type) {
	case weighed:
		return v.bytes()
	case []band:
		return sizeOf(v) + bytesOfAllOf(v)
	case []outlineBand:
		return sizeOf(v) + bytesOfAllOf(v)
	case []geom.Region:
		return bytesOfRegions(v)
	case [2]Join:
		return 2*int(unsafe.Sizeof(Join{})) + sizeOf(v[0].With) + sizeOf(v[1].With)
	case []Layer:
		sum := sizeOf(v)
		for _, l := range v {
			sum += bytesOfRegions(l.Regions)
		}
		return sum
	case []Body:
		sum := sizeOf(v)
		for _, b := range v {
			sum += sizeOf(b.Mesh.Points) + sizeOf(b.Mesh.Triangles)
		}
		return sum
	case model.Object:
		sum := sizeOf(v)
		for _, m := range v {
			sum += 8 + bytesOf(m.Value)
		}
		return sum
	}
	return 0
}

// weighed is a derived value, or a part of one, that knows what it points at.
type weighed interface{ bytes() int }

func bytesOfAllOf[T weighed](list []T) int {
	sum := 0
	for _, item := range list {
		sum += item.bytes()
	}
	return sum
}

func (b band) bytes() int { return bytesOfRegions(b.regions) }

func (b outlineBand) bytes() int { return b.outline.bytes() }

func (o outline) bytes() int {
	sum := int(unsafe.Sizeof(o)) + bytesOfRing(o.ring)
	for _, c := range o.cuts {
		sum += sizeOf(c.With) + sizeOf(c.path.points) + arcBytes*len(c.path.sagittas) + bytesOfRegions(c.notches)
	}
	return sum
}

// arcBytes is about what an entry of a map takes.
const arcBytes = 48

func bytesOfRegions(regions []geom.Region) int {
	sum := sizeOf(regions)
	for _, g := range regions {
		sum += bytesOfRing(g.Outer) + sizeOf(g.Holes)
		for _, hole := range g.Holes {
			sum += bytesOfRing(hole)
		}
	}
	return sum
}

func bytesOfRing(r geom.Ring) int {
	return sizeOf(r.Points) + arcBytes*len(r.Sagittas)
}
