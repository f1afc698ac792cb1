"""One document, one agent, one file in a folder: the events on the way and the file at the end."""

import asyncio
import json
import os
from collections.abc import Sequence
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from inkwright import InvalidOption, ModelUnavailable, NeverParsed, ScriptedModel
from inkwright.artifacts.text_extraction import extract_text
from inkwright.conversation.asks import Answer, Ask, QuestionAnswer
from inkwright.conversation.events import (
    AskOpened,
    Data,
    ErrorHappened,
    Event,
    TextAppended,
    TextRetracted,
    ToolFailed,
    ToolFinished,
    ToolProgressed,
    ToolStarted,
    TurnFinished,
    Warned,
)
from inkwright.conversation.turns import Failed
from inkwright.errors import UnwritableOutput
from inkwright.examples.script import EXAMPLE_NAMES, load_example
from inkwright.i18n import LANGUAGES, Language, language_of
from inkwright.llm.attempts import AttemptAccepted, AttemptRefused, AttemptStarted, Thought, ThoughtEvent
from inkwright.llm.models import Abilities, TextPiece, Usage
from inkwright.llm.scripted import Stream
from inkwright.papers.checks import count_words
from inkwright.store.conversations import ConversationRow
from inkwright.usecases.make import (
    AGENTS,
    PaperFileRequest,
    WrittenFile,
    can_quote,
    save_refused_reply,
    write_paper_file,
)
from inkwright.usecases.render import check_file
from inkwright.usecases.store import LOCAL_OWNER
from tests.each import each
from tests.papers.sample_files import CHECKLISTS, LATEX, OVERVIEWS, reply
from tests.usecases.example_displays import Seen, opened, played

FILES: dict[str, tuple[str, str, dict[str, str]]] = {
    "overview": ("Gauges_paper_overview.txt", "text", OVERVIEWS),
    "checklist": ("requirements_checklist.md", "markdown", CHECKLISTS),
    "latex": ("paper_framework.tex", "latex", LATEX),
}


async def no_sleep(seconds: float) -> None:
    return None


def order(folder: Path, agent: str = "checklist", document: str = "A note.", **options: Any) -> PaperFileRequest:
    return PaperFileRequest(document, agent, folder, **options)


def write(made: PaperFileRequest, model: ScriptedModel) -> tuple[WrittenFile, list[ThoughtEvent]]:
    told: list[ThoughtEvent] = []
    return asyncio.run(write_paper_file(made, model, told.append, no_sleep)), told


def good(agent: str = "checklist", language: Language = "en") -> str:
    name, tag, pages = FILES[agent]
    return reply(name, tag, pages[language])


def test_one_document_gives_three_files_in_one_folder(tmp_path: Path) -> None:
    for agent in AGENTS:
        write(order(tmp_path, agent), ScriptedModel([good(agent)]))
    assert {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()} == {
        name: pages["en"] + "\n" for name, _, pages in FILES.values()
    }


def test_events_come_in_order_and_the_file_is_there_before_the_last(tmp_path: Path) -> None:
    told: list[ThoughtEvent] = []
    there: list[bool] = []

    def tell(event: ThoughtEvent) -> None:
        told.append(event)
        there.append((tmp_path / "requirements_checklist.md").exists())

    bad = reply("a.md", "markdown", "nothing")
    model = ScriptedModel([bad, Stream([good()[:20], good()[20:]])])
    written = asyncio.run(write_paper_file(order(tmp_path), model, tell, no_sleep))
    feedback = (
        "The checklist has no items. Write each need as a line that begins with - [ ], "
        "figures under one heading and text under another."
    )
    assert told[:-1] == [
        AttemptStarted(1, "ask"),
        TextPiece(bad),
        AttemptRefused(1, bad, feedback),
        AttemptStarted(2, "retry"),
        TextPiece(good()[:20]),
        TextPiece(good()[20:]),
        AttemptAccepted(2, "retry"),
    ]
    assert isinstance(told[-1], Thought)
    assert there == [False] * 7 + [True]
    assert written.attempts == 2


def test_the_result_says_where_the_file_is_and_what_it_took(tmp_path: Path) -> None:
    written, _ = write(order(tmp_path), ScriptedModel([good()]))
    assert (written.path, written.is_skipped, written.skip_reason) == (
        tmp_path / "requirements_checklist.md",
        False,
        None,
    )
    assert written.usage.completion_tokens == len(good().split())
    assert written.usage.dollars == 0.0


