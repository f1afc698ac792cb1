"""Words that a message wants replaced, and new texts that do more than that."""

from inkwright.projects.literal_edits import LiteralEdit, goes_beyond, literal_edits, rest_of
from tests.each import each


@each(
    "message, expected",
    [
        ("把 @第一章 里的“三天”改成“五天”", LiteralEdit("三天", "五天")),
        ("第一课里所有的“学员”都换成“同学”", LiteralEdit("学员", "同学", is_everywhere=True)),
        ("第二个“盐”改成“少许盐”", LiteralEdit("盐", "少许盐", place=2)),
        ('change "rung" to "step"', LiteralEdit("rung", "step")),
        ('under Tips, "twice" should be "three times"', LiteralEdit("twice", "three times")),
        ('only the second "salt": make it "sea salt"', LiteralEdit("salt", "sea salt", place=2)),
        ("rule 1: third -> second", LiteralEdit("third", "second", is_quoted=False)),
        ("把六次改成七次", LiteralEdit("六次", "七次", is_quoted=False)),
        ('replace the last "salt" with "sugar"', LiteralEdit("salt", "sugar", place=-1)),
    ],
)
def test_a_replacement_is_read_with_its_place(message: str, expected: LiteralEdit) -> None:
    assert literal_edits(message) == (expected,)


@each("message", ["把第一章写得更生动", "make it shorter", "“三天”是什么意思？", "change the tone"])
def test_other_wishes_are_no_replacements(message: str) -> None:
    assert literal_edits(message) == ()


@each(
    "message, old, new, is_beyond",
    [
        ("把“三天”改成“五天”", "三天，又三天。\n", "五天，又三天。\n", False),
        ("把“三天”改成“五天”", "三天，又三天。\n", "五天，又五天。\n", False),
        ("把“三天”改成“五天”", "三天以后下雨。", "五天之后下雨。", True),
        ("所有“三天”都改成“五天”", "三天，又三天。", "五天，又三天。", True),
        ("第二个“盐”改成“糖”", "盐和盐", "盐和糖", False),
        ("第二个“盐”改成“糖”", "盐和盐", "糖和糖", True),
        ("把“火”改成“水”", "这里没有那个字", "全部重写", False),
        ("把开头改成问句", "开头很长。", "为什么？", False),
        ("把“a”改成“b”，“c”改成“d”", "a c", "b d", False),
        ("把“a”改成“b”", "a c", "a c", False),
    ],
)
def test_more_than_the_replacement_is_noticed(message: str, old: str, new: str, is_beyond: bool) -> None:
    assert goes_beyond(literal_edits(message), old, new) is is_beyond


def test_the_rest_of_a_message_has_its_other_wishes() -> None:
    assert rest_of("把 @第一章 里的“三天”改成“五天”").strip() == ""
    assert "加一句话" in rest_of("把“三天”改成“五天”，最后加一句话")
