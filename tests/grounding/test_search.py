"""Which sentences of a text a question finds."""

from inkwright.grounding.read import read_material
from inkwright.grounding.search import find_sentences, key_sentences
from inkwright.grounding.source import Source
from tests.each import each

TEXT = """# Volcanoes

A volcano is an opening in the crust of the Earth. Magma rises through it.

| name | country |
|---|---|
| Etna | Italy |
| Fuji | Japan |

## Vesuvius

It destroyed Pompeii in the year 79.
"""


def found(text: str, question: str) -> list[tuple[int, str]]:
    material = read_material([Source("a.md", text)])
    return [(sentence.location.line, sentence.text) for sentence in find_sentences(material, question)]


@each(
    "question, lines",
    [
        ("What is a volcano?", [3]),
        ("What rises?", [3]),
        ("Which country has Etna?", [7]),
        ("What did Vesuvius destroy?", [12]),
        ("When was Pompeii destroyed?", [12]),
        ("What is the population of Pompeii in Brazil?", []),
        ("What?", []),
        ("", []),
    ],
)
def test_a_question_finds_the_lines_that_contain_most_of_it(question: str, lines: list[int]) -> None:
    assert [line for line, _ in found(TEXT, question)] == lines


def test_an_empty_text_has_no_sentences() -> None:
    assert found("", "volcano") == []
    assert key_sentences(read_material([])) == []


def test_repeated_sentences_are_found_once() -> None:
    assert len(found("Rain falls.\n\nRain falls.\n", "What falls, rain?")) == 1


def test_key_sentences_keep_their_order() -> None:
    sentences = key_sentences(read_material([Source("a.md", TEXT)]))
    assert [each.location.line for each in sentences] == sorted(each.location.line for each in sentences)
    assert len(sentences) >= 3


@each("question", ["长江流经几个省？", "长江流经多少个国家？"])
def test_a_sentence_about_another_name_does_not_answer(question: str) -> None:
    written = "# 河流\n\n长江全长约 6300 千米，是亚洲最长的河流。多瑙河流经 10 个国家，比其他任何河流都多。\n"
    assert all("多瑙河" not in sentence for _, sentence in found(written, question))


@each(
    "text, question, lines",
    [
        ("长江全长约6300公里。\n\n武汉长江大桥全长1670米，是长江上的第一座大桥。", "长江有多长？", [1]),
        ("长江全长约6300公里。\n\n武汉长江大桥全长1670米，是长江上的第一座大桥。", "武汉长江大桥有多长？", [3]),
        (
            "The Nile Bridge is 2 km long and crosses the Nile.\n\nThe Nile is 6,650 km long.",
            "How long is the Nile?",
            [3],
        ),
    ],
)
def test_what_is_said_of_something_that_is_named_after_it_does_not_answer(
    text: str, question: str, lines: list[int]
) -> None:
    assert [line for line, _ in found(text, question)] == lines
