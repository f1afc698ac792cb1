"""What a text defines: the term, and its meaning in the words of the text."""

import pytest

from inkwright.grounding.definitions import definitions_of
from tests.grounding.quiz_texts import TEXTS, material_of, read


def defined(text: str) -> list[tuple[str, str]]:
    return [(found.term, found.meaning) for found in definitions_of(read(text))]


@pytest.mark.parametrize(
    ("text", "term", "meaning"),
    [
        ("A valve is a flap of tissue, and it opens.", "valve", "a flap of tissue, and it opens"),
        ("Toll means the money that a ship pays.", "Toll", "the money that a ship pays"),
        ("The two upper chambers of the heart are called atria.", "atria", "The two upper chambers of the heart"),
        ("- Convoy: ships that travel on\n- Pilot: somebody who guides ships", "Convoy", "ships that travel on"),
        ("光源是指自身能够发光的物体。", "光源", "自身能够发光的物体"),
        ("单宁是使茶有苦味的物质。", "单宁", "使茶有苦味的物质"),
        ("**甲骨文**是刻在龟甲和兽骨上的古代文字。", "甲骨文", "刻在龟甲和兽骨上的古代文字"),
        ("沿着地表流动的水叫做地表径流。", "地表径流", "沿着地表流动的水"),
        ("- 续借：到期之前延长借期\n- 预约：登记想借的图书", "续借", "到期之前延长借期"),
    ],
)  # fmt: skip
def test_a_definition_has_a_term_and_a_meaning(text: str, term: str, meaning: str) -> None:
    assert defined(text)[0] == (term, meaning)


@pytest.mark.parametrize(
    "text",
    [
        "It is a flap of tissue that opens.",
        "This is the reason that people know.",
        "A valve is the best valve of all valves here.",
        "The way is a long road through the woods.",
        "Is a valve a flap of tissue?",
        "这是一种很常见的植物。",
        "他是一位著名的科学家。",
        "水是很重要的。",
        "The town is a ruin of stone near Rome.",
        "默认会使用操作系统指定的默认编辑器。",
        "Comfort is a key concept to the middle class.",
        "放大镜也是凸透镜，人眼看到的是放大的虚像。",
    ],
)
def test_other_sentences_are_not_definitions(text: str) -> None:
    assert defined(text) == []


@pytest.mark.parametrize("name", TEXTS)
def test_term_and_meaning_are_in_the_sentence(name: str) -> None:
    found = definitions_of(material_of(name))
    assert found or name == "bicycle.txt"
    for definition in found:
        assert definition.term in definition.sentence.text
        assert definition.meaning in definition.sentence.text
        assert definition.term.lower() not in definition.meaning.lower()