def test_a_skip_writes_nothing_and_keeps_the_reason(tmp_path: Path) -> None:
    model = ScriptedModel(["SKIPPED: the document is a LaTeX paper already"])
    written, _ = write(order(tmp_path, "latex"), model)
    assert written == WrittenFile(
        None, True, "SKIPPED: the document is a LaTeX paper already", Usage(written.usage.prompt_tokens, 8), 1
    )
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_the_same_name_stays_unless_it_may_be_overwritten(tmp_path: Path) -> None:
    for expected in ("requirements_checklist.md", "requirements_checklist (2).md"):
        written, _ = write(order(tmp_path), ScriptedModel([good()]))
        assert written.path == tmp_path / expected
    written, _ = write(order(tmp_path, overwrite=True), ScriptedModel([good()]))
    assert written.path == tmp_path / "requirements_checklist.md"


@pytest.mark.parametrize(("document", "language"), [("A note.", "en"), ("一份笔记。", "zh")])
def test_the_agent_speaks_the_language_of_the_document(tmp_path: Path, document: str, language: Language) -> None:
    model = ScriptedModel([good("checklist", language)])
    write(order(tmp_path, document=document), model)
    system, user = model.calls[0].messages
    assert language_of(system["content"]) == language
    assert user["content"] == document


def test_a_weak_model_sees_no_example(tmp_path: Path) -> None:
    for is_weak in (True, False):
        model = ScriptedModel([ModelUnavailable(model="m", problem="down")], abilities=Abilities(is_weak=is_weak))
        with pytest.raises(ModelUnavailable):
            write(order(tmp_path), model)
        assert ("<example>" in str(model.calls[0].messages)) is not is_weak


def test_when_no_attempt_is_accepted_the_last_reply_is_kept(tmp_path: Path) -> None:
    made = order(tmp_path, max_attempts=3)
    with pytest.raises(NeverParsed) as caught:
        write(made, ScriptedModel(["no blocks", "still none", ""]))
    assert len(caught.value.attempts) == 3
    assert save_refused_reply(made, caught.value) == tmp_path / "checklist.refused.txt"
    assert (tmp_path / "checklist.refused.txt").read_text(encoding="utf-8") == "still none"


@pytest.mark.parametrize(
    "name", ["../out.md", "/etc/out.md", "a/b.md", "nul.md", ".hidden.md", "list.txt", "x" * 300 + ".md"]
)
def test_a_name_that_leads_elsewhere_or_has_another_extension_is_never_written(tmp_path: Path, name: str) -> None:
    with pytest.raises(NeverParsed):
        write(order(tmp_path / "in", max_attempts=1), ScriptedModel([reply(name, "markdown", CHECKLISTS["en"])]))
    assert list(tmp_path.rglob("*")) == [tmp_path / "in"]


def test_of_replies_that_are_all_empty_nothing_is_kept(tmp_path: Path) -> None:
    made = order(tmp_path, max_attempts=1)
    with pytest.raises(NeverParsed) as caught:
        write(made, ScriptedModel([""]))
    assert save_refused_reply(made, caught.value) is None
    assert list(tmp_path.iterdir()) == []


def test_an_error_of_the_model_is_raised_as_it_is(tmp_path: Path) -> None:
    error = ModelUnavailable(model="m", problem="down")
    with pytest.raises(ModelUnavailable) as caught:
        write(order(tmp_path), ScriptedModel([error]))
    assert caught.value is error


