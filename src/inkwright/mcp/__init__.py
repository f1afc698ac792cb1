"""Inkwright for other assistants, over the Model Context Protocol."""
