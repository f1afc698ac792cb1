"""Render a description or a document as a finished file: built, looked at, checked, kept. No model is asked."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, Final, Literal, get_args

from pydantic import BaseModel

from inkwright.artifacts.documents.builders import build_document
from inkwright.artifacts.documents.sources import DocumentSpec, SourceForm, read_document
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding
from inkwright.artifacts.interactive.browser import Browser
from inkwright.artifacts.interactive.judging import judge_pages
from inkwright.artifacts.interactive.kinds.building import build_kind, read_kind
from inkwright.artifacts.interactive.kinds.building import schema as schema_of_pages
from inkwright.artifacts.pages.judging import judge_decks
from inkwright.artifacts.pages.office import Office
from inkwright.artifacts.quizzes.notes import Note
from inkwright.artifacts.slides.builder import build_deck
from inkwright.artifacts.slides.editing import edit_slide
from inkwright.artifacts.slides.reading import read_deck
from inkwright.artifacts.slides.specs import DeckSpec, ThemeName
from inkwright.artifacts.slides.templates import build_from_template
from inkwright.artifacts.vault import Verified
from inkwright.errors import InvalidOption
from inkwright.i18n import Language, language_of
from inkwright.usecases.open_store import OWNER, Store
from inkwright.usecases.render_quiz import draft_quiz, errors_in, notes_on_markdown, quiz_in

Form = Literal["pptx", "docx", "pdf", "tex", "html"]
Stage = Literal["building", "looking", "checking"]
"""What is being done; `looking` takes a few seconds."""

Described = Literal["slides", "document", "page"]
DESCRIBED: Final[tuple[Described, ...]] = get_args(Described)
FORMS: Final[tuple[Form, ...]] = get_args(Form)
THEMES: Final[tuple[ThemeName, ...]] = get_args(ThemeName)
_SOURCES: Final[Mapping[str, SourceForm]] = {".json": "json", ".yaml": "yaml", ".yml": "yaml"}


@dataclass(frozen=True, slots=True)
class Edited:
    """A deck, its name, and the number of the slide that is made anew, counted from 1."""

    content: bytes
    name: str
    number: int


@dataclass(frozen=True, slots=True)
class Order:
    """What to render: the text of the description, its name, the pictures that it may name, and how it should look.

    `template` is a user's own .pptx for slides, or .docx for a document; a theme is for slides alone. `edited` is a
    deck of which one slide is made anew: the first of the description stands for it, the others stay as they are.
    `language` is that of the person to whom mistakes are told; where it is not given, that of the description.
    """

    source: str
    name: str
    form: Form
    pictures: Mapping[str, bytes]
    theme: ThemeName | None = None
    template: bytes | None = None
    edited: Edited | None = None
    language: Language | None = None


def schema_of(described: Described) -> dict[str, Any]:
    """The JSON schema of the descriptions of decks, of documents or of pages."""
    if described == "page":
        return schema_of_pages()
    specs: dict[Described, type[BaseModel]] = {"slides": DeckSpec, "document": DocumentSpec}
    return specs[described].model_json_schema()


def form_of(name: str) -> Form:
    """The form that a file name asks for by its ending."""
    wanted = PurePath(name).suffix.lower().lstrip(".")
    for form in FORMS:
        if form == wanted:
            return form
    known = ", ".join(f".{form}" for form in FORMS)
    raise InvalidOption(option="output", value=name, allowed=f"Its name ends in one of {known}.")


async def render_file(
    store: Store,
    order: Order,
    *,
    office: Office | None,
    browser: Browser | None = None,
    tell: Callable[[Stage], None] = lambda _: None,
    say: Callable[[Note], None] = lambda _: None,
) -> tuple[Draft, Verified | tuple[Finding, ...]]:
    """The draft, and the proof that it is good or what is wrong with it. What is wrong is not kept.

    With LibreOffice the rendered pages of slides decide, and with Chromium the page as it runs, before anything else.
    A quiz is linted first; `say` hears what its form does not hold.
    """
    tell("building")
    speech = order.language or language_of(order.source)
    quiz = quiz_in(order.source, order.name)
    if quiz is None:
        notes = await asyncio.to_thread(notes_on_markdown, order.source, order.name, order.form, speech)
        draft = await asyncio.to_thread(draft_of, order)
    else:
        if wrong := await asyncio.to_thread(errors_in, quiz, speech):
            return Draft("quiz", order.name, quiz.title, {order.name: order.source.encode()}), wrong
        draft, notes = await asyncio.to_thread(draft_quiz, quiz, order.form, speech)
    for note in notes:
        say(note)
    if order.form == "pptx" and office is not None:
        tell("looking")
        [seen] = await judge_decks([draft], order.language or language_of(draft.title), office=office)
        if any(found.severity == "error" for found in seen):
            return draft, tuple(seen)
    if order.form == "html" and browser is not None:
        tell("looking")
        [seen] = await judge_pages([draft], order.language or language_of(draft.title), browser=browser)
        if any(found.severity == "error" for found in seen):
            return draft, tuple(seen)
    tell("checking")
    turn = store.ids.new("render")
    return draft, await store.vault.keep(draft, owner=OWNER, turn_id=turn, language=order.language)


def draft_of(order: Order) -> Draft:
    """The file as it is built, not yet believed. It waits for other programs: call it in a thread."""
    if order.form == "pptx":
        spec = read_deck(order.source, order.name)
        if order.edited is not None:
            deck = order.edited
            return edit_slide(deck.content, deck.number, spec.slides[0], name=deck.name, images=order.pictures)
        if order.template is not None:
            return build_from_template(order.template, spec, images=order.pictures, language=language_of(order.source))
        return build_deck(spec, theme=order.theme, images=order.pictures)
    if order.theme is not None:
        raise InvalidOption(option="theme", value=order.theme, allowed="Themes are for .pptx.")
    if order.form == "html":
        return build_kind(read_kind(order.source, order.name, order.pictures, order.language))
    document = read_document(order.source, _SOURCES.get(PurePath(order.name).suffix.lower(), "markdown"))
    return build_document(document, order.form, files=order.pictures, reference=order.template)
