"""The file formats of quizzes, one package per format."""
