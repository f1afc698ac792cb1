"""Slides from Markdown: parsing, outline, and the slides of each section."""
