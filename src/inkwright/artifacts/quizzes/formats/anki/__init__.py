"""Quizzes as Anki decks."""
