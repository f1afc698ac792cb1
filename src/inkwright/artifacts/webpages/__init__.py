"""Interactive web pages: assembled into one self-contained file, then checked statically and in a browser."""
