"""Documents mended by their own findings, section by section."""

import pytest

from inkwright.artifacts.documents.kept_sources import SOURCE_NAME
from inkwright.artifacts.documents.markdown_sections import Chunk
from inkwright.artifacts.drafts import Draft
from inkwright.authoring.document_mending import Form, Order, mend_change, mend_document
from inkwright.errors import TypesettingTimedOut
from inkwright.llm.models import Request
from tests.authoring.benches import Room, run, said

CONTENT = (
    "Opening.\n\n## Begin\n\nSprings, see [the end](#end).\n\n## Name\n\nBy [your name].\n\n## End {#end}\n\nSea.\n"
)


@pytest.mark.parametrize("form", ["docx", "pdf"])
def test_only_the_section_that_is_to_blame_is_thought_anew(form: Form) -> None:
    room = Room([said({"markdown": "By the teacher."})])
    mended = run(mend_document(room.bench(), Order(form, "Rivers", "plain", None), CONTENT))
    assert mended.verified is not None
    assert (mended.verified.kind, mended.verified.name) == (form, f"Rivers.{form}")
    assert room.read(mended.verified.id, SOURCE_NAME).decode() == (
        '---\n"title": "Rivers"\n"kind": "plain"\n---\n' + "\n" + CONTENT.replace("By [your name].", "By the teacher.")
    )
    (asked,) = room.prompts()
    assert "By [your name]." in asked
    assert "Springs" not in asked
    assert room.told == ["Building and checking", "Mending: Name", "Building and checking"]


def test_what_cannot_be_built_is_mended_where_it_stands() -> None:
    content = "## 甲\n\n好。\n\n## 乙\n\n$\\badcommand{x}$\n"
    room = Room([said({"markdown": "$x$"})], language="zh")
    mended = run(mend_document(room.bench("zh"), Order("docx", "公式", "report", "zh"), content))
    assert mended.verified is not None
    assert [chunk.body for chunk in mended.parts] == ["\n好。\n\n", "\n$x$\n\n"]


def test_findings_that_do_not_go_away_are_told() -> None:
    count = iter(range(99))
    room = Room(lambda _: said({"markdown": f"By [your name] {next(count)}."}))
    mended = run(mend_document(room.bench(), Order("docx", "Rivers", "plain", None), "By [your name].\n"))
    assert mended.verified is None
    assert "By [your name] 1." in mended.findings[0].what
    assert len(room.model.calls) == 2


def test_a_section_that_cannot_be_mended_stays_as_it_was() -> None:
    def answer(_: Request) -> str:
        return "no"

    mended = run(mend_document(Room(answer).bench(), Order("docx", "Rivers", "plain", None), CONTENT))
    assert mended.verified is None
    assert len(mended.findings) == 1


@pytest.mark.parametrize(
    ("content", "told"),
    [("---\ncolour: red\n---\n\nx", "colour"), ("---\na: [\n---\n\nx", "cannot be read"), ("x" * 200_001, "200000")],
)
def test_a_head_or_a_size_that_is_wrong_is_nobodys_section(content: str, told: str) -> None:
    room = Room()
    mended = run(mend_document(room.bench(), Order("docx", "Rivers", "plain", None), content))
    assert mended.verified is None
    assert told in mended.findings[0].what
    assert mended.findings[0].place == "the document"
    assert room.model.calls == []


def test_a_document_that_takes_too_long_is_told_as_it_is() -> None:
    def build(_: str) -> Draft:
        raise TypesettingTimedOut(program="typst", seconds=20)

    with pytest.raises(TypesettingTimedOut):
        run(mend_change(Room().bench(), Chunk("", "x"), build, 2))
