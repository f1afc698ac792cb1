"""Slide layouts: how the content of each kind of slide is drawn."""
