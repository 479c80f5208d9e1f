package category

import "github.com/openeik/ekgit/model"

// Kept answers what the cache of a snapshot keeps, by kind and id, without using it:
// an entry for each value that holds there. Two are the same where nothing was
// worked out anew.
func Kept(s *model.Snapshot) map[string]any {
	now, _ := momentOf(s)
	kept := map[string]any{}
	for i := range now.cache.shards {
		shard := &now.cache.shards[i]
		for _, half := range []map[cacheKey][]*cacheEntry{shard.old, shard.young} {
			for key, list := range half {
				for _, e := range list {
					if e.of == s.Record(key.id) && e.proof.holds(s, now) {
						kept[derivationName[key.what]+" "+key.id] = e
						break
					}
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

var derivationName = map[derivation]string{ofFootprint: "footprint", ofJoins: "joins", ofLayers: "layers", ofBodies: "bodies", ofQuantities: "quantities"}
