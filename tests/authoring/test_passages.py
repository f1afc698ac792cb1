"""Passages: short sources whole, long ones reduced to relevant paragraphs."""

from inkwright.authoring.passages import relevant_passages
from inkwright.grounding.source import Source

FILLER = "Nothing of interest stands in this paragraph, and it goes on for a while without any aim. " * 4


def test_short_sources_are_returned_whole_under_their_names() -> None:
    sources = [Source("a.md", "One.\n\nTwo."), Source("空.md", "  "), Source("b.md", "三。")]
    assert relevant_passages(sources, "anything") == (
        '<source name="a.md">\nOne.\n\nTwo.\n</source>\n\n<source name="b.md">\n三。\n</source>'
    )
    assert relevant_passages([], "anything") == ""


def test_relevant_paragraphs_of_long_sources_stay_in_order() -> None:
    long = "\n\n".join([FILLER, "Rain falls in Bergen.", FILLER, FILLER, "Bergen has rain on 230 days.", FILLER])
    found = relevant_passages([Source("rain.md", long), Source("other.md", FILLER * 3)], "Rain in Bergen", limit=60)
    assert found == (
        '<source name="rain.md">\n[…]\n\nRain falls in Bergen.\n\n[…]\n\nBergen has rain on 230 days.\n\n[…]\n</source>'
    )


def test_chinese_is_compared_by_character_pairs() -> None:
    long = "\n\n".join(["这里说的是别的事情，与要点没有关系。" * 8, "卑尔根的降雨量很大。", "还是别的事情。" * 20])
    assert relevant_passages([Source("雨.md", long)], "降雨量", limit=40) == (
        '<source name="雨.md">\n[…]\n\n卑尔根的降雨量很大。\n\n[…]\n</source>'
    )


def test_a_text_without_paragraphs_is_split_after_sentences() -> None:
    found = relevant_passages([Source("long.txt", "It rains in Bergen. " * 5_000)], "rain")
    assert 10_000 < len(found) < 13_000
    assert found.rstrip().endswith("[…]\n</source>")
