"""Numbers of steps, items and headings that repeat or leave one out."""

from inkwright.artifacts.prose.numbering import han_value, heading_faults, numbering_faults
from inkwright.artifacts.prose.prose_blocks import ProseBlock
from tests.each import each


def numbers(*lines: str) -> list[tuple[str, str]]:
    return [(each.before, each.found) for each in numbering_faults([ProseBlock(line) for line in lines])]


@each(
    "lines",
    [
        ("1. a", "2. b", "2. c", "3. d"),
        ("1. a", "2. b", "4. d"),
        ("步骤 1", "写", "步骤 2", "写", "步骤 2", "写", "步骤 5"),
        ("Step 1: a", "more", "Step 2: b", "Step 4: c"),
        ("一、甲", "二、乙", "四、丁"),
        ("1. What?", "A. x", "B. y", "2. Who?", "A. x", "4. Where?"),
        ("（1）甲", "（2）乙", "（2）丙", "（3）丁"),
    ],
)
def test_a_wrong_number_is_found(lines: tuple[str, ...]) -> None:
    assert len(numbers(*lines)) == 1


@each(
    "lines",
    [
        ("1. a", "2. b", "3. c", "1. d", "2. e"),
        ("1. Anna", "2. Ben", "2. Cleo", "4. Dan"),
        ("1. a", "3. b", "5. c"),
        ("1. Intro", "1. a", "2. b", "3. c", "2. Method", "text", "1. x", "3. Result"),
        ("9. May", "24. December", "1901. A year"),
        ("3. a", "2. b", "1. c"),
        ("1. a", "2. b"),
        ("1.5 km", "2.5 km", "2.5 km"),
    ],
)
def test_numbers_that_may_be_meant_are_no_fault(lines: tuple[str, ...]) -> None:
    assert numbers(*lines) == []


def test_the_numbers_of_headings_are_compared_by_level() -> None:
    def faults(*headings: tuple[int, str]) -> int:
        return len([*heading_faults([ProseBlock(text, "heading", level) for level, text in headings])])

    assert faults((1, "1 A"), (2, "1.1 x"), (1, "2 B"), (1, "4 C")) == 1
    assert faults((1, "第一章 甲"), (1, "第二章 乙"), (1, "第四章 丙")) == 1
    assert faults((1, "1 A"), (2, "1. x"), (2, "2. y"), (1, "2 B"), (2, "1. z"), (1, "3 C")) == 0


def test_chinese_numbers_have_values() -> None:
    assert [han_value(each) for each in ("一", "十", "十二", "二十", "三十五", "7", "百", "一二")] == [
        1,
        10,
        12,
        20,
        35,
        7,
        0,
        0,
    ]
