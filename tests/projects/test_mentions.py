"""Mentions of blocks: the longest name, with or without spaces around it, and a question where one is unclear."""

from inkwright.projects.mentions import Mentions, resolve_mentions
from inkwright.projects.tree import BlockTree
from tests.each import each
from tests.projects.test_tree import block

TREE = BlockTree(
    [
        block("b1", "第一章"),
        block("b2", "第一章 概述", None, 2),
        block("b3", "结尾", None, 3),
        block("b4", "Intro", None, 4),
        block("b5", "引言", "b1"),
        block("b6", "引言", "b3"),
        block("b7", "Introduction", None, 7),
    ]
)
FILES = {"notes.md", "第一章.md", "Intro"}


def _resolved(message: str) -> Mentions:
    return resolve_mentions(message, TREE, FILES.__contains__)


@each(
    ("message", "ids"),
    [
        ("参考@第一章修改@结尾", ["b1", "b3"]),
        ("参考 @第一章 概述 修改 @结尾。", ["b2", "b3"]),
        ("@block:第一章 概述", ["b2"]),
        ('@"第一章 概述"和@"block:结尾"', ["b2", "b3"]),
        ("see @introduction, please", ["b7"]),
        ("@第一章/引言改短", ["b5"]),
        ("@第一章.md 和 @notes.md", []),
        ("write to bob@example.com or a@b", []),
        ("@./第一章", []),
        ("@missing.pdf", []),
        ("no mention at 5 @ 3", []),
        ("(@结尾)", ["b3"]),
        ("@block:intro", ["b4"]),
        ("参考＠第一章修改＠结尾", ["b1", "b3"]),
        ("@第一章　概述和@第一章  概述", ["b2", "b2"]),
        ("@“第一章”、@「结尾」和@《第一章 概述》", ["b1", "b3", "b2"]),
        ("@block：ｉｎｔｒｏ", ["b4"]),
        ("@'第一章 概述' or @'结尾'", ["b2", "b3"]),
    ],
)
def test_a_mention_is_the_longest_name_of_a_block(message: str, ids: list[str]) -> None:
    found = _resolved(message)
    assert ([each.block.id for each in found.blocks], found.unclear) == (ids, ())


@each(
    ("message", "written", "reason", "candidates"),
    [
        ("改@引言", "引言", "ambiguous", ("block:第一章/引言", "block:结尾/引言")),
        ("@Intro", "Intro", "ambiguous", ("block:Intro", "./Intro")),
        ("@第三章", "第三章", "unknown", ("block:第一章",)),
        ("@block:Introductoin", "Introductoin", "unknown", ("block:Intro", "block:Introduction")),
        ("@nobody here", "nobody", "unknown", ()),
    ],
)
def test_an_unclear_mention_becomes_a_question_with_candidates(
    message: str, written: str, reason: str, candidates: tuple[str, ...]
) -> None:
    found = _resolved(message)
    assert found.blocks == ()
    assert [(each.written, each.reason, each.candidates) for each in found.unclear] == [(written, reason, candidates)]


def test_a_mention_says_where_it_is() -> None:
    message = "参考@第一章修改@block:结尾吧"
    assert [message[each.start : each.end] for each in _resolved(message).blocks] == ["@第一章", "@block:结尾"]
