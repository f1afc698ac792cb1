"""Projects: named places of one owner, in which conversations belong together and content is kept as blocks."""
