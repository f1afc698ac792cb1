"""Changes of stored decks and quizzes: the next version or nothing, and only of what they are for."""

import asyncio
from pathlib import Path
from typing import Any

import pptx
import pytest

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.quizzes.load import read_quiz
from inkwright.artifacts.vault import ArtifactRecord, Verified
from inkwright.errors import InvalidOption, NotFound
from inkwright.usecases.artifact_edits import (
    EditResult,
    add_question,
    arrange_deck,
    arrange_quiz,
    change_look,
    change_question,
    preview_look,
    show_deck,
)
from inkwright.usecases.store import LOCAL_OWNER, Store
from tests.artifacts.sample_decks import saved
from tests.store.test_shares import MovedClock
from tests.usecases.shared_quizzes import in_store, kept_draft, kept_quiz, statement

NO_QUESTIONS: list[dict[str, Any]] = [
    {},
    {"questionType": "NO_SUCH_TYPE", "question": "?"},
    {"questionType": "TRUE_FALSE", "question": "x" * 1_000_000, "correctAnswer": "true"},
]
WITHOUT_KEY = {"questionType": "SINGLE_CHOICE", "question": "Which?", "options": ["a", "b"], "correctAnswer": "Z"}


def plain_deck() -> Draft:
    """A deck of two slides that was not made here."""
    deck = pptx.Presentation()
    for title in ("Rain", "雪"):
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = title
        slide.placeholders[1].text = "It falls."
    return Draft("pptx", "Old.pptx", "Old", {"Old.pptx": saved(deck)})


async def questions(store: Store, result: EditResult) -> list[str]:
    assert isinstance(result, Verified), result
    content = await store.vault.read(result.id, owner=LOCAL_OWNER)
    assert content is not None
    return [each.question for each in read_quiz(content, "Rain.quiz.json").quiz.questions]


async def versions(store: Store, record: ArtifactRecord) -> list[int]:
    return [each.version for each in await store.records.versions(record)]


def test_what_is_no_question_or_no_place_makes_no_version(tmp_path: Path) -> None:
    async def work(store: Store, _: MovedClock) -> None:
        record = await kept_quiz(store, statement(1), statement(2))
        for question in NO_QUESTIONS:
            with pytest.raises(InvalidOption):
                await change_question(store, record, 1, question)
        findings = await change_question(store, record, 1, WITHOUT_KEY)
        assert not isinstance(findings, Verified)
        assert "error" in {each.severity for each in findings}
        for number in (-1, 0, 4, 10**9):
            with pytest.raises(InvalidOption):
                await add_question(store, record, number, statement(3))
        wrong_orders: list[list[int]] = [[], [0], [3], [1, 1], [-1, 2]]
        for order in wrong_orders:
            with pytest.raises(InvalidOption):
                await arrange_quiz(store, record, order)
        assert await versions(store, record) == [1]

    in_store(tmp_path, work)


def test_a_deck_is_no_quiz_and_a_quiz_is_no_deck(tmp_path: Path) -> None:
    async def work(store: Store, _: MovedClock) -> None:
        quiz, deck = await kept_quiz(store), await kept_draft(store, plain_deck())
        for refused in (
            show_deck(store, quiz),
            arrange_deck(store, quiz, [1]),
            change_look(store, quiz, "night"),
            preview_look(store, quiz, "night", 1),
            arrange_quiz(store, deck, [1]),
            add_question(store, deck, 1, statement(1)),
        ):
            with pytest.raises(NotFound):
                await refused

    in_store(tmp_path, work)


def test_changes_at_the_same_time_are_versions_of_their_own_which_others_do_not_see(tmp_path: Path) -> None:
    async def work(store: Store, _: MovedClock) -> None:
        record = await kept_quiz(store, statement(1), statement(2))
        added, arranged, changed = await asyncio.gather(
            add_question(store, record, 3, statement(3)),
            arrange_quiz(store, record, [2, 1]),
            change_question(store, record, 2, statement(9)),
        )
        assert await questions(store, added) == ["Statement 1.", "Statement 2.", "Statement 3."]
        assert await questions(store, arranged) == ["Statement 2.", "Statement 1."]
        assert await questions(store, changed) == ["Statement 1.", "Statement 9."]
        assert await versions(store, record) == [1, 2, 3, 4]
        assert isinstance(added, Verified)
        assert await store.records.get(added.id, "you") is None

    in_store(tmp_path, work)


def test_a_deck_from_elsewhere_is_arranged_and_not_drawn_again(tmp_path: Path) -> None:
    async def work(store: Store, _: MovedClock) -> None:
        record = await kept_draft(store, plain_deck())
        shown = await show_deck(store, record)
        assert ([each.title for each in shown.slides], shown.theme, shown.can_restyle) == (["Rain", "雪"], None, False)
        with pytest.raises(InvalidOption):
            await change_look(store, record, "night")
        arranged = await arrange_deck(store, record, [2, 1])
        assert isinstance(arranged, Verified), arranged
        newer = await store.records.get(arranged.id, LOCAL_OWNER)
        assert newer is not None
        assert [each.title for each in (await show_deck(store, newer)).slides] == ["雪", "Rain"]

    in_store(tmp_path, work)
