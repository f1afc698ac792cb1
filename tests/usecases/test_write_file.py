"""One document, one agent, one file in a folder: what is told on the way and what is kept at the end."""

import asyncio
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from inkwright import InvalidOption, ModelUnavailable, NeverParsed, ScriptedModel
from inkwright.errors import UnwritableOutput
from inkwright.i18n import LANGUAGES, Language, language_of
from inkwright.llm.attempts import AttemptAccepted, AttemptRefused, AttemptStarted, Thought, ThoughtEvent
from inkwright.llm.models import Abilities, TextPiece, Usage
from inkwright.llm.scripted import Stream
from inkwright.papers.overviews import count_words
from inkwright.usecases.write_file import AGENT_NAMES, Order, WrittenFile, can_quote, keep_refused, write_file
from tests.papers.pages import CHECKLISTS, LATEX, OVERVIEWS, reply

FILES: dict[str, tuple[str, str, dict[str, str]]] = {
    "overview": ("Gauges_paper_overview.txt", "text", OVERVIEWS),
    "checklist": ("requirements_checklist.md", "markdown", CHECKLISTS),
    "latex": ("paper_framework.tex", "latex", LATEX),
}


async def no_sleep(seconds: float) -> None:
    return None


def order(folder: Path, agent: str = "checklist", document: str = "A note.", **options: Any) -> Order:
    return Order(document, agent, folder, **options)


def write(made: Order, model: ScriptedModel) -> tuple[WrittenFile, list[ThoughtEvent]]:
    told: list[ThoughtEvent] = []
    return asyncio.run(write_file(made, model, told.append, no_sleep)), told


def good(agent: str = "checklist", language: Language = "en") -> str:
    name, tag, pages = FILES[agent]
    return reply(name, tag, pages[language])


def test_one_document_gives_three_files_in_one_folder(tmp_path: Path) -> None:
    for agent in AGENT_NAMES:
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
    written = asyncio.run(write_file(order(tmp_path), model, tell, no_sleep))
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
    assert keep_refused(made, caught.value) == tmp_path / "checklist.refused.txt"
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
    assert keep_refused(made, caught.value) is None
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


@pytest.mark.parametrize("agent", AGENT_NAMES)
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
    assert [can_quote(Order(written, agent, tmp_path)) for written in (note, "We measure rain.")] == [True, False]
