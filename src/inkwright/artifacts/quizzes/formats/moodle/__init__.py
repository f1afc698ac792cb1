"""Quizzes as Moodle XML."""
