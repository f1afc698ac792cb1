"""Icons for slides: the drawings that come with the package, and their names."""
