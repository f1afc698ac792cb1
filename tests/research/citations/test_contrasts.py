"""Sentences that are false where another one is true."""

from inkwright.research.citations.contrasts import contrast_of
from tests.each import each


@each(
    ("sentence", "contrast"),
    [
        ("Vera Holm sued Jan Sten in 1990.", "Jan Sten sued Vera Holm in 1990."),
        ("The route was closed before the war.", "The route was closed after the war."),
        ("Vera Holm and Jan Sten left before the war.", "Vera Holm and Jan Sten left after the war."),
        ("The wells were closed.", "The wells were not closed."),
        ("The wells were not closed.", "The wells were closed."),
        ("The council voted for the dam.", "It is not true that the council voted for the dam."),
        ("客流增加了一倍。", "客流减少了一倍。"),
        ("水井已经封闭。", "并非水井已经封闭。"),
    ],
)
def test_a_contrast_exchanges_turns_or_denies(sentence: str, contrast: str) -> None:
    assert contrast_of(sentence) == contrast
