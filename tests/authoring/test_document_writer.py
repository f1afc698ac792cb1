"""Documents: sections written one by one under their headings, and fixed."""

import pytest

from inkwright.artifacts.documents.sections import SectionChunk
from inkwright.artifacts.documents.source_file import SOURCE_NAME
from inkwright.artifacts.drafts import Draft
from inkwright.authoring.document_writer import (
    DocumentRequest,
    SectionItem,
    SectionRequest,
    fix_document,
    fix_section_edit,
    rewrite_section,
    section_from_points,
    write_sections,
)
from inkwright.errors import ModelRefused, TypesettingTimedOut
from inkwright.llm.models import Request
from tests.authoring.author_contexts import Room, run, said


def test_sections_are_written_in_order_under_their_headings() -> None:
    def answer(request: Request) -> str:
        number = 1 if "section 1 and" in str(request.messages[0]["content"]) else 2
        return said({"markdown": f"Text {number} with $\\frac{{1}}{{2}}$.\n"})

    room = Room(answer)
    written = run(
        write_sections(room.bench(), "Rivers", "for class 5", [SectionItem("Begin", ("springs",)), SectionItem("End")])
    )
    assert written.parts == (
        SectionChunk("## Begin\n", "\nText 1 with $\\frac{1}{2}$.\n\n"),
        SectionChunk("## End\n", "\nText 2 with $\\frac{1}{2}$.\n\n"),
    )
    assert "- springs" in "".join(room.prompts())


@pytest.mark.parametrize(
    ("bad", "feedback"),
    [
        ("  ", "空的"),
        ("## 又一个标题\n\n甲", "已经写在正文上方"),
        ("标题\n====\n\n甲", "已经写在正文上方"),
        ("```\n甲", "没有结束"),
        ("甲" * 20_001, "最多 20000 个"),
    ],
)
def test_an_unusable_section_is_written_again_with_feedback(bad: str, feedback: str) -> None:
    room = Room([said({"markdown": bad}), said({"markdown": "### 小标题\n\n甲\n\n```\n# 代码\n```"})], language="zh")
    written = run(write_sections(room.bench("zh"), "河流", "", [SectionItem("源头")]))
    assert written.failed == ()
    assert feedback in room.prompts()[1]


def test_a_failed_section_is_reported_and_a_model_error_is_raised() -> None:
    room = Room(
        lambda request: "no" if "“End”" in str(request.messages[0]["content"]) else said({"markdown": "Words."})
    )
    written = run(write_sections(room.bench(), "Rivers", "", [SectionItem("Begin"), SectionItem("End", ("sea",))]))
    assert [part is None for part in written.parts] == [False, True]
    assert [each.name for each in written.failed] == ["End"]
    refused = ModelRefused(model="m", problem="no")
    with pytest.raises(ModelRefused):
        run(write_sections(Room([refused]).bench(), "Rivers", "", [SectionItem("Begin")]))


def test_points_become_a_list() -> None:
    assert section_from_points(SectionItem("End", ("sea", "lake\nor pond"))) == SectionChunk(
        "## End\n", "\n- sea\n- lake or pond\n\n"
    )
    assert section_from_points(SectionItem("End")) is None


@pytest.mark.parametrize("action", ["replace", "append"])
def test_a_change_is_written_with_the_present_text_in_the_prompt(action: str) -> None:
    room = Room([said({"markdown": "| a |\n|---|\n| 1 |"})])
    new = run(rewrite_section(room.bench(), SectionRequest("Rivers", "End", "In the sea.", 2, action, "add a table")))
    assert new == "| a |\n|---|\n| 1 |"
    assert all(part in room.prompts()[0] for part in ("“Rivers”", "In the sea.", "add a table"))


def test_a_new_section_comes_with_its_heading() -> None:
    room = Room([said({"heading": "Lakes", "markdown": "Calm.\n"})])
    assert (
        run(rewrite_section(room.bench(), SectionRequest("R", "End", "x", 3, "insert_after", "lakes")))
        == "### Lakes\n\nCalm."
    )


CONTENT = (
    "Opening.\n\n## Begin\n\nSprings, see [the end](#end).\n\n## Name\n\nBy [your name].\n\n## End {#end}\n\nSea.\n"
)


@pytest.mark.parametrize("form", ["docx", "pdf"])
def test_only_the_section_with_errors_is_rewritten(form: str) -> None:
    room = Room([said({"markdown": "By the teacher."})])
    mended = run(fix_document(room.bench(), DocumentRequest(form, "Rivers", "plain", None), CONTENT))
    assert mended.verified is not None
    assert (mended.verified.kind, mended.verified.name) == (form, f"Rivers.{form}")
    assert room.read(mended.verified.id, SOURCE_NAME).decode() == (
        '---\n"title": "Rivers"\n"kind": "plain"\n---\n' + "\n" + CONTENT.replace("By [your name].", "By the teacher.")
    )
    (asked,) = room.prompts()
    assert "By [your name]." in asked
    assert "Springs" not in asked
    assert room.told == ["Building and checking", "Fixing: Name", "Building and checking"]


def test_a_section_that_cannot_be_built_is_fixed() -> None:
    content = "## 甲\n\n好。\n\n## 乙\n\n$\\badcommand{x}$\n"
    room = Room([said({"markdown": "$x$"})], language="zh")
    mended = run(fix_document(room.bench("zh"), DocumentRequest("docx", "公式", "report", "zh"), content))
    assert mended.verified is not None
    assert [chunk.body for chunk in mended.parts] == ["\n好。\n\n", "\n$x$\n\n"]


def test_persistent_findings_are_returned() -> None:
    count = iter(range(99))
    room = Room(lambda _: said({"markdown": f"By [your name] {next(count)}."}))
    mended = run(fix_document(room.bench(), DocumentRequest("docx", "Rivers", "plain", None), "By [your name].\n"))
    assert mended.verified is None
    assert "By [your name] 1." in mended.findings[0].message("en")
    assert len(room.model.calls) == 2


def test_a_section_that_cannot_be_fixed_stays_the_same() -> None:
    def answer(_: Request) -> str:
        return "no"

    mended = run(fix_document(Room(answer).bench(), DocumentRequest("docx", "Rivers", "plain", None), CONTENT))
    assert mended.verified is None
    assert len(mended.findings) == 1


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("---\na: [\n---\n\nx", "cannot be read"),
        ("x" * 200_001, "200000"),
    ],
)
def test_an_error_of_the_metadata_or_size_belongs_to_no_section(content: str, told: str) -> None:
    room = Room()
    mended = run(fix_document(room.bench(), DocumentRequest("docx", "Rivers", "plain", None), content))
    assert mended.verified is None
    assert told in mended.findings[0].message("en")
    assert mended.findings[0].location.text("en") == "the document"
    assert room.model.calls == []


def test_a_timeout_of_typesetting_is_raised() -> None:
    def build(_: str) -> Draft:
        raise TypesettingTimedOut(program="typst", seconds=20)

    with pytest.raises(TypesettingTimedOut):
        run(fix_section_edit(Room().bench(), SectionChunk("", "x"), build, 2))
