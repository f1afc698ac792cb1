"""Which statements stand on one slide."""

from inkwright.grounding.slides.groups import fits_on_slide, fitted, statement_groups
from inkwright.grounding.summary.outline import outline_of
from tests.grounding.quiz_texts import read

COFFEE = (
    "# Coffee\n\n## Growing\n\nArabica beans grow at heights between 1,000 and 2,000 metres. Robusta grows lower and "
    "has about twice as much caffeine. Brazil produces about a third of all coffee.\n"
)


def groups(text: str, most: int = 2) -> list[list[str]]:
    outline = outline_of(read(text))
    [part] = outline.parts
    found = statement_groups(part.statements, outline.ranking, "en", most)
    return [[line for each in group for line in each.lines] for group in found]


def test_the_sentences_of_a_paragraph_stand_together_in_their_order() -> None:
    assert groups(COFFEE) == [
        [
            "Arabica beans grow at heights between 1,000 and 2,000 metres.",
            "Robusta grows lower and has about twice as much caffeine.",
            "Brazil produces about a third of all coffee.",
        ]
    ]


def test_a_slide_never_begins_with_a_sentence_that_needs_the_one_before_it() -> None:
    facts = " ".join(
        f"Bees of kind {number} live in hives of wax. They gather nectar from many flowers." for number in range(2, 9)
    )
    found = groups(f"# Bees\n\n{facts}\n")
    assert len(found) == 2
    assert all(not group[0].startswith("They") for group in found)
    assert all(fits_on_slide(group) for group in found)


def test_a_qualified_statement_is_one_line() -> None:
    said = "Ada Lovelace wrote the first program in 1843. However, some historians dispute it."
    assert groups(f"# Programs\n\n{said}\n") == [[said]]


def test_what_is_too_long_for_a_line_is_left_out() -> None:
    assert fitted("word " * 100, 300) is None
    assert fitted("a  b", 300) == "a b"
