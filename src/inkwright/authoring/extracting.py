"""Makes things of the person's own text: every word stands in it, and a model at most chooses among its sentences."""

import asyncio
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from inkwright.artifacts.interactive.kinds.specs import AnyPage
from inkwright.artifacts.quizzes.specs import Question
from inkwright.artifacts.slides.specs import DeckSpec
from inkwright.authoring.choosing import chooser
from inkwright.authoring.workbench import Workbench
from inkwright.errors import InvalidOption
from inkwright.grounding.cards import PageSort, PageWish, page_from
from inkwright.grounding.decks import DeckWish, deck_from
from inkwright.grounding.documents import DocumentSort, DocumentWish, document_from
from inkwright.grounding.material import Grounded, Material
from inkwright.grounding.questions import QuestionWish, questions_from
from inkwright.grounding.reading import read_material
from inkwright.i18n import text

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Extracted(Generic[T]):
    """What was made, and its items with their places."""

    made: T
    items: tuple[Grounded[Any], ...]
    shortfall: str = ""

    def facts(self, bench: Workbench, key: str) -> dict[str, Any]:
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
    bench: Workbench, wish: QuestionWish, found: Callable[[Grounded[Question]], None]
) -> Extracted[tuple[Question, ...]]:
    """Questions whose answers stand in the sources."""
    material = await material_of(bench)
    taken = await questions_from(material, wish, chooser(bench), found)
    questions = tuple(each.item for each in taken.questions)
    return Extracted(questions, taken.questions, taken.shortfall)


async def extract_deck(bench: Workbench, title: str, count: int | None) -> Extracted[DeckSpec]:
    """Slides of sentences of the sources; the notes quote them."""
    material = await material_of(bench)
    deck, items = await deck_from(material, DeckWish(title, count, seed_of(bench)), chooser(bench))
    return Extracted(deck, items)


async def extract_document(bench: Workbench, title: str, sort: DocumentSort) -> Extracted[str]:
    """Study notes, a summary or a worksheet, in Markdown."""
    material = await material_of(bench)
    markdown, items = await document_from(material, DocumentWish(sort, title, seed_of(bench)), chooser(bench))
    return Extracted(markdown, items)


async def extract_page(bench: Workbench, title: str, sort: PageSort | None) -> Extracted[AnyPage]:
    """Flashcards, a timeline, a matching or a sorting game."""
    material = await material_of(bench)
    page, items = await page_from(material, PageWish(sort, title, seed_of(bench)), chooser(bench))
    return Extracted(page, items)


async def material_of(bench: Workbench) -> Material:
    """The sources, taken apart. InvalidOption where there are none."""
    if not bench.sources:
        raise InvalidOption(option="from_files", value=True, allowed=text(bench.language, "authoring.no_files"))
    return await asyncio.to_thread(read_material, bench.sources)


def seed_of(bench: Workbench) -> int:
    """Another turn draws other items; the same turn the same ones."""
    return zlib.crc32(bench.turn_id.encode())
