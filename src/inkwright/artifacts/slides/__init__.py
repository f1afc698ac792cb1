"""Slide decks: descriptions, Markdown, text fitting, layouts, themes and .pptx files."""
