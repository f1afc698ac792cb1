"""Tests of the evidence: numbers and citations must be in the sources, and no example may be copied."""

from inkwright.papers.agents import LaTeXPaperGeneratorAgent, PaperOverviewAgent
from inkwright.papers.evidence import PaperEvidence, echoed_line, grounded
from inkwright.parsing.files import File
from tests.each import each
from tests.papers.sample_files import LATEX

NOTES = "We cycled 24 cells, 1,200 times, at 25 C; capacity 88.4 % (sd 1.10). [severson2019] uses curves."


@each(
    ("content", "unknown"),
    [
        ("After 1200 cycles, 88.40 \\% of 24 cells remain (sd 1.1).", []),
        ("We reach 97.2 \\% on 35 cells.", ["97.2", "35"]),
        ("\\includegraphics[width=0.85\\textwidth]{a12} and $x_{17}$, Section 3", []),
        ("采纳率达到44.7%，共24只", ["44.7"]),
        ("\\vspace{12pt} in [severson2019] % 999", []),
    ],
)
def test_a_number_must_be_in_the_sources(content: str, unknown: list[str]) -> None:
    assert PaperEvidence(NOTES).unknown_numbers(content) == unknown


def test_a_citation_must_be_in_the_sources_or_the_bibliography() -> None:
    evidence = PaperEvidence(NOTES, ("@book{knuth84, title={T}}",))
    assert evidence.unknown_citations("\\cite{severson2019,knuth84} \\citep[p.~4]{made2020}") == ["made2020"]


@each("language", ["en", "zh"])
def test_the_example_of_the_prompt_is_refused(language: str) -> None:
    agent = LaTeXPaperGeneratorAgent("zh" if language == "zh" else "en")
    content = LATEX[language]
    assert echoed_line(content, agent.prompt, "My own notes.") is not None
    assert echoed_line(content, agent.prompt, content) is None, "a document about the same thing is no echo"
    problem = grounded(agent, PaperEvidence("My own notes."), "en").validator
    assert problem is not None
    assert "copied from the example" in (problem(File("paper_framework.tex", content)) or "")


def test_a_text_of_ones_own_is_no_echo() -> None:
    assert echoed_line("Title\nBatteries age slowly and then quickly\n", PaperOverviewAgent().prompt, "notes") is None


@each(
    "content, unknown",
    [
        ("We tested 40 gauges, forty gauges, over 12 months.", []),
        ("Eighty-seven pupils took part.", ["Eighty-seven"]),
        ("共调查了五十六名学生，占百分之四十五，历时十二个月。", ["五十六", "百分之四十五"]),
        ("In three steps, with hundreds of parts, a third of them as one; 统一了千方百计和万一。", []),
    ],
)
def test_numbers_in_words_are_compared_too(content: str, unknown: list[str]) -> None:
    evidence = PaperEvidence("We tested forty gauges over twelve months.")
    assert evidence.unknown_numbers(content) == unknown
