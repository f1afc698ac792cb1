"""Quizzes on paper: DOCX and PDF."""
