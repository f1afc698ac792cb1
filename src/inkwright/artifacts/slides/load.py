"""Loads decks from files: JSON and YAML describe slides exactly, Markdown is laid out by rules."""

import re
from collections.abc import Collection, Mapping
from pathlib import PurePath
from typing import Any, Final

from pydantic import ValidationError
from pydantic_core import from_json

from inkwright.artifacts.slides.deck_errors import problems_reason
from inkwright.artifacts.slides.fields import BaseSlide, is_picture_source
from inkwright.artifacts.slides.markdown.inline import plain_text
from inkwright.artifacts.slides.markdown.outline import DocumentOutline, build_outline, plan_slides
from inkwright.artifacts.slides.markdown.parser import parse_markdown
from inkwright.artifacts.slides.model import MAX_SLIDES, DeckSpec
from inkwright.artifacts.validation import load_yaml
from inkwright.errors import InvalidOption
from inkwright.i18n import Reason, language_of, text

MAX_CHARACTERS: Final = 1_000_000
_FRONT_MATTER = re.compile(r"\ufeff?---[ \t]*\r?\n(.*?)(?<=\n)(?:---|\.\.\.)[ \t]*(?:\r?\n|$)", re.S)
_FRONT_MATTER_FIELDS: Final = ("title", "subtitle", "author", "theme", "alt")
# A document with more headings than this cannot become a deck, so it is not laid out.
_MAX_PLANNED_SLIDES: Final = 10 * MAX_SLIDES


def load_deck(source: str, name: str) -> DeckSpec:
    """Return the deck in a file of this name: .json, .yaml and .yml, or .md, .markdown and .txt.

    The deck may name pictures; no file is opened. An InvalidOption says what to fix.
    """
    source = source.removeprefix("\ufeff")
    if len(source) > MAX_CHARACTERS:
        raise InvalidOption(option="deck", value=name, allowed=Reason("deck.too_long", most=MAX_CHARACTERS))
    match PurePath(name).suffix.lower():
        case ".json":
            return _validate_deck(_parse_json(source, name), name)
        case ".yaml" | ".yml":
            return _validate_deck(load_yaml(source), name)
        case ".md" | ".markdown" | ".txt":
            return deck_from_markdown(source)
        case _:
            raise InvalidOption(option="deck", value=name, allowed=Reason("deck.unknown_ending"))


def deck_from_markdown(markdown: str, files: Collection[str] | None = None) -> DeckSpec:
    """Return the deck that a document describes. Content that is too long for one slide continues on the next.

    The first `#` is the title and each `##` a slide; lists and paragraphs are its bullets. Each layout has rules for
    what it shows. Comments and quotes that begin with `notes:` or `备注：` are notes. A document that is too long for a
    deck is an InvalidOption. A picture that is not one of the `files` stays text; without `files`, any can be named.
    """
    front, body = _front_matter(markdown)
    given = {key: plain_text(str(front.pop(key))) for key in _FRONT_MATTER_FIELDS if front.get(key) not in (None, "")}
    image = str(front.get("image") or "")
    if is_picture_source(image) and (files is None or image in files):
        given["image"] = str(front.pop("image"))
    opening = text(language_of(markdown), "deck.opening")
    outline = build_outline(parse_markdown(body, files), opening, given.pop("title", ""))
    if "subtitle" not in given:
        outline.take_subtitle()
    slides = _planned_slides(outline)
    if front:
        others = "\n".join(f"{key}: {value}" for key, value in front.items())
        slides[0] = slides[0].model_copy(update={"notes": f"{others}\n{slides[0].notes}".strip()})
    fields = {"title": outline.title, "subtitle": outline.subtitle, **given, "slides": slides}
    return _validate_deck(fields, outline.title)


def _planned_slides(outline: DocumentOutline) -> list[BaseSlide]:
    count = len(outline.sections)
    slides = plan_slides(outline.sections) if count <= _MAX_PLANNED_SLIDES else []
    if not slides and count <= _MAX_PLANNED_SLIDES:
        raise InvalidOption(option="slides", value=0, allowed=Reason("deck.nothing"))
    if len(slides) > MAX_SLIDES or not slides:
        reason = Reason("deck.too_many", most=MAX_SLIDES)
        raise InvalidOption(option="slides", value=len(slides) or count, allowed=reason)
    return slides


def _front_matter(markdown: str) -> tuple[dict[str, Any], str]:
    """Return the fields between `---` and `---` at the very beginning, if they are YAML, and the rest."""
    match = _FRONT_MATTER.match(markdown)
    found = load_yaml(match[1]) if match and ":" in match[1] else None
    if match is None or not isinstance(found, Mapping):
        return {}, markdown
    return {str(key): value for key, value in found.items()}, markdown[match.end() :]


def _parse_json(source: str, name: str) -> Any:
    try:
        return from_json(source)
    except ValueError as problem:
        reason = Reason("deck.invalid", problems=Reason("reason.slides.json", detail=str(problem)))
        raise InvalidOption(option="deck", value=name, allowed=reason) from problem


def _validate_deck(given: Any, name: str) -> DeckSpec:
    try:
        return DeckSpec.model_validate(given)
    except ValidationError as error:
        reason = Reason("deck.invalid", problems=problems_reason(error, given))
        raise InvalidOption(option="deck", value=name, allowed=reason) from error
