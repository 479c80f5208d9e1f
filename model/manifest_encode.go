package model

// EncodeManifest writes eik.json in its canonical bytes.
func EncodeManifest(o Object) []byte { return EncodeObject(o, manifestFields) }

// manifestFields orders the members of eik.json, and says which of them are made of
// parts that are merged one by one.
var manifestFields = func() []Field {
	open := Type{Kind: KindAny}
	words := Type{Kind: KindList, Set: true, Elem: &open}
	settings := Type{Kind: KindMap, Elem: &open}
	object := func(names ...string) Type {
		t := Type{Kind: KindObject}
		for _, name := range names {
			t.Fields = append(t.Fields, Field{Name: name, Type: open})
		}
		return t
	}
	site := object("latitude", "longitude", "elevation", "trueNorth")
	site.Fields = append(site.Fields,
		Field{Name: "crs", Type: object("epsg", "verticalDatum")},
		Field{Name: "map", Type: object("eastings", "northings", "height", "rotation", "scale")})
	fields := object("format", "version", "id", "name").Fields
	fields = append(fields,
		Field{Name: "units", Type: object("length", "angle")},
		Field{Name: "profiles", Type: words},
		Field{Name: "site", Type: site})
	fields = append(fields, object("phases", "classificationSystems", "levelDatum").Fields...)
	return append(fields,
		Field{Name: "display", Type: object("length", "area")},
		Field{Name: "rules", Type: Type{Kind: KindMap, Elem: &settings}},
		Field{Name: "protected", Type: words})
}()
