"""Building .pptx files: templates, shapes and notes."""
