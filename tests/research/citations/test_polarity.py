"""Negations and directions."""

from inkwright.research.citations.polarity import affirmed_in, contradicts_source, denials_in, direction_near
from tests.each import each


@each(
    ("claim", "source", "is_opposite"),
    [
        ("The tower was rebuilt in the north.", "The north tower was never rebuilt.", True),
        ("The north tower was never rebuilt.", "The north tower was never rebuilt.", False),
        ("法院采纳了公司的抗辩。", "公司抗辩，法院未予采纳。", True),
        ("Brandt voted for the increase.", "Her deputy, Brandt, voted against the increase.", True),
        (
            "The airline noticed a loss of customers.",
            "The airline said that it had noticed no loss of customers.",
            True,
        ),
        ("The rule saved money for the hospital.", "The rule paid for most of itself at the hospital.", False),
    ],
)
def test_a_claim_that_affirms_what_is_denied_contradicts(claim: str, source: str, *, is_opposite: bool) -> None:
    assert contradicts_source(claim, source) is is_opposite


def test_what_is_denied_is_not_affirmed() -> None:
    text = "It did not rain; the sun shone."
    assert [denial.first for denial in denials_in(text)] == ["rain"]
    assert "rain" not in affirmed_in(text)


def test_the_words_around_a_number_have_a_direction() -> None:
    text = "Exports fell by 12 percent"
    assert direction_near(text, text.index("12"), len(text)) == {"fall"}
