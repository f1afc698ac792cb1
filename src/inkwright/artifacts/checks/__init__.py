"""Checks of office files: what is in them, and what a viewer would stumble over."""
