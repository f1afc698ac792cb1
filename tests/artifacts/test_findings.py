"""Findings: they are data until someone reads them, and those of earlier versions still load."""

import ast
import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from inkwright.artifacts.findings import Finding, Location, error_finding, finding, quoted_line
from inkwright.errors import InvalidOption, TypesettingTimedOut
from inkwright.i18n import LANGUAGES, Reason
from inkwright.i18n.en import MESSAGES
from tests.each import each

SOURCES = Path(__file__).resolve().parents[2] / "src" / "inkwright"
SMALL = finding("pptx.tiny_text", Location(file="a.pptx", slide=3), size="7", least="9", text="Sugar")


def test_a_finding_reads_in_each_language() -> None:
    assert SMALL.summary("en").startswith("slide 3: ")
    assert SMALL.summary("zh").startswith("第 3 张幻灯片: ")
    assert all("Sugar" in SMALL.message(language) for language in LANGUAGES)
    assert SMALL.summary("en") == f"slide 3: {SMALL.message('en')} {SMALL.fix('en')}"


def test_commands_print_the_names_that_they_always_printed() -> None:
    printed = SMALL.to_json("en")
    assert printed == {
        "severity": "error",
        "place": "slide 3",
        "what": SMALL.message("en"),
        "mend": SMALL.fix("en"),
    }


@each(
    ("location", "english"),
    [
        (Location(file="a.pdf"), "the file a.pdf"),
        (Location(file="a.pdf", page=2), "page 2"),
        (Location(file="a.html", line=7), "line 7 of a.html"),
        (Location(question=3, part=1, path="options[1]"), "questions[2].subQuestions[0].options[1]"),
        (Location(question=3, path="question", line=12), "line 12, questions[2].question"),
        (Location(path="slides[1]", title="Rain"), "slides[1] “Rain”"),
        (Location(title="Rain"), "section “Rain”"),
        (Location(whole="deck"), "the deck"),
        (Location(whole="document"), "the document"),
        (Location(path="artifact_id"), "artifact_id"),
        (Location(label="第 1 行"), "第 1 行"),
        (Location(), ""),
    ],
)
def test_a_location_names_the_most_exact_part_that_is_known(location: Location, english: str) -> None:
    assert location.text("en") == english


def test_a_finding_gets_the_parts_of_its_location_where_they_are_known() -> None:
    found = finding("page.no_alt", Location(line=4), severity="warning").at(file="a.html")
    assert found == finding("page.no_alt", Location(file="a.html", line=4), severity="warning")


def test_a_finding_survives_json_with_the_reasons_in_it() -> None:
    when = Reason("page.when.click", what=Reason("page.control.named", tag="button", name="Go"))
    found = finding("page.run.hangs", Location(file="a.html"), seconds="5", when=when)
    again = Finding.model_validate_json(found.model_dump_json())
    assert again == found
    assert again.message("zh") == found.message("zh")
    assert found.model_dump(mode="json")["location"] == {"file": "a.html"}


def test_a_finding_of_an_earlier_version_loads_with_its_texts() -> None:
    stored = {"severity": "warning", "place": "第 1 行", "what": "It is {odd}.", "mend": "Look at it."}
    found = Finding.model_validate(stored)
    assert found.to_json("en") == found.to_json("zh") == stored
    assert Finding.model_validate_json(found.model_dump_json()) == found


def test_a_finding_with_a_code_that_is_not_known_here_shows_the_code() -> None:
    found = finding("pptx.from_the_future", Location(slide=1), text="…")
    assert (found.message("en"), found.fix("en"), found.summary("en")) == (
        "pptx.from_the_future",
        "",
        "slide 1: pptx.from_the_future",
    )


def test_neither_a_finding_nor_a_location_takes_parts_that_do_not_exist() -> None:
    with pytest.raises(ValidationError):
        Finding.model_validate({"severity": "error", "place": "here", "what": "?"})
    with pytest.raises(ValidationError):
        Location.model_validate({"where": "here"})


def test_an_error_becomes_a_finding_with_the_texts_of_the_error() -> None:
    problem = InvalidOption(option="css", value="x", allowed="Write CSS.")
    found = error_finding(problem, Location(path="css"))
    assert found.summary("en") == f"css: {problem}"
    late = error_finding(TypesettingTimedOut(program="XeLaTeX", seconds=60), Location(file="a.tex"))
    assert late.message("zh") == "XeLaTeX 排版超过 60 秒，已被停止。"


def test_a_quoted_line_is_short() -> None:
    assert quoted_line("a\nb") == "a b"
    assert quoted_line("x" * 61) == "x" * 60 + "…"


def test_every_code_in_the_source_has_its_messages() -> None:
    codes = {each for path in SOURCES.rglob("*.py") for each in _codes(ast.parse(path.read_text(encoding="utf-8")))}
    known = {key.removeprefix("finding.").removesuffix(".what") for key in MESSAGES if key.startswith("finding.")}
    assert len(codes) > 60
    assert [code for code in codes if not any(re.fullmatch(code, each) for each in known)] == []


def _codes(tree: ast.AST) -> list[str]:
    """The codes given to `finding(…)`, as patterns: a part of a code may be filled in at run time."""
    calls = [each for each in ast.walk(tree) if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)]
    codes = [call.args[0] for call in calls if ast.unparse(call.func) == "finding" and call.args]
    return [_pattern(code) for code in codes if isinstance(code, ast.Constant | ast.JoinedStr)]


def _pattern(code: ast.Constant | ast.JoinedStr) -> str:
    parts = code.values if isinstance(code, ast.JoinedStr) else [code]
    return "".join(re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+" for part in parts)
