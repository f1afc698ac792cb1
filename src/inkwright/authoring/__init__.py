"""Writes the content of artifacts with a model, item by item, and fixes what their checks find."""
