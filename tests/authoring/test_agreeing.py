"""What was agreed, and every way in which a deck may differ from it."""

import pytest

from inkwright.artifacts.slides.specs import BulletsSlide, DeckSpec, SectionSlide
from inkwright.authoring.agreeing import agreed_outline, differences
from inkwright.authoring.outlines import DeckOutline, OutlineSlide
from inkwright.conversation.asks import Agreed, Answer, Ask
from tests.authoring.benches import agreed

LINES = ["# Rain", "## Where [bullets]", "- sea", "> Ask first.", "## End"]
OUTLINE = DeckOutline(
    "Rain", (OutlineSlide("Where", ("sea",), layout="bullets", notes="Ask first."), OutlineSlide("End"))
)
WHERE = BulletsSlide(title="Where", bullets=["Sea"], notes="Ask first.")
END = SectionSlide(title="End")


def clarified() -> Agreed:
    ask = Ask(kind="clarification", title="Which?", id="ask_2", turn_id="turn_1", owner="me")
    return Agreed(ask=ask, answer=Answer(status="answered"))


def test_the_last_outline_counts_as_it_was_left() -> None:
    assert agreed_outline((agreed(["# Old"]), agreed(LINES), clarified())) == OUTLINE
    edited = agreed(LINES, "edited", ["# 雨", "## 哪里"])
    assert agreed_outline((edited,)) == DeckOutline("雨", (OutlineSlide("哪里"),))


@pytest.mark.parametrize("status", ["abandoned", "cancelled", "timeout"])
def test_an_outline_that_was_not_agreed_binds_nobody(status: str) -> None:
    assert agreed_outline((agreed(LINES), agreed(LINES, status))) is None
    assert agreed_outline((clarified(),)) is None
    assert agreed_outline(()) is None


def test_a_deck_as_agreed_does_not_differ() -> None:
    assert differences(DeckSpec(title="Rain", slides=[WHERE, END]), OUTLINE, "en") == ()


def test_every_difference_is_named() -> None:
    other = WHERE.model_copy(update={"title": "Why", "notes": ""})
    found = differences(DeckSpec(title="Wet", slides=[SectionSlide(title="Where"), other, END]), OUTLINE, "en")
    assert [f"{each.place}: {each.what}" for each in found] == [
        "the deck: The deck is called “Wet”, and “Rain” was agreed.",
        "the deck: The deck has 3 slides, and 2 were agreed.",
        "slides[0]: The layout is section, and bullets was agreed.",
        "slides[0]: The notes are not the agreed ones.",
        "slides[1]: The title is “Why”, and “End” was agreed.",
    ]
    assert "Where; End" in found[1].mend
    chinese = differences(DeckSpec(title="Rain", slides=[END, WHERE]), OUTLINE, "zh")
    assert chinese[0].what == "标题是“End”，而商定的是“Where”。"
