"""Documents: one Markdown source, built as .docx, .pdf or .tex, and checked."""
