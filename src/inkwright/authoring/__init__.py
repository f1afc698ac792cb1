"""What stands inside artifacts: written with a model item by item, and mended by the artifact's own findings."""
