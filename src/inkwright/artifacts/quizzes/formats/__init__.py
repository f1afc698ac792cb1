"""The file formats of quizzes, one folder each. `registry` finds them."""
