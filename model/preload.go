package model

import (
	"runtime"
	"sync"
)

// Preload decodes every record on all processors, for work that is about to look at
// each of them. What is decoded already costs next to nothing.
func (s *Snapshot) Preload() {
	folders := make(chan *Folder)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for folder := range folders {
				for _, f := range folder.files {
					f.decode()
				}
			}
		})
	}
	for _, folder := range s.folders {
		folders <- folder
	}
	close(folders)
	workers.Wait()
}
