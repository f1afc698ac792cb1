"""Quiz questions extracted from a text."""
