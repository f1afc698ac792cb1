"""The parsers of the director's plan and of a chapter."""

from inkwright.research.plans import chapter_parser, plan_parser


def test_a_plan_has_chapters_with_searches() -> None:
    reply = "好的。\n\n[研究计划]\n比较。\n\n[章节大纲]\n1. 流域概况 | 青岚江 面积；青岚江 长度\n2. 洪水\n"
    assert plan_parser(reply, language="zh")["content"] == {
        "plan": "比较。",
        "chapters": [
            {"title": "流域概况", "queries": ["青岚江 面积", "青岚江 长度"]},
            {"title": "洪水", "queries": ["洪水"]},
        ],
    }


def test_an_outline_without_chapters_is_refused_with_what_to_write() -> None:
    reply = "[Research plan]\nCompare.\n\n[Chapter outline]\nWe will see."
    assert "1. Title | search; search" in plan_parser(reply)["feedback"]


def test_a_chapter_cites_sources_that_exist() -> None:
    assert chapter_parser("=====\nIt is long [2].", numbers=(1, 2))["content"] == "It is long [2]."
    assert "[9]" in chapter_parser("=====\nIt is long [9].", numbers=(1, 2))["feedback"]
    assert "cites no source" in chapter_parser("=====\nIt is long.", numbers=(1, 2))["feedback"]
