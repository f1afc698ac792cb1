"""Texts for tests of extraction, and whether words occur in one of them."""

import re
from functools import cache
from pathlib import Path
from typing import Final

from inkwright.grounding.read import read_material
from inkwright.grounding.source import Material, Source

FOLDER: Final = Path(__file__).parent / "texts"
SAMPLES: Final = sorted(path.name for path in FOLDER.iterdir())
"""The names of all texts."""

_MARKUP = re.compile(r"[\s*_`#>\\]+")


def text_of(name: str) -> str:
    """Return the content of a text."""
    return (FOLDER / name).read_text(encoding="utf-8")


@cache
def material_of(name: str) -> Material:
    """Return the text as material."""
    return read_material([Source(name, text_of(name))])


def read(text: str, name: str = "notes.md") -> Material:
    """Return a given text as material."""
    return read_material([Source(name, text)])


def bare(words: str) -> str:
    """Return the words without whitespace, markup and case."""
    return _MARKUP.sub("", words).casefold()


def contains_words(words: str, text: str) -> bool:
    """Whether the text contains the words as one sequence."""
    return bare(words) in bare(text)
