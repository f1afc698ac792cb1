"""Quotations and who says them."""

from inkwright.research.citations.quotations import attribution_of, is_quoted_from, is_translated, quotations_in
from tests.each import each

_SOURCE = (
    'The head of the union, Jonas Fahlberg, said: "Every tenth lesson is taught by someone else." Petra Lind left.'
)


@each(
    ("sentence", "is_there"),
    [
        ("“Every tenth lesson is taught by someone else.”", True),
        ("「Every tenth lesson … someone else」", True),
        ("‘every tenth lesson’", True),
        ('"Every tenth lesson is taught by nobody."', False),
        ('"someone else ... tenth lesson"', False),
    ],
)
def test_a_quotation_is_word_for_word(sentence: str, *, is_there: bool) -> None:
    (quotation,) = quotations_in(sentence)
    assert is_quoted_from(quotation, _SOURCE) is is_there


def test_the_sentence_of_a_quotation_says_who_speaks() -> None:
    (quotation,) = quotations_in('"Every tenth lesson is taught by someone else."')
    attribution, _ = attribution_of(quotation, _SOURCE)
    assert "Fahlberg" in attribution
    assert "Lind" not in attribution


def test_a_short_title_may_be_translated() -> None:
    (title,) = quotations_in("《渡口的灯》")
    assert is_translated(title, "The film opened in 2016.")
