"""Checks of slide decks: the file itself, and its rendered pages."""
