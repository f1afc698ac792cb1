"""How the database came to its present form: forward only, and a step that has landed is never edited."""
