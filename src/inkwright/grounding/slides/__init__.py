"""Slide decks extracted from a text."""