def test_a_folder_that_cannot_be_written_is_told_before_the_model_is_asked(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    model = ScriptedModel([good()])
    with pytest.raises(UnwritableOutput):
        write(order(tmp_path / "file"), model)
    assert model.calls == []


def test_an_agent_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidOption, match="overview, checklist, latex"):
        write(order(tmp_path, "poem"), ScriptedModel([]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_a_note_to_try_in_each_language(language: Language) -> None:
    note = files("inkwright.usecases").joinpath("samples", f"note.{language}.md").read_text(encoding="utf-8")
    assert language_of(note) == language
    assert 250 <= count_words(note) <= {"en": 400, "zh": 700}[language]


@pytest.mark.parametrize("agent", AGENTS)
def test_a_weak_model_has_enough_to_quote_in_a_note_and_too_little_in_a_few_lines(tmp_path: Path, agent: str) -> None:
    topics = (
        "gauges",
        "radars",
        "valleys",
        "filters",
        "farmers",
        "seasons",
        "slopes",
        "floods",
        "rivers",
        "dams",
        "clouds",
    )
    note = " ".join(f"In this study we measure how the {topic} of the hills change with the rain." for topic in topics)
    assert [can_quote(PaperFileRequest(written, agent, tmp_path)) for written in (note, "We measure rain.")] == [
        True,
        False,
    ]


LOGS = Path(__file__).parent / "golden" / "examples.json"
EXAMPLE_LANGUAGES: tuple[Language, ...] = ("en", "zh")


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
    """What the screen shows at the end."""
    taken = {event.text_id for event in events if isinstance(event, TextRetracted)}
    return "".join(event.text for event in events if isinstance(event, TextAppended) and event.text_id not in taken)


def pinned(name: str, seen: Seen) -> list[str]:
    logs = json.loads(LOGS.read_text(encoding="utf-8")) if LOGS.exists() else {}
    if os.environ.get("INKWRIGHT_GOLDEN") == "write":
        logs[name] = log_of(seen.events)
        LOGS.write_text(json.dumps(logs, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    kept: list[str] = logs[name]
    return kept


@each("language", EXAMPLE_LANGUAGES)
@each("name", EXAMPLE_NAMES)
def test_an_example_keeps_its_promise(tmp_path: Path, name: str, language: Language) -> None:
    turns, seen = played(tmp_path, name, language)
    example = load_example(name, language)
    assert [turn.outcome.kind for turn in turns] == [turn.ends for turn in example.turns]
    assert all(turn.as_scripted for turn in turns)
    assert seen.messages == [turn.message for turn in example.turns]
    assert seen.too_early == []
    assert log_of(seen.events) == pinned(f"{name} {language}", seen)
    paths = [path for turn in turns for path in turn.paths]
    assert paths
    for path in paths:
        judged = asyncio.run(check_file(path.name, path.read_bytes(), language, office=None))
        # Whether this machine has a Chinese font is no matter of the file.
        assert [each for each in judged.findings if each.code != "fonts.boxed"] == []


@pytest.mark.parametrize("language", EXAMPLE_LANGUAGES)
def test_a_lie_is_taken_back_and_its_reason_told(tmp_path: Path, language: Language) -> None:
    _, seen = played(tmp_path, "liar", language)
    lie = load_example("liar", language).turns[0].does[0].calls[0].arguments
    assert isinstance(lie, dict)
    assert lie["message"] not in words_of(seen.events)
    assert any(isinstance(event, TextRetracted) for event in seen.events)
    assert "nothing was made" in seen.notes[-1]


@pytest.mark.parametrize("language", EXAMPLE_LANGUAGES)
def test_a_model_that_lies_to_the_end_loses_nothing_that_was_made(tmp_path: Path, language: Language) -> None:
    [turn], seen = played(tmp_path, "stubborn", language)
    assert isinstance(turn.outcome, Failed)
    assert (turn.outcome.code, [artifact.artifact_kind for artifact in turn.outcome.artifacts]) == (
        "unproven",
        ["quiz"],
    )
    assert [path.suffix for path in turn.paths] == [".html", ".docx"]
    assert words_of(seen.events) == ""


@pytest.mark.parametrize("language", EXAMPLE_LANGUAGES)
def test_an_edit_changes_one_question_and_both_versions_are_there(tmp_path: Path, language: Language) -> None:
    turns, _ = played(tmp_path, "edit", language)
    first, second = (extract_text("a.docx", turn.paths[1].read_bytes()).split("**3.**")[0] for turn in turns)
    assert first == second
    assert turns[0].paths[1].read_bytes() != turns[1].paths[1].read_bytes()


@pytest.mark.parametrize(
    ("language", "value", "ending"),
    [("en", "explanation", ".pdf"), ("en", "quick", ".html"), ("zh", "handout", ".pdf"), ("zh", "quick", ".html")],
)
def test_each_option_leads_to_a_file_of_its_own(tmp_path: Path, language: Language, value: str, ending: str) -> None:
    def chooses(ask: Ask, _: Answer) -> Answer:
        return Answer(status="answered", answers=(QuestionAnswer(id=ask.questions[0].id, value=value),))

    [turn], _ = played(tmp_path, "clarify", language, chooses)
    assert turn.paths[0].suffix == ending


@pytest.mark.parametrize("language", EXAMPLE_LANGUAGES)
@pytest.mark.parametrize(("name", "status"), [("slides", "abandoned"), ("clarify", "cancelled")])
def test_a_person_who_does_not_want_it_gets_nothing(tmp_path: Path, name: str, status: str, language: Language) -> None:
    [turn], _ = played(tmp_path, name, language, lambda _ask, _scripted: Answer.model_validate({"status": status}))
    assert (turn.outcome.kind, turn.paths, turn.as_scripted) == ("answered", (), False)


@pytest.mark.parametrize("language", EXAMPLE_LANGUAGES)
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
    assert (turn.outcome.kind, turn.as_scripted) == ("asked", False)


@pytest.mark.parametrize(("language", "title"), [("en", "Example: "), ("zh", "示例：")])
def test_the_conversation_is_kept_and_says_that_it_is_an_example(
    tmp_path: Path, language: Language, title: str
) -> None:
    played(tmp_path, "edit", language)

    async def kept() -> tuple[list[ConversationRow], int]:
        async with opened(tmp_path) as store:
            return await store.conversations.conversations(LOCAL_OWNER), len(await store.calls.cost())

    [row], costs = asyncio.run(kept())
    assert (row.title, row.turns, costs) == (title + load_example("edit", language).title, 2, 0)
