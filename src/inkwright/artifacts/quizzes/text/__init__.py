"""The texts of quizzes: HTML, superscripts and code."""
