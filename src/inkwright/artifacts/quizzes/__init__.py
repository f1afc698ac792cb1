"""Quizzes: their model, their checks, and the file formats they are read from and written to."""
