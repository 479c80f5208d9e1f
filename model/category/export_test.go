package category

import "github.com/openeik/ekgit/model"

// Kept answers the names of all values that the cache of a snapshot keeps, by what is
// kept: a new one for each that was worked out, of any version.
func Kept(s *model.Snapshot) map[any]string {
	now, _ := momentOf(s)
	kept := map[any]string{}
	for i := range now.cache.shards {
		shard := &now.cache.shards[i]
		for _, half := range []map[cacheKey][]*cacheEntry{shard.old, shard.young} {
			for key, list := range half {
				for _, e := range list {
					kept[e] = derivationName[key.what] + " " + key.id
				}
			}
		}
	}
	return kept
}

// CacheBytes answers how many bytes the cache of a snapshot believes to take.
func CacheBytes(s *model.Snapshot) int {
	now, _ := momentOf(s)
	sum := 0
	for i := range now.cache.shards {
		shard := &now.cache.shards[i]
		for _, half := range []map[cacheKey][]*cacheEntry{shard.old, shard.young} {
			for _, list := range half {
				sum += bytesOfAll(list)
			}
		}
	}
	return sum
}

// LimitCache gives the lineage of a snapshot a cache of so many bytes. It is for
// snapshots of which nothing was worked out yet.
func LimitCache(s *model.Snapshot, bytes int) {
	s.Lineage(cacheName{}, func() any { return newCache(bytes) })
}

var derivationName = map[derivation]string{ofStrip: "strip", ofOutline: "outline", ofFootprint: "footprint", ofJoins: "joins", ofLayers: "layers", ofBodies: "bodies", ofQuantities: "quantities",
	ofFaces: "faces", ofFloor: "floor", ofBoundary: "boundary", ofLeak: "leak", ofCanopy: "canopy"}

// HasQuantities tells whether elements of a category have quantities.
func HasQuantities(d *Definition) bool { return d.quantities != nil }
