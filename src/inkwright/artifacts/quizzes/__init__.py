"""Quizzes: what they say, what is wrong with them, and the forms in which others read them."""
