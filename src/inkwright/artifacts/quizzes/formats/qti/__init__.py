"""Quizzes as QTI 2.1 packages."""
