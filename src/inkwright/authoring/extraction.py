"""Make deliverables from the person's own text; a model at most chooses among its sentences."""

import asyncio
import zlib
from collections.abc import Callable, Coroutine
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
from inkwright.i18n import Reason, text

MAX_OPTIONS: Final = 3
_MAX_CHOICES: Final = 5
_MAX_OPTION_CHARACTERS: Final = 300


class SentenceChoice(BaseModel):
    """The number of the chosen option."""

    model_config = ConfigDict(extra="forbid")

    number: Literal[1, 2, 3]


def sentence_chooser(context: AuthorContext) -> Chooser:
    """Return a chooser that asks the model a few times; nothing is chosen if the model cannot read the language."""
    if context.brain.model.abilities.is_english_only and context.writes != "en":
        return no_choice
    return _SentenceChooser(context)


class _SentenceChooser:
    def __init__(self, context: AuthorContext) -> None:
        self._context = context
        self._left = _MAX_CHOICES

    async def __call__(self, why: str, options: tuple[str, ...]) -> int | None:
        shown = options[:MAX_OPTIONS]
        if self._left <= 0 or len(shown) < 2 or any(len(option) > _MAX_OPTION_CHARACTERS for option in shown):
            return None
        self._left -= 1
        listed = "\n".join(f"{number}. {option}" for number, option in enumerate(shown, 1))
        try:
            chosen = await self._context.brain.decide(
                self._context.prompt("choice", options=listed, why=why), SentenceChoice
            )
        except (ModelError, GaveUp):
            self._left = 0  # A model that cannot answer once is not asked again.
            return None
        return chosen.number - 1 if chosen.number <= len(shown) else None


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Extraction(Generic[T]):
    """The extracted deliverable, and its items with their locations."""

    made: T
    items: tuple[GroundedItem[Any], ...]
    shortfall: Reason | None = None

    def facts(self, context: AuthorContext, key: str, count: int | None = None) -> dict[str, Any]:
        """Return the facts to report: the number of items, or `count`, and which of them a model chose."""
        by_model = [number for number, item in enumerate(self.items, 1) if item.by_model]
        hand = "authoring.grounded.chosen" if by_model else "authoring.grounded.nobody"
        sentences = [
            text(context.language, f"authoring.grounded.{key}", count=count or len(self.items)),
            text(context.language, hand, numbers=", ".join(map(str, by_model))),
            self.shortfall.text(context.language) if self.shortfall else "",
        ]
        between = "" if context.language == "zh" else " "
        return {"from_files": True, "chosen_by_model": by_model, "message": between.join(filter(None, sentences))}


async def extract_questions(
    context: AuthorContext, options: QuestionOptions, found: Callable[[GroundedItem[Question]], None]
) -> Extraction[tuple[Question, ...]]:
    """Extract questions whose answers are in the sources."""
    material = await load_material(context)
    taken = await select_questions(material, options, sentence_chooser(context), found)
    questions = tuple(each.item for each in taken.questions)
    return Extraction(questions, taken.questions, taken.shortfall)


async def extract_deck(context: AuthorContext, title: str, count: int | None) -> Extraction[DeckSpec]:
    """Extract slides from sentences of the sources; the notes quote them."""
    material = await load_material(context)
    deck, items = await asyncio.to_thread(deck_from, material, StudyDeckOptions(title, count))
    return Extraction(deck, items)


async def extract_document(context: AuthorContext, title: str, kind: StudyDocumentKind) -> Extraction[str]:
    """Extract study notes, a summary or a worksheet, in Markdown."""
    material = await load_material(context)
    options = StudyDocumentOptions(kind, title, random_seed(context))
    markdown, items = await _extracted(context, lambda choose: study_document_from(material, options, choose))
    return Extraction(markdown, items)


async def extract_page(context: AuthorContext, title: str, kind: StudyPageKind | None) -> Extraction[AnyStudyPage]:
    """Extract flashcards, a timeline, a matching or a sorting exercise."""
    material = await load_material(context)
    options = StudyPageOptions(kind, title, random_seed(context))
    page, items = await asyncio.to_thread(study_page_from, material, options)
    return Extraction(page, items)


async def _extracted(context: AuthorContext, extract: Callable[[Chooser], Coroutine[Any, Any, T]]) -> T:
    """Extract in a thread with a loop of its own: it reads all of the text. The model is asked in this loop."""
    chooser, loop = sentence_chooser(context), asyncio.get_running_loop()

    async def choose(why: str, options: tuple[str, ...]) -> int | None:
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(chooser(why, options), loop))

    return await asyncio.to_thread(lambda: asyncio.run(extract(choose)))


async def load_material(context: AuthorContext) -> Material:
    """Read the sources. Raise InvalidOption if there are none."""
    if not context.sources:
        raise InvalidOption(option="from_files", value=True, allowed=text(context.language, "authoring.no_files"))
    return await asyncio.to_thread(read_material, context.sources)


def random_seed(context: AuthorContext) -> int:
    """Return the seed of a turn: another turn selects other items."""
    return zlib.crc32(context.call.turn_id.encode())
