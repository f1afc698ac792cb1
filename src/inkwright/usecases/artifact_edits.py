"""Change stored decks and quizzes without a model: slides, themes, templates, questions. A change is a new version."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding
from inkwright.artifacts.quizzes.edit import arrange_questions, insert_question, replace_question
from inkwright.artifacts.quizzes.formats.json.write import write_json
from inkwright.artifacts.quizzes.load import question_from_value, read_quiz
from inkwright.artifacts.quizzes.model import Quiz
from inkwright.artifacts.slides.descriptions import DeckSlide, deck_slides
from inkwright.artifacts.slides.edit import arrange_slides, deck_theme, described_deck, restyle_deck
from inkwright.artifacts.slides.fields import ThemeName
from inkwright.artifacts.slides.user_templates.templates import open_deck
from inkwright.artifacts.vault import ArtifactRecord, Verified
from inkwright.artifacts.workers import FILE_SECONDS, limited_work
from inkwright.errors import InvalidOption, NotFound
from inkwright.usecases.store import Store

EditResult = Verified | tuple[Finding, ...]
"""The next version; or the findings because of which there is none."""


@dataclass(frozen=True, slots=True)
class DeckDetails:
    """The slides of a deck, its built-in theme, if it has one, and whether it can be drawn in another look."""

    slides: tuple[DeckSlide, ...]
    theme: ThemeName | None
    can_restyle: bool


@limited_work(FILE_SECONDS)
async def show_deck(store: Store, record: ArtifactRecord) -> DeckDetails:
    """Return the slides of a deck; NotFound if the artifact is not one."""
    return await asyncio.to_thread(_deck_details, await _main_file(store, record, "pptx"))


def _deck_details(content: bytes) -> DeckDetails:
    deck = open_deck(content, "deck")
    try:
        described_deck(deck)
        can_restyle = True
    except InvalidOption:
        can_restyle = False
    return DeckDetails(tuple(deck_slides(deck)), deck_theme(deck), can_restyle)


@limited_work(FILE_SECONDS)
async def arrange_deck(store: Store, record: ArtifactRecord, order: Sequence[int]) -> EditResult:
    """Make the next version of a deck with these slides in this order; see `arrange_slides`."""
    content = await _main_file(store, record, "pptx")
    return await _keep(store, record, await asyncio.to_thread(arrange_slides, content, order, name=record.name))


@limited_work(FILE_SECONDS)
async def change_look(store: Store, record: ArtifactRecord, look: ThemeName | bytes) -> EditResult:
    """Make the next version of a deck in a theme, or in the look of a template; see `restyle_deck`."""
    content = await _main_file(store, record, "pptx")
    return await _keep(store, record, await asyncio.to_thread(restyle_deck, content, look, name=record.name))


@limited_work(FILE_SECONDS)
async def preview_look(store: Store, record: ArtifactRecord, theme: ThemeName, slides: int) -> bytes:
    """Return the beginning of a deck in another theme, which is not stored."""
    content = await _main_file(store, record, "pptx")
    return (await asyncio.to_thread(restyle_deck, content, theme, name=record.name, most=slides)).main


async def arrange_quiz(store: Store, record: ArtifactRecord, order: Sequence[int]) -> EditResult:
    """Make the next version of a quiz with these questions in this order; see `arrange_questions`."""
    return await _change_quiz(store, record, lambda quiz: arrange_questions(quiz, order))


async def change_question(store: Store, record: ArtifactRecord, number: int, question: Mapping[str, Any]) -> EditResult:
    """Make the next version of a quiz with this question instead of the one of this number, from 1."""
    new = question_from_value(dict(question))
    return await _change_quiz(store, record, partial(replace_question, number=number, question=new))


async def add_question(store: Store, record: ArtifactRecord, number: int, question: Mapping[str, Any]) -> EditResult:
    """Make the next version of a quiz with one more question at this number, from 1."""
    new = question_from_value(dict(question))
    return await _change_quiz(store, record, partial(insert_question, number=number, question=new))


@limited_work(FILE_SECONDS)
async def _change_quiz(store: Store, record: ArtifactRecord, change: Callable[[Quiz], Quiz]) -> EditResult:
    content = await _main_file(store, record, "quiz")
    quiz = (await asyncio.to_thread(read_quiz, content, record.name)).quiz
    draft = Draft("quiz", record.name, record.title, {record.name: write_json(change(quiz))})
    return await _keep(store, record, draft)


async def _main_file(store: Store, record: ArtifactRecord, kind: str) -> bytes:
    if record.kind != kind:
        raise NotFound(what_kind=kind, id=record.id)
    content = await store.records.read(record, record.name)
    if content is None:
        raise NotFound(what_kind=kind, id=record.id)
    return content


async def _keep(store: Store, record: ArtifactRecord, draft: Draft) -> EditResult:
    # No turn made this; with an id of its own, the vault does not take it for a retry.
    return await store.vault.keep(draft, owner=record.owner, turn_id=store.ids.new("edit"), lineage=record.lineage)
