// Package render draws a scene as an architect shows a building: shaded, with the edges
// that an eye looks for, a sun with shadows and ground to stand on, as a PNG and without
// a screen.
//
// It knows solids with colours, and nothing of files, of git or of what a building is
// made of. The same scene and options give the same bytes on one architecture: pixels
// depend on nothing but the scene, and work that is shared out over processors is put
// together in one order. Memory is bounded by the size of the picture and of the scene.
package render
