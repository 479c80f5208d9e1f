package render

import (
	"image"
	"math"
)

// coarse knows of each block of samples how deep the deepest of them lies, so that what
// is hidden is known without a look at every sample that it would take.
type coarse struct {
	window image.Rectangle // the samples
	depth  []float32       // of each sample, nil where nothing was drawn
	across int             // blocks in a row
	far    []float32       // of each block: no sample of it lies deeper
	fresh  []bool          // whether one does lie there
}

// blockSize is how many samples a block is wide and high.
const blockSize = 8

// over makes it know the samples of a window, in rows, where nothing was drawn yet.
func (c *coarse) over(window image.Rectangle, depth []float32) {
	c.window, c.depth = window, depth
	c.across = (window.Dx() + blockSize - 1) / blockSize
	n := c.across * ((window.Dy() + blockSize - 1) / blockSize)
	if cap(c.far) < n {
		c.far, c.fresh = make([]float32, n), make([]bool, n)
	}
	c.far, c.fresh = c.far[:n], c.fresh[:n]
	for i := range c.far {
		c.far[i], c.fresh[i] = math.MaxFloat32, true
	}
}

// blocks answers the blocks that samples lie in.
func (c *coarse) blocks(box image.Rectangle) image.Rectangle {
	box = box.Intersect(c.window)
	if box.Empty() {
		return image.Rectangle{}
	}
	box = box.Sub(c.window.Min)
	return image.Rect(box.Min.X/blockSize, box.Min.Y/blockSize, (box.Max.X+blockSize-1)/blockSize, (box.Max.Y+blockSize-1)/blockSize)
}

// changed says that something was drawn in a box.
func (c *coarse) changed(box image.Rectangle) {
	in := c.blocks(box)
	for y := in.Min.Y; y < in.Max.Y; y++ {
		clear(c.fresh[y*c.across+in.Min.X : y*c.across+in.Max.X])
	}
}

// hides reports whether all samples of a box that lie in the window show something
// nearer than a depth.
func (c *coarse) hides(box image.Rectangle, near float32) bool {
	in := c.blocks(box)
	for y := in.Min.Y; y < in.Max.Y; y++ {
		for x := in.Min.X; x < in.Max.X; x++ {
			block := y*c.across + x
			if c.far[block] >= near && (c.fresh[block] || c.deepest(x, y) >= near) {
				return false
			}
		}
	}
	return true
}

// deepest looks how deep the deepest sample of a block lies.
func (c *coarse) deepest(x, y int) float32 {
	wide := c.window.Dx()
	left, right := x*blockSize, min((x+1)*blockSize, wide)
	far := c.depth[y*blockSize*wide+left]
	for row := y * blockSize; row < min((y+1)*blockSize, c.window.Dy()); row++ {
		for _, d := range c.depth[row*wide+left : row*wide+right] {
			if d > far { // not max, which minds what is no number
				far = d
			}
		}
	}
	c.far[y*c.across+x], c.fresh[y*c.across+x] = far, true
	return far
}
