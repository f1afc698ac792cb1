"""The outline of a project as lines, and back."""

from inkwright.authoring.block_writer import OutlineNode, ProjectOutline
from inkwright.authoring.project_outlines import MAX_PARTS, ProjectPart, outline_lines, parse_outline_lines


def test_an_outline_survives_as_lines() -> None:
    below = OutlineNode(name="买船", description="先看", ai_prompt="写\n看船", depends_on=["出海", "钱"])
    outline = ProjectOutline(title="航海", nodes=[OutlineNode(name="准备", children=[below]), OutlineNode(name="出海")])
    assert parse_outline_lines(outline_lines(outline)) == [
        ProjectPart(0, "准备"),
        ProjectPart(1, "买船", "先看 写 看船", ("出海", "钱")),
        ProjectPart(0, "出海"),
    ]


def test_what_a_person_writes_is_understood_and_other_lines_are_left_out() -> None:
    lines = ["随便说说", "1. 一", "\t* 二", "\t\t+ 三", "    > 甲", "    > 乙", "  < A，B、C", "2) 四", "", "-没有空格"]
    assert parse_outline_lines(lines) == [
        ProjectPart(0, "一"),
        ProjectPart(1, "二"),
        ProjectPart(2, "三", "甲 乙", ("A", "B", "C")),
        ProjectPart(0, "四"),
    ]


def test_the_number_of_parts_is_bounded() -> None:
    assert len(parse_outline_lines([f"- {number}" for number in range(MAX_PARTS + 50)])) == MAX_PARTS
