package edit

// list is every command, by name.
func list() []*Command {
	return []*Command{
		addLevel(),
		addType(),
		array(),
		assignGroup(),
		changeID(),
		classify(),
		copyCommand(),
		create(),
		deleteRecords(),
		demolish(),
		drawWalls(),
		duplicateType(),
		editOutline(),
		move(),
		placeDoor(),
		placeOpening(),
		placeWindow(),
		purgeTypes(),
		rehost(),
		relocate(),
		removeDuplicate(),
		rename(),
		renumber(),
		replaceType(),
		rewind(),
		rewrite(),
		setElevation(),
		setLevel(),
		setProperties(),
		setType(),
		splitWall(),
		update(),
	}
}
