"""LaTeX documents: built with pandoc, checked without TeX, and compiled with XeLaTeX."""
