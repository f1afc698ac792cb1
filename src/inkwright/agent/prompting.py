"""The prompts of this room, each in both languages."""

from functools import cache
from importlib.resources import files

from inkwright.i18n import Language


@cache
def prompt(name: str, language: Language) -> str:
    """The prompt of this name."""
    return files("inkwright.agent").joinpath("prompts", f"{name}.{language}.md").read_text(encoding="utf-8").rstrip()
