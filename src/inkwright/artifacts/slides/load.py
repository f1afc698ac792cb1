"""Loads decks from files: JSON and YAML describe slides exactly, Markdown is laid out by rule."""

import re
from collections.abc import Collection, Mapping
from pathlib import PurePath
from typing import Any, Final

from pydantic import ValidationError

from inkwright.artifacts.slides.markdown.inline import plain_text
from inkwright.artifacts.slides.markdown.outline import DocumentOutline, build_outline, plan_slides
from inkwright.artifacts.slides.markdown.parser import parse_markdown
from inkwright.artifacts.slides.model import MAX_SLIDES, DeckSpec, Slide
from inkwright.artifacts.validation import load_yaml, validation_message
from inkwright.errors import InvalidOption
from inkwright.i18n import Language, language_of, text

MAX_CHARACTERS: Final = 1_000_000
_FRONT_MATTER = re.compile(r"\ufeff?---[ \t]*\r?\n(.*?)(?<=\n)(?:---|\.\.\.)[ \t]*(?:\r?\n|$)", re.S)
_FRONT_MATTER_FIELDS: Final = ("title", "subtitle", "author", "theme")
# Beyond this many headings nothing is laid out: it cannot become a deck.
_MAX_PLANNED_SLIDES: Final = 10 * MAX_SLIDES


def load_deck(source: str, name: str) -> DeckSpec:
    """The deck that a file of this name describes: .json, .yaml and .yml, or .md, .markdown and .txt.

    Pictures may be named in it; none is opened. Whatever is wrong is an InvalidOption that says what to mend.
    """
    source = source.removeprefix("\ufeff")
    language = language_of(source)
    if len(source) > MAX_CHARACTERS:
        told = text(language, "deck.too_long", most=MAX_CHARACTERS)
        raise InvalidOption(option="deck", value=name, allowed=told)
    match PurePath(name).suffix.lower():
        case ".json":
            return _validate_deck(source, name, language, is_json=True)
        case ".yaml" | ".yml":
            return _validate_deck(load_yaml(source), name, language, is_json=False)
        case ".md" | ".markdown" | ".txt":
            return deck_from_markdown(source)
        case _:
            raise InvalidOption(option="deck", value=name, allowed=text(language, "deck.unknown_ending"))


def deck_from_markdown(markdown: str, files: Collection[str] | None = None) -> DeckSpec:
    """The deck that a document describes. Nothing of it is dropped: what is too much for one slide goes on the next.

    The first `#` is the title, each `##` a slide, lists and paragraphs are its bullets; tables, code, `$$` formulas,
    pictures, quotes and `chart` fences have slides of their own; comments and quotes that begin with `notes:` or
    `备注：` are notes. More than fits a deck is an InvalidOption. A picture that is none of the `files` stays words;
    where they are not given, any may be named.
    """
    language = language_of(markdown)
    front, body = _front_matter(markdown)
    said = {key: plain_text(str(front.pop(key))) for key in _FRONT_MATTER_FIELDS if front.get(key) not in (None, "")}
    found = build_outline(parse_markdown(body, files), text(language, "deck.opening"), said.pop("title", ""))
    if "subtitle" not in said:
        found.take_subtitle()
    slides = _planned_slides(found, language)
    if front:
        others = "\n".join(f"{key}: {value}" for key, value in front.items())
        slides[0] = slides[0].model_copy(update={"notes": f"{others}\n{slides[0].notes}".strip()})
    fields = {"title": found.title, "subtitle": found.subtitle, **said, "slides": slides}
    return _validate_deck(fields, found.title, language, is_json=False)


def _planned_slides(found: DocumentOutline, language: Language) -> list[Slide]:
    count = len(found.sections)
    slides = plan_slides(found.sections) if count <= _MAX_PLANNED_SLIDES else []
    if not slides and count <= _MAX_PLANNED_SLIDES:
        raise InvalidOption(option="slides", value=0, allowed=text(language, "deck.nothing"))
    if len(slides) > MAX_SLIDES or not slides:
        told = text(language, "deck.too_many", most=MAX_SLIDES)
        raise InvalidOption(option="slides", value=len(slides) or count, allowed=told)
    return slides


def _front_matter(markdown: str) -> tuple[dict[str, Any], str]:
    """What stands between `---` and `---` at the very beginning, if it is YAML with names in it; and the rest."""
    match = _FRONT_MATTER.match(markdown)
    found = load_yaml(match[1]) if match and ":" in match[1] else None
    if match is None or not isinstance(found, Mapping):
        return {}, markdown
    return {str(key): value for key, value in found.items()}, markdown[match.end() :]


def _validate_deck(given: Any, name: str, language: Language, *, is_json: bool) -> DeckSpec:
    try:
        return DeckSpec.model_validate_json(given) if is_json else DeckSpec.model_validate(given)
    except ValidationError as problem:
        told = text(language, "deck.invalid", problems=validation_message(problem))
        raise InvalidOption(option="deck", value=name, allowed=told) from problem
