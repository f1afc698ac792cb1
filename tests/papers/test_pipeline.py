"""Tests of the pipeline: each stage is done once, whatever fails, and nothing is believed."""

import asyncio
import contextlib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from inkwright.artifacts.documents.tex.tex_compiler import xelatex_path
from inkwright.errors import InvalidOption, ModelUnavailable, NeverParsed
from inkwright.ids import TimedIds
from inkwright.llm.models import Abilities, Request
from inkwright.llm.scripted import ScriptedModel
from inkwright.papers.pipeline import SECTIONS, STAGES, PaperRun, stages_from, total_usage, write_paper
from inkwright.papers.sessions import PaperSession, PaperSessions
from inkwright.papers.sources import PaperSource
from tests.each import each
from tests.papers.sample_files import OVERVIEWS

NOTES = (
    "# Reading gauges\n\n"
    + OVERVIEWS["en"]
    + "\n\nWe tested 40 gauges over 6 weeks; the mean error was 1.4 %. [severson2019] predicts from curves.\n"
)
FRAMEWORK = r"""\documentclass{article}
\title{Calibration of Instruments}
\begin{document}
\maketitle
\begin{abstract}
We describe how instruments are calibrated from a few photographs in the field.
\end{abstract}
\section{Introduction}
Others work with curves \cite{severson2019}.
\begin{thebibliography}{9}
\bibitem{severson2019} Severson et al., 2019.
\end{thebibliography}
\end{document}"""
CHECKLIST = (
    "## Figure needs\n\n- [ ] Figure 1: the steps of the method\n\n## Text needs\n\n- [ ] Limits: what was not tested"
)
PROSE = (
    "The instruments of the plant are read by a camera, and the scale is found from photographs that a worker takes "
    "when it is installed. We compare with earlier work on curves"
)


