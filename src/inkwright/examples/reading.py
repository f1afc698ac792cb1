"""Finds and reads the examples that come with the program: one file for each name and language."""

from importlib.resources import files
from typing import Final

from inkwright.examples.shapes import Example
from inkwright.i18n import Language

NAMES: Final = (
    "slides",
    "document",
    "quiz",
    "page",
    "clarify",
    "edit",
    "both",
    "liar",
    "stubborn",
    "broken",
)
"""In the order in which they are listed."""


def read_example(name: str, language: Language) -> Example:
    """The example of this name in a language. Its file is ours: one that cannot be read is a mistake of the program."""
    import yaml  # noqa: PLC0415 - comes with an extra

    written = files("inkwright.examples").joinpath("written", f"{name}.{language}.yaml")
    # The loader in C is ten times as fast; both know plain values alone.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return Example.model_validate(yaml.load(written.read_text(encoding="utf-8"), Loader=loader))  # noqa: S506 - safe
