"""The texts of quizzes: HTML and code."""
