"""Texts for the tests of what is made of texts, and whether words stand in one of them."""

import re
from functools import cache
from pathlib import Path
from typing import Final

from inkwright.grounding.read import read_material
from inkwright.grounding.source import Material, Source

FOLDER: Final = Path(__file__).parent / "texts"
TALKS: Final = sorted(path.name for path in FOLDER.iterdir())
"""The names of all texts, also of those that others wrote."""

_DRESS = re.compile(r"[\s*_`#>\\]+")


def text_of(name: str) -> str:
    """What stands in a text."""
    return (FOLDER / name).read_text(encoding="utf-8")


@cache
def material_of(name: str) -> Material:
    """The text, taken apart."""
    return read_material([Source(name, text_of(name))])


def read(text: str, name: str = "notes.md") -> Material:
    """A text of the test's own, taken apart."""
    return read_material([Source(name, text)])


def bare(words: str) -> str:
    """The words without white space, dress and case."""
    return _DRESS.sub("", words).casefold()


def stands_in(words: str, text: str) -> bool:
    """Whether the words stand in the text, one behind the other."""
    return bare(words) in bare(text)
