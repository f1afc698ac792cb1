"""Skills in the Agent Skills format: read from folders and zip files, shipped with the program, applied to texts."""
