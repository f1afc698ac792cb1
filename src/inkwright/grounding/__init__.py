"""Questions, slides, pages and documents extracted from a person's own text, with the location of each statement."""
