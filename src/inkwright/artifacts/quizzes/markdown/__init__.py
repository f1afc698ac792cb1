"""Quizzes as Markdown: read as people write it, and written so that it comes back the same."""
