"""PDF documents: built with typst templates, and checked."""
