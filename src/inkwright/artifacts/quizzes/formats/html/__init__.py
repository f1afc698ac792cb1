"""Quizzes as web pages."""
