"""The parts of a text: their titles are headings or numbers, and their statements keep their order."""

import pytest

from inkwright.grounding.statements import statements_of
from inkwright.grounding.summary.outline import is_outline, outline_of, overall_title
from tests.each import each
from tests.grounding.sample_texts import SAMPLES, material_of, read

SAID = "Rivers carry water to the sea."


@each(
    "text, titles",
    [
        (f"# Rivers\n\n{SAID}\n\n## Source\n\nA spring is a source of water.\n\n## Mouth\n\nThe sea.", ["Rivers", "Source"]),
        (f"---\ntitle: Streams\n---\n\n{SAID}\n\n## Source\n\nA spring is a source of water.\n", ["Streams", "Source"]),
        (SAID, ["Part 1"]),
        (f"# Rivers\n\n## Empty\n\n## Water\n\n{SAID}\n", ["Water"]),
    ],
)  # fmt: skip
def test_a_title_is_a_heading_or_the_number_of_the_part(text: str, titles: list[str]) -> None:
    assert [part.title for part in outline_of(read(text)).parts] == titles


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
def test_parts_contain_every_statement_once(name: str) -> None:
    material = material_of(name)
    assert tuple(each for part in outline_of(material).parts for each in part.statements) == statements_of(material)
