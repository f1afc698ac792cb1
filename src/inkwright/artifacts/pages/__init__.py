"""Seeing what was made: files become PDF pages and pictures, and the rendered page is the judge."""
