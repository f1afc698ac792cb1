"""Quizzes as GIFT."""
