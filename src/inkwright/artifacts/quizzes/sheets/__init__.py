"""Quizzes as sheets: XLSX and CSV written, XLSX read as teachers keep it."""
