"""The parts of a text: its sections, or pieces split at paragraphs and terms, each with a unique title."""

import pytest

from inkwright.grounding.definitions import definitions_of
from inkwright.grounding.source import Material
from inkwright.grounding.summary.outline import (
    is_outline,
    outline_parts,
    overall_title,
    paragraph_starts,
    split_sentences,
)
from inkwright.grounding.summary.ranking import Ranking, rank_material
from inkwright.grounding.terms import terms_of
from tests.each import each
from tests.grounding.sample_texts import SAMPLES, material_of, read

LONG = " ".join(f"Water number {number} flows over the old stones." for number in range(20))


def ranking(material: Material) -> Ranking:
    return rank_material(material, terms_of(material), definitions_of(material))


def titles(text: str, limit: int = 8) -> list[str]:
    material = read(text)
    return [part.title for part in outline_parts(material, ranking(material), limit)]


def test_sections_are_the_parts_and_text_under_the_title_comes_first() -> None:
    assert titles("# Rivers\n\nRivers are long.\n\n## Source\n\nA spring is a source.\n\n## Mouth\n\nThe sea.") == [
        "Introduction",
        "Source",
        "Mouth",
    ]


def test_a_bare_heading_stays_only_if_it_introduces_others() -> None:
    assert titles("# Rivers\n\n## Upper\n\n### Source\n\nA spring is a source.\n\n## Empty\n") == ["Upper", "Source"]


def test_a_long_section_stays_whole_under_its_heading() -> None:
    assert titles(f"# Rivers\n\n## Water\n\n{LONG}\n") == ["Water"]


def test_text_under_the_main_title_alone_is_split() -> None:
    assert len(titles(f"# Rivers\n\n{LONG}\n")) == 3


def test_a_short_first_sentence_becomes_the_title_of_a_paragraph() -> None:
    text = (
        "Printing changed science. A drawing could be repeated without errors. Scholars looked at the same page.\n\n"
        "Books became cheap. More people learned to read. Schools bought many books for their pupils."
    )
    assert titles(text, limit=3) == ["Printing changed science", "Books became cheap"]


def test_titles_are_not_given_twice() -> None:
    assert titles("# A\n\n## Notes\n\nOne is one.\n\n## Notes\n\nTwo is two.") == ["Notes", "Notes (2)"]


def test_paragraphs_are_recognised_by_their_lines() -> None:
    wrapped = "The sea is wide and deep and blue and\ncold. It has waves.\n\nThe land is dry. It has hills.\n"
    assert paragraph_starts(read(wrapped).sentences) == {0, 2}
    whole = f"{LONG}\n{LONG}\n"
    assert paragraph_starts(read(whole).sentences) == {0, 20}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# Trip\n\n- bread\n- water\n- a map\n\n## Way\n\n- up the hill\n- down again\n", True),
        ("# Trip\n\n## Way\n\n## Food\n", True),
        ("# Trip\n\nWe walked up the hill. It rained. We went home.\n\n- bread\n- water\n", False),
        ("bread\n", False),
        ("", False),
    ],
)
def test_an_outline_is_recognised(text: str, expected: bool) -> None:
    assert is_outline(read(text)) is expected


def test_the_title_is_the_requested_one_else_that_of_the_text_or_file() -> None:
    assert overall_title(read("# Rivers\n\nLong."), "Streams") == "Streams"
    assert overall_title(read("# Rivers\n\nLong.")) == "Rivers"
    assert overall_title(read("Rivers are long.", "my_rivers.txt")) == "my rivers"
    assert overall_title(read("")) == "notes"


@each("name", SAMPLES)
@each("limit", [3, 8, 100])
def test_parts_contain_every_sentence_once_under_unique_titles(name: str, limit: int) -> None:
    material = material_of(name)
    parts = outline_parts(material, ranking(material), limit)
    assert tuple(sentence for part in parts for sentence in part.sentences) == material.sentences
    assert len({part.title for part in parts}) == len(parts)


@each("name", SAMPLES)
@each("limit", [1, 3, 8])
def test_pieces_contain_every_sentence_once_within_the_limit(name: str, limit: int) -> None:
    material = material_of(name)
    pieces = split_sentences(material.sentences, ranking(material), limit)
    assert tuple(sentence for piece in pieces for sentence in piece) == material.sentences
    assert max(map(len, pieces)) <= limit
