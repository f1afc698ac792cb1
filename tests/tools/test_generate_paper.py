"""The tool that writes a paper from attached notes: stages kept, nothing believed, "not compiled" said."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inkwright.agent.intents import deliverables_in
from inkwright.errors import InvalidOption, NeverParsed
from inkwright.ids import TimedIds
from inkwright.llm.models import Request
from inkwright.papers.assembly import paper_title
from inkwright.papers.pipeline import SECTIONS, STAGES
from inkwright.papers.sessions import PaperSessions
from inkwright.tools.generate_paper import TOOL
from tests.authoring.author_contexts import OWNER, Room
from tests.papers.test_pipeline import NOTES, REPLIES


@pytest.fixture(autouse=True)
def _without_tex(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiling takes seconds, and is tested with the pipeline."""
    monkeypatch.setenv("PATH", "")


def papers(home: Path) -> PaperSessions:
    return PaperSessions(home, OWNER, TimedIds())


def writer(**changed: Any) -> Callable[[Request], Any]:
    replies = {**REPLIES, **changed}
    return lambda request: replies[request.subject]


def room(home: Path, notes: dict[str, str], **changed: Any) -> Room:
    found = Room(writer(**changed), home=home)
    for name, words in notes.items():
        asyncio.run(found.attachments.add("conv_1", name, words, owner=OWNER))
    return found


def test_attached_notes_become_a_verified_paper_that_says_it_was_not_compiled(tmp_path: Path) -> None:
    given = room(tmp_path, {"gauges.pdf": NOTES})
    done = given.made(TOOL)
    (tex,) = done.artifacts
    assert (tex.kind, tex.name, tex.title) == (
        "tex",
        "Calibration of Instruments.tex",
        "Calibration of Instruments",
    )
    assert b"\\section{Introduction}" in given.read(tex.id)
    assert done.facts["compiled"] is False
    assert done.facts["not_compiled_because"]
    assert len(given.told) == len(STAGES)


def test_the_paper_of_a_chat_is_among_the_papers(tmp_path: Path) -> None:
    done = room(tmp_path, {"gauges.md": NOTES}).made(TOOL, template="ieee")
    (session,) = papers(tmp_path).all()
    assert (session.id, session.settings["title"]) == (done.facts["paper_id"], "gauges.md")
    assert session.settings["template"] == "ieee"
    assert list(session.records) == list(STAGES)


def test_a_call_that_is_repeated_continues_in_the_same_folder_and_asks_for_nothing_twice(tmp_path: Path) -> None:
    broken = room(tmp_path, {"gauges.md": NOTES}, methods="I would rather not.")
    with pytest.raises(NeverParsed):
        broken.made(TOOL)
    (session,) = papers(tmp_path).all()
    assert session.id in broken.told[-1]
    again = room(tmp_path, {"gauges.md": NOTES})
    again.made(TOOL)
    assert [call.subject for call in again.model.calls] == ["methods", "experiments", "conclusion"]
    assert len(papers(tmp_path).all()) == 1


def test_other_notes_or_another_turn_are_another_paper(tmp_path: Path) -> None:
    given = room(tmp_path, {"gauges.md": NOTES})
    given.made(TOOL)
    given.made(TOOL, given.context(turn="turn_2"))
    asyncio.run(given.attachments.add("conv_1", "more.md", "The pump failed.", owner=OWNER))
    given.made(TOOL)
    assert len(papers(tmp_path).all()) == 3


@pytest.mark.parametrize("notes", [{}, {"empty.md": "  \n"}])
def test_without_notes_nothing_is_begun(tmp_path: Path, notes: dict[str, str]) -> None:
    given = room(tmp_path, notes)
    with pytest.raises(InvalidOption, match="Attach the files"):
        given.call(TOOL)
    assert papers(tmp_path).all() == []
    assert given.model.calls == []


def test_an_attached_bibliography_and_outline_are_used_as_what_they_are(tmp_path: Path) -> None:
    book = "@article{severson2019, author={Severson}, title={Curves}, year={2019}}"
    outline = "\\documentclass{article}\n\\title{Gauges}\n\\begin{document}\n\\maketitle\n\\end{document}\n"
    given = room(tmp_path, {"notes.docx": NOTES, "refs.bib": book, "outline.tex": outline})
    done = given.made(TOOL)
    assert "framework" in done.facts["skipped"]
    assert b"Severson. Curves. 2019" in given.read(done.artifacts[0].id)
    assert [call.subject for call in given.model.calls] == ["overview", "checklist", *SECTIONS]


@pytest.mark.parametrize(
    "message",
    [
        "Write a paper from these notes",
        "please turn @notes.md into a short research paper",
        "写一篇关于仪表的论文",
        "把这些笔记整理成一篇论文",
        "根據這些筆記寫一篇論文",
        "I need a conference paper as PDF",
    ],
)
def test_a_message_asks_for_a_paper(message: str) -> None:
    assert deliverables_in(message) == ("paper",)


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("Make slides from my paper", ("slides",)),
        ("make an exam paper with 5 questions", ("quiz",)),
        ("make a quiz about paper making", ("quiz",)),
        ("Make a summary of this paper", ("doc",)),
        ("根据这篇论文做幻灯片", ("slides",)),
        ("做一份论文写作的幻灯片", ("slides",)),
        ("写一份论文总结", ("doc",)),
        ("Make a paper plane game", ("page",)),
    ],
)
def test_a_paper_as_the_source_or_topic_is_not_asked_for(message: str, wanted: tuple[str, ...]) -> None:
    assert deliverables_in(message) == wanted


@pytest.mark.parametrize(
    ("tex", "title"),
    [
        ("\\title{A \\textbf{bold} claim \\\\ of $x$}", "A bold claim of x"),
        ("\\title[short]{仪表读数}", "仪表读数"),
        ("no title", ""),
    ],
)
def test_a_title_is_plain_text(tex: str, title: str) -> None:
    assert paper_title(tex) == title
