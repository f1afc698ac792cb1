"""Decks in the look of a user's own .pptx template."""
