"""Checks of slide decks: the file as it is, and its pages as they are rendered."""
