"""Sections written one by one, each under its heading."""

import pytest

from inkwright.artifacts.documents.markdown_sections import Chunk
from inkwright.authoring.section_writing import SectionItem, Wish, from_points, rewrite_section, write_sections
from inkwright.errors import ModelRefused
from inkwright.llm.models import Request
from tests.authoring.benches import Room, run, said


def test_sections_are_written_in_order_under_their_headings() -> None:
    def answer(request: Request) -> str:
        number = 1 if "section 1 and" in str(request.messages[0]["content"]) else 2
        return said({"markdown": f"Text {number} with $\\frac{{1}}{{2}}$.\n"})

    room = Room(answer)
    written = run(
        write_sections(room.bench(), "Rivers", "for class 5", [SectionItem("Begin", ("springs",)), SectionItem("End")])
    )
    assert written.parts == (
        Chunk("## Begin\n", "\nText 1 with $\\frac{1}{2}$.\n\n"),
        Chunk("## End\n", "\nText 2 with $\\frac{1}{2}$.\n\n"),
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
def test_what_cannot_stand_under_a_heading_is_told_and_written_again(bad: str, feedback: str) -> None:
    room = Room([said({"markdown": bad}), said({"markdown": "### 小标题\n\n甲\n\n```\n# 代码\n```"})], language="zh")
    written = run(write_sections(room.bench("zh"), "河流", "", [SectionItem("源头")]))
    assert written.failed == ()
    assert feedback in room.prompts()[1]


def test_one_that_fails_is_told_and_an_error_of_the_model_passes() -> None:
    room = Room(
        lambda request: "no" if "“End”" in str(request.messages[0]["content"]) else said({"markdown": "Words."})
    )
    written = run(write_sections(room.bench(), "Rivers", "", [SectionItem("Begin"), SectionItem("End", ("sea",))]))
    assert [part is None for part in written.parts] == [False, True]
    assert [each.name for each in written.failed] == ["End"]
    refused = ModelRefused(model="m", problem="no")
    with pytest.raises(ModelRefused):
        run(write_sections(Room([refused]).bench(), "Rivers", "", [SectionItem("Begin")]))


def test_points_make_a_list_where_there_are_any() -> None:
    assert from_points(SectionItem("End", ("sea", "lake\nor pond"))) == Chunk("## End\n", "\n- sea\n- lake or pond\n\n")
    assert from_points(SectionItem("End")) is None


@pytest.mark.parametrize("action", ["replace", "append"])
def test_a_wish_is_written_with_the_present_text_in_view(action: str) -> None:
    room = Room([said({"markdown": "| a |\n|---|\n| 1 |"})])
    new = run(rewrite_section(room.bench(), Wish("Rivers", "End", "In the sea.", 2, action, "add a table")))
    assert new == "| a |\n|---|\n| 1 |"
    assert all(part in room.prompts()[0] for part in ("“Rivers”", "In the sea.", "add a table"))


def test_a_new_section_comes_with_its_heading() -> None:
    room = Room([said({"heading": "Lakes", "markdown": "Calm.\n"})])
    assert run(rewrite_section(room.bench(), Wish("R", "End", "x", 3, "insert_after", "lakes"))) == "### Lakes\n\nCalm."
