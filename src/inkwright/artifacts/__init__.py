"""Artifacts: things that are made, opened again and checked, and only then believed."""
