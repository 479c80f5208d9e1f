package category

// The disciplines that elements lie under where they do not say another.
const (
	architecture = "architecture"
	structure    = "structure"
	mep          = "mep"
)

// definitions lists every category, in the order of the format's table.
func definitions() []*Definition {
	return []*Definition{
		building(), level(), grid(), group(), material(), typeCategory(),
		wall(), door(), window(), opening(), shaft(), slab(), ceiling(), roof(),
		room(), separator(), column(), beam(), brace(), foundation(), stair(), ramp(), railing(),
		curtainWall(), furniture(), equipment(), pipe(), duct(), tray(), proxy(),
	}
}
