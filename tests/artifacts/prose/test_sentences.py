"""Paragraphs and items that stop before the end of their sentence."""

from inkwright.artifacts.prose.prose_blocks import ProseBlock
from inkwright.artifacts.prose.sentences import stops_early, unfinished_items, unfinished_paragraphs
from tests.each import each

WHOLE = "The boat came every four weeks, if the sea allowed it. It brought bread, oil and letters."
OPEN = "The lamp was lit half an hour before sunset. Two men stood watch, which is why most of them were"
CHINESE = "灯塔每天日落前半小时点亮，由两个人轮流看守，直到天亮为止，从不间断。"


def unfinished(*texts: str) -> list[str]:
    return [*unfinished_paragraphs([ProseBlock(text) for text in texts])]


def test_a_paragraph_that_stops_is_found_among_paragraphs_that_end() -> None:
    assert unfinished(WHOLE, OPEN, WHOLE) == [OPEN]
    assert unfinished(CHINESE, f"{CHINESE}看守人每四周换一次班，并且", CHINESE)


@each(
    "text",
    [
        "Rain fell all night. We wrote to the office on Monday, with kind regards",
        "Doors open at seven. For tickets and more see www.example.org/tickets",
        "The gutter sings\nall night of things the roof has heard. It sings\nand keeps no word of it at all",
        "A list of all the words that people without full stops have written on this page",
        "This was the year of the flood. Contact: the office of the parish council",
    ],
)
def test_what_ends_otherwise_than_with_a_full_stop_is_no_fault(text: str) -> None:
    assert unfinished(WHOLE, text, WHOLE) == []


def test_a_paragraph_may_lead_to_a_list_or_a_picture() -> None:
    for kind in ("item", "figure", "break"):
        assert [
            *unfinished_paragraphs([ProseBlock(WHOLE), ProseBlock(OPEN), ProseBlock("x", kind), ProseBlock(WHOLE)])
        ] == []


def test_verse_and_notes_without_full_stops_are_no_fault() -> None:
    assert unfinished(*(f"{WHOLE[:-1]} and {number} words more" for number in ("one", "two", "three"))) == []


def test_an_item_that_stops_is_found_where_all_others_end() -> None:
    items = ["Rain falls on the mountains.", "The water gathers in small streams that run to", "The streams join."]
    assert [*unfinished_items(items)] == [items[1]]
    assert [*unfinished_items([items[0][:-1], items[1], items[2][:-1]])] == []


def test_a_line_that_ends_in_an_article_stops_early() -> None:
    assert stops_early("The longest river of the whole continent is the")
    assert not stops_early("Into the")
    assert not stops_early("What the longest river is made of")
