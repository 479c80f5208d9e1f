package model

// EncodeManifest writes eik.json in its canonical bytes.
func EncodeManifest(o Object) []byte { return EncodeObject(o, manifestFields) }

// manifestFields orders the members of eik.json.
var manifestFields = func() []Field {
	object := func(names ...string) Type {
		t := Type{Kind: KindObject}
		for _, name := range names {
			t.Fields = append(t.Fields, Field{Name: name, Type: Type{Kind: KindAny}})
		}
		return t
	}
	site := object("latitude", "longitude", "elevation", "trueNorth")
	site.Fields = append(site.Fields,
		Field{Name: "crs", Type: object("epsg", "verticalDatum")},
		Field{Name: "map", Type: object("eastings", "northings", "height", "rotation", "scale")})
	fields := object("format", "version", "id", "name").Fields
	fields = append(fields, Field{Name: "units", Type: object("length", "angle")})
	fields = append(fields, object("profiles").Fields...)
	fields = append(fields, Field{Name: "site", Type: site})
	fields = append(fields, object("phases", "classificationSystems", "levelDatum").Fields...)
	fields = append(fields, Field{Name: "display", Type: object("length", "area")})
	return append(fields, object("rules", "protected").Fields...)
}()
