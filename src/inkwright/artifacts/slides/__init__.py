"""Slide decks: what they say, how it is read, how it fits, and how it is drawn."""
