"""Lines with their numbers, and passages that map characters to lines."""

from inkwright.grounding.sentences import TextLine, lines_of, passage_of, sentences_in
from tests.each import each


def test_lines_have_the_numbers_of_the_original_text() -> None:
    document = "```\ncode\n```\n<!-- a\nb -->  - item\n\u2028Title\n===\nlast"
    assert [line for line in lines_of(document) if line.text] == [
        TextLine(5, 2, "- item"),
        TextLine(6, 0, "# Title"),
        TextLine(8, 0, "last"),
    ]


def test_a_passage_returns_the_line_of_each_character() -> None:
    passage = passage_of([(3, "One two"), (4, ""), (5, "three. Four")])
    assert passage.text == "One two three. Four"
    assert [passage.line_at(passage.text.index(word)) for word in ("One", "two", "three", "Four")] == [3, 3, 5, 5]


def test_sentences_have_their_start_positions() -> None:
    passage = "One is here. “Two” is there. Three"
    found = list(sentences_in(passage))
    assert [text for _, text in found] == ["One is here.", "“Two” is there.", "Three"]
    assert all(passage[start:].startswith(text) for start, text in found)


@each(
    "passage",
    [
        "Water boils at 100 °C.|Ice melts at 0 °C.|Both are clear.",
        "The U.S. Senate voted.|The senators went to St. Louis or New Orleans.",
        "He lived in the U.S.|The war began.",
        "Oranges contain Vitamin C.|Lemons do too.",
        "John F. Kennedy spoke to Dr. Li, Mr. J. K. Rowe and Prof. Wu.|They left.",
        "See Fig. 3, Eq. (5) and pp. 4–5.|Costs rose to $5.50.|Next.",
        "It was said by Smith et al. (2020).|Nobody doubts it.",
        "Rome grew about 500 B.C. and fell later.|The train left at 5 p.m. on Monday.",
        "Apples Inc. sold it to Pears Ltd. in May.|The price was low.",
        "“Go on.”|She left.|He stayed (for a while).|Done.",
        "他说：“我来了。你呢？”|然后他走了。|天亮了。",
        "“好。”他说。|水（约5升。）流走了。",
        "水温是3.5℃。|冰会融化！|为什么？",
    ],
)
def test_sentences_end_where_readers_end_them(passage: str) -> None:
    expected = passage.split("|")
    gap = "" if "。" in passage else " "
    assert [text for _, text in sentences_in(gap.join(expected)) if text] == expected
