"""Slide layouts: each module draws one or a few kinds of slide and registers them."""
