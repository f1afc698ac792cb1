"""The commands of the terminal program, one module each."""