@pytest.fixture(autouse=True)
def _without_tex(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """Compiling takes seconds: one test does it."""
    if "compiles" not in request.node.name:
        monkeypatch.setenv("PATH", "")


async def no_sleep(_seconds: float) -> None:
    """Do not wait."""


def blocks(name: str, tag: str, content: str) -> str:
    return f"```path\n{name}\n```\n\n```{tag}\n{content}\n```"


def section(name: str, words: str = PROSE) -> str:
    head = "" if name == "abstract" else f"\\section{{{name.title().replace('_', ' ')}}}\\label{{sec:x}}\n"
    return blocks(f"{name}.tex", "latex", f"{head}{words} \\cite{{severson2019}}.")


REPLIES = {
    "overview": blocks("Gauges_paper_overview.txt", "text", OVERVIEWS["en"]),
    "latex": blocks("paper_framework.tex", "latex", FRAMEWORK),
    "checklist": blocks("requirements_checklist.md", "markdown", CHECKLIST),
    **{name: section(name) for name in SECTIONS},
}


class Writer:
    """A model that writes every file well, except where it is told to fail."""

    def __init__(self, **changed: Any) -> None:
        self.asked: list[str] = []
        self._replies = {**REPLIES, **changed}
        self.model = ScriptedModel(self._reply)

    def _reply(self, request: Request) -> Any:
        self.asked.append(request.subject)
        reply = self._replies[request.subject]
        return reply(request) if callable(reply) else reply


def new_session(folder: Path, notes: str = NOTES, name: str = "notes.md", **settings: Any) -> PaperSession:
    sessions = PaperSessions(folder, "local", TimedIds())
    return sessions.create([PaperSource(name, notes.encode())], {"title": name, **settings}, datetime.now(UTC))


def written(session: PaperSession, writer: Writer) -> dict[str, Any]:
    return asyncio.run(write_paper(session, session, PaperRun(writer.model, sleep=no_sleep)))


def test_notes_become_a_paper(tmp_path: Path) -> None:
    session, writer = new_session(tmp_path), Writer()
    records = written(session, writer)
    assert list(records) == list(STAGES)
    assert records["paper"]["problems"] == []
    assert writer.asked == ["overview", "latex", "checklist", *SECTIONS]
    paper = session.generated()["paper.tex"].decode()
    assert paper.count("\\bibitem{severson2019} Severson et al., 2019.") == 1
    assert paper.count("\\label{sec:x}") == 1, "labels that sections share are told apart"
    assert (records["pdf"]["compiled"], records["pdf"]["file"]) == (False, "")
    assert total_usage(records)["prompt_tokens"] == sum(
        r.get("usage", {}).get("prompt_tokens", 0) for r in records.values()
    )


@pytest.mark.skipif(xelatex_path() is None, reason="XELATEX IS NOT INSTALLED: no paper is compiled")
def test_the_paper_compiles_after_a_repair_from_its_own_log(tmp_path: Path) -> None:
    broken = section("methods", f"{PROSE} \\stepcounter{{lost}}")
    session = new_session(tmp_path)
    writer = Writer(methods=broken, repair=lambda request: _repaired(request))
    records = written(session, writer)
    assert (records["pdf"]["compiled"], records["pdf"]["repairs"]) == (True, 1)
    assert session.generated()["paper.pdf"].startswith(b"%PDF")


def _repaired(request: Request) -> str:
    given = str(request.messages[-1]["content"]).partition("\n\n! ")[0]
    return blocks("paper.tex", "latex", given.replace(" \\stepcounter{lost}", ""))


@each("stage", ["overview", "latex", "checklist", "introduction", "conclusion"])
def test_a_failure_keeps_every_finished_stage_and_does_none_twice(stage: str, tmp_path: Path) -> None:
    session = new_session(tmp_path)
    first = Writer(**{stage: ModelUnavailable(model="m", problem="gone")})
    with pytest.raises(ModelUnavailable):
        written(session, first)
    kept = session.records
    second = Writer()
    written(session, second)
    assert first.asked[-1] == stage
    assert first.asked[:-1] + second.asked == ["overview", "latex", "checklist", *SECTIONS]
    assert {name: session.records[name] for name in kept} == kept


def test_a_finished_paper_asks_nothing_and_a_forced_stage_is_done_again(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    written(session, Writer())
    again = Writer()
    written(session, again)
    assert again.asked == []
    session.forget(stages_from("experiments"))
    written(session, again)
    assert again.asked == ["experiments", "conclusion"]
    with pytest.raises(InvalidOption):
        stages_from("appendix")


@each(("name", "settings"), [("notes.md", {"has_outline": True}), ("outline.tex", {})])
def test_an_outline_skips_the_framework_without_asking(name: str, settings: dict[str, Any], tmp_path: Path) -> None:
    notes = (
        FRAMEWORK.replace("Others", "We tested 40 gauges over 6 weeks, 1.4 percent. Others")
        if ".tex" in name
        else NOTES
    )
    writer = Writer(overview=blocks("a_paper_overview.txt", "text", OVERVIEWS["en"]))
    session = new_session(tmp_path, notes + NOTES if name == "notes.md" else notes, name, **settings)
    records = asyncio.run(_until_checklist(session, writer))
    assert "latex" not in writer.asked
    assert records["framework"]["skipped"]


def test_an_outline_needs_a_model_that_writes_before_any_stage_is_done(tmp_path: Path) -> None:
    session = new_session(tmp_path, NOTES, has_outline=True)
    weak = ScriptedModel([], abilities=Abilities(is_weak=True))
    with pytest.raises(InvalidOption, match="a model that can write"):
        asyncio.run(write_paper(session, session, PaperRun(weak, sleep=no_sleep)))
    assert session.records == {}


async def _until_checklist(session: PaperSession, writer: Writer) -> dict[str, Any]:
    with contextlib.suppress(NeverParsed):
        await write_paper(session, session, PaperRun(writer.model, sleep=no_sleep))
    return session.records


def test_the_latex_agent_may_skip_and_no_other(tmp_path: Path) -> None:
    session = new_session(tmp_path)
    writer = Writer(latex="SKIPPED: it is a paper already")
    assert "it is a paper already" in written(session, writer)["framework"]["reason"]
    with pytest.raises(NeverParsed):
        written(new_session(tmp_path / "b"), Writer(overview="SKIPPED: no need"))


@each(
    ("words", "feedback"),
    [
        (f"{PROSE}, and the error falls by 97.2 \\%", "These numbers are not in the sources: 97.2"),
        (f"{PROSE} \\cite{{invented2020}}", "No source names these works: invented2020"),
        (f"{PROSE} \\input{{/etc/passwd}}", "runs a program or reads outside"),
        ("Too short", "fewer than 20 words"),
    ],
)
def test_a_section_without_evidence_is_refused(words: str, feedback: str, tmp_path: Path) -> None:
    with pytest.raises(NeverParsed) as caught:
        written(new_session(tmp_path), Writer(methods=section("methods", words)))
    assert feedback in caught.value.attempts[-1].feedback


def test_no_source_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(InvalidOption):
        written(new_session(tmp_path, "", "empty.md"), Writer())


@pytest.mark.soak
@pytest.mark.parametrize("number", range(50))
def test_fifty_faults_keep_every_finished_stage(number: int, tmp_path: Path) -> None:
    names = ["overview", "latex", "checklist", *SECTIONS]
    session, asked = new_session(tmp_path), []
    for fault in (names[number % 9], names[(number * 5 + 3) % 9]):
        writer = Writer(**{fault: ModelUnavailable(model="m", problem="gone")})
        if fault not in asked:
            with pytest.raises(ModelUnavailable):
                written(session, writer)
            asked += writer.asked[:-1]
    last = Writer()
    written(session, last)
    assert asked + last.asked == names
