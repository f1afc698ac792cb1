"""Quizzes as GIFT, written and read."""
