"""Quizzes as Moodle XML, written and read."""
