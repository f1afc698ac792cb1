"""Make deliverables from the person's own text; a model at most chooses among its sentences."""

import asyncio
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict

from inkwright.artifacts.quizzes.model import Question
from inkwright.artifacts.slides.model import DeckSpec
from inkwright.artifacts.webpages.study_pages.page_types import AnyStudyPage
from inkwright.authoring.context import AuthorContext
from inkwright.errors import GaveUp, InvalidOption, ModelError
from inkwright.grounding.documents import StudyDocumentKind, StudyDocumentOptions, study_document_from
from inkwright.grounding.pages import StudyPageKind, StudyPageOptions, study_page_from
from inkwright.grounding.questions.select import QuestionOptions, select_questions
from inkwright.grounding.read import read_material
from inkwright.grounding.slides.deck import StudyDeckOptions, deck_from
from inkwright.grounding.source import Chooser, GroundedItem, Material, no_choice
from inkwright.i18n import text

MAX_OPTIONS: Final = 3
_MAX_CHOICES: Final = 5
_MAX_OPTION_CHARACTERS: Final = 300


class SentenceChoice(BaseModel):
    """The number of the one that was chosen."""

    model_config = ConfigDict(extra="forbid")

    number: Literal[1, 2, 3]


def sentence_chooser(bench: AuthorContext) -> Chooser:
    """Asks the model of the bench, a few times at most; nobody chooses where it cannot read the language."""
    if bench.brain.model.abilities.is_english_only and bench.writes != "en":
        return no_choice
    return _SentenceChooser(bench)


class _SentenceChooser:
    def __init__(self, bench: AuthorContext) -> None:
        self._bench = bench
        self._left = _MAX_CHOICES

    async def __call__(self, why: str, options: tuple[str, ...]) -> int | None:
        shown = options[:MAX_OPTIONS]
        if self._left <= 0 or len(shown) < 2 or any(len(option) > _MAX_OPTION_CHARACTERS for option in shown):
            return None
        self._left -= 1
        listed = "\n".join(f"{number}. {option}" for number, option in enumerate(shown, 1))
        try:
            chosen = await self._bench.brain.decide(
                self._bench.prompt("choice", options=listed, why=why), SentenceChoice
            )
        except (ModelError, GaveUp):
            self._left = 0  # who cannot answer once is not asked again
            return None
        return chosen.number - 1 if chosen.number <= len(shown) else None


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Extraction(Generic[T]):
    """What was made, and its items with their places."""

    made: T
    items: tuple[GroundedItem[Any], ...]
    shortfall: str = ""

    def facts(self, bench: AuthorContext, key: str) -> dict[str, Any]:
        """What is said of it: how many items there are, and in which of them a model had a hand."""
        by_model = [number for number, item in enumerate(self.items, 1) if item.by_model]
        hand = "authoring.grounded.chosen" if by_model else "authoring.grounded.nobody"
        told = [
            text(bench.language, f"authoring.grounded.{key}", count=len(self.items)),
            text(bench.language, hand, numbers=", ".join(map(str, by_model))),
            self.shortfall,
        ]
        between = "" if bench.language == "zh" else " "
        return {"from_files": True, "chosen_by_model": by_model, "message": between.join(filter(None, told))}


async def extract_questions(
    bench: AuthorContext, wish: QuestionOptions, found: Callable[[GroundedItem[Question]], None]
) -> Extraction[tuple[Question, ...]]:
    """Questions whose answers stand in the sources."""
    material = await load_material(bench)
    taken = await select_questions(material, wish, sentence_chooser(bench), found)
    questions = tuple(each.item for each in taken.questions)
    return Extraction(questions, taken.questions, taken.shortfall)


async def extract_deck(bench: AuthorContext, title: str, count: int | None) -> Extraction[DeckSpec]:
    """Slides of sentences of the sources; the notes quote them."""
    material = await load_material(bench)
    deck, items = await deck_from(material, StudyDeckOptions(title, count, random_seed(bench)), sentence_chooser(bench))
    return Extraction(deck, items)


async def extract_document(bench: AuthorContext, title: str, sort: StudyDocumentKind) -> Extraction[str]:
    """Study notes, a summary or a worksheet, in Markdown."""
    material = await load_material(bench)
    markdown, items = await study_document_from(
        material, StudyDocumentOptions(sort, title, random_seed(bench)), sentence_chooser(bench)
    )
    return Extraction(markdown, items)


async def extract_page(bench: AuthorContext, title: str, sort: StudyPageKind | None) -> Extraction[AnyStudyPage]:
    """Flashcards, a timeline, a matching or a sorting game."""
    material = await load_material(bench)
    page, items = await study_page_from(
        material, StudyPageOptions(sort, title, random_seed(bench)), sentence_chooser(bench)
    )
    return Extraction(page, items)


async def load_material(bench: AuthorContext) -> Material:
    """The sources, taken apart. InvalidOption where there are none."""
    if not bench.sources:
        raise InvalidOption(option="from_files", value=True, allowed=text(bench.language, "authoring.no_files"))
    return await asyncio.to_thread(read_material, bench.sources)


def random_seed(bench: AuthorContext) -> int:
    """Another turn draws other items; the same turn the same ones."""
    return zlib.crc32(bench.call.turn_id.encode())
