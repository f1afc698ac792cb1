"""Lines with their numbers, and passages that map characters to lines."""

from inkwright.grounding.sentences import TextLine, lines_of, passage_of, sentences_in


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
