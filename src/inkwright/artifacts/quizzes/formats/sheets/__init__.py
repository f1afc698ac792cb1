"""Quizzes as spreadsheets: XLSX and CSV."""
