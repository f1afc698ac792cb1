"""Formulas: TeX rewritten for pandoc, and converted for typst, Word, pictures and plain text."""
