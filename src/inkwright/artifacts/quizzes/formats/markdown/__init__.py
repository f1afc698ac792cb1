"""Quizzes as Markdown."""
