"""Texts for tests of questions, three in each language."""

from pathlib import Path

from inkwright.grounding.read import read_material
from inkwright.grounding.source import Material, Source

FOLDER = Path(__file__).parent / "texts"
ENGLISH = ("heart.md", "canal.md", "bicycle.txt")
CHINESE = ("yellow_river.md", "light.md", "library_rules.md")
TEXTS = (*ENGLISH, *CHINESE)


def text_of(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def material_of(name: str) -> Material:
    return read_material([Source(name, text_of(name))])


def read(text: str, name: str = "notes.md") -> Material:
    return read_material([Source(name, text)])
