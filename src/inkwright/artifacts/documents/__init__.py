"""Documents: one source in Markdown, made into .docx, .pdf or .tex, and checked."""
