"""Every example, played through the real program: what it promises is what happens, and its files are good."""

import asyncio
import json
import os
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

import pytest

from inkwright.conversation.asks import Answer, Ask, QuestionAnswer
from inkwright.conversation.events import (
    AskOpened,
    Data,
    ErrorHappened,
    Event,
    TextGrew,
    TextRetracted,
    ToolFailed,
    ToolFinished,
    ToolProgressed,
    ToolStarted,
    TurnFinished,
    Warned,
)
from inkwright.conversation.outcomes import Failed
from inkwright.examples.reading import NAMES, read_example
from inkwright.i18n import Language
from inkwright.store.conversations import ConversationRow
from inkwright.usecases.judge_file import judge_file
from inkwright.usecases.open_store import OWNER
from tests.usecases.example_stages import Seen, opened, played

LOGS = Path(__file__).parent / "golden" / "examples.json"
LANGUAGES: tuple[Language, ...] = ("en", "zh")


def line(event: Event) -> str | None:
    """One event without what differs from run to run; the parts of a page come side by side."""
    match event:
        case ToolStarted() | ToolFinished() | ToolProgressed() | ToolFailed():
            return f"{event.kind} {event.tool}"
        case Data():
            is_part = event.name.startswith("interactive-") and event.name.endswith(("-delta", "-complete"))
            return None if is_part else f"{event.name} {told(event)}".rstrip()
        case AskOpened():
            return f"ask_opened {event.ask.kind}: {event.ask.title}"
        case Warned() | ErrorHappened():
            return f"{event.kind} {event.code}"
        case TurnFinished():
            code = f" {event.outcome.code}" if isinstance(event.outcome, Failed) else ""
            return f"turn_finished {event.outcome.kind}{code}"
    return event.kind


def told(event: Data) -> str:
    """What matters of a payload."""
    payload = event.payload
    match event.name:
        case "action":
            return f"{payload['action']} {payload['intent']}"
        case "file-ready" | "interactive-content":
            return str(payload["filename"])
        case "quiz-question" | "quiz-replace":
            return f"{payload['index']} {payload['question']['questionType']} {payload['status']}"
        case "quiz-complete":
            return f"{payload['filename']} {payload['total']}"
        case "pptx-outline":
            return f"{payload['title']} {payload['totalSlides']}"
    return ""


def log_of(events: Sequence[Event]) -> list[str]:
    return [key for key, _ in groupby(filter(None, map(line, events)))]


def words_of(events: Sequence[Event]) -> str:
    """What stands on the screen at the end."""
    taken = {event.text_id for event in events if isinstance(event, TextRetracted)}
    return "".join(event.text for event in events if isinstance(event, TextGrew) and event.text_id not in taken)


def pinned(name: str, seen: Seen) -> list[str]:
    logs = json.loads(LOGS.read_text(encoding="utf-8")) if LOGS.exists() else {}
    if os.environ.get("INKWRIGHT_GOLDEN") == "write":
        logs[name] = log_of(seen.events)
        LOGS.write_text(json.dumps(logs, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    kept: list[str] = logs[name]
    return kept


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_an_example_keeps_its_promise(tmp_path: Path, name: str, language: Language) -> None:
    turns, seen = played(tmp_path, name, language)
    example = read_example(name, language)
    assert [turn.outcome.kind for turn in turns] == [turn.ends for turn in example.turns]
    assert all(turn.as_told for turn in turns)
    assert seen.messages == [turn.message for turn in example.turns]
    assert seen.too_early == []
    assert log_of(seen.events) == pinned(f"{name} {language}", seen)
    paths = [path for turn in turns for path in turn.paths]
    assert paths
    for path in paths:
        judged = asyncio.run(judge_file(path.name, path.read_bytes(), language, office=None))
        assert judged.findings == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lie_is_taken_back_and_its_reason_told(tmp_path: Path, language: Language) -> None:
    _, seen = played(tmp_path, "liar", language)
    lie = read_example("liar", language).turns[0].does[0].calls[0].arguments
    assert isinstance(lie, dict)
    assert lie["message"] not in words_of(seen.events)
    assert any(isinstance(event, TextRetracted) for event in seen.events)
    assert "nothing was made" in seen.notes[-1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_model_that_lies_to_the_end_loses_nothing_that_was_made(tmp_path: Path, language: Language) -> None:
    [turn], seen = played(tmp_path, "stubborn", language)
    assert isinstance(turn.outcome, Failed)
    assert (turn.outcome.code, [artifact.artifact_kind for artifact in turn.outcome.artifacts]) == (
        "unproven",
        ["quiz"],
    )
    assert [path.suffix for path in turn.paths] == [".json"]
    assert words_of(seen.events) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_edit_changes_one_question_and_both_versions_are_there(tmp_path: Path, language: Language) -> None:
    turns, _ = played(tmp_path, "edit", language)
    first, second = (json.loads(turn.paths[0].read_text(encoding="utf-8"))["questions"] for turn in turns)
    assert [at for at, (old, new) in enumerate(zip(first, second, strict=True)) if old != new] == [2]


@pytest.mark.parametrize(
    ("language", "value", "ending"),
    [("en", "explanation", ".pdf"), ("en", "quick", ".json"), ("zh", "handout", ".pdf"), ("zh", "quick", ".json")],
)
def test_each_option_leads_to_a_file_of_its_own(tmp_path: Path, language: Language, value: str, ending: str) -> None:
    def chooses(ask: Ask, _: Answer) -> Answer:
        return Answer(status="answered", answers=(QuestionAnswer(id=ask.questions[0].id, value=value),))

    [turn], _ = played(tmp_path, "clarify", language, chooses)
    assert [path.suffix for path in turn.paths] == [ending]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "status"), [("slides", "abandoned"), ("clarify", "cancelled")])
def test_a_person_who_does_not_want_it_gets_nothing(tmp_path: Path, name: str, status: str, language: Language) -> None:
    [turn], _ = played(tmp_path, name, language, lambda _ask, _scripted: Answer.model_validate({"status": status}))
    assert (turn.outcome.kind, turn.paths, turn.as_told) == ("answered", (), False)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_slide_that_the_person_adds_shows_its_points_because_the_script_knows_nothing_of_it(
    tmp_path: Path, language: Language
) -> None:
    def adds(ask: Ask, _: Answer) -> Answer:
        return Answer(status="edited", outline_lines=(*ask.outline_lines, "", "## Extra", "- one", "- two"))

    [turn], seen = played(tmp_path, "slides", language, adds)
    assert turn.outcome.kind == "delivered"
    assert any(isinstance(event, ToolProgressed) and "Extra" in event.message for event in seen.events)


def test_a_question_that_stays_open_ends_the_example(tmp_path: Path) -> None:
    [turn], _ = played(tmp_path, "clarify", "en", lambda _ask, _scripted: None)
    assert (turn.outcome.kind, turn.as_told) == ("asked", False)


@pytest.mark.parametrize(("language", "title"), [("en", "Example: "), ("zh", "示例：")])
def test_the_conversation_is_kept_and_says_that_it_is_an_example(
    tmp_path: Path, language: Language, title: str
) -> None:
    played(tmp_path, "edit", language)

    async def kept() -> tuple[list[ConversationRow], int]:
        async with opened(tmp_path) as store:
            return await store.conversations.conversations(OWNER), len(await store.calls.cost())

    [row], costs = asyncio.run(kept())
    assert (row.title, row.turns, costs) == (title + read_example("edit", language).title, 2, 0)
