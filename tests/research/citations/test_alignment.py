"""Sentences in the words and the order of their source."""

from inkwright.research.citations.alignment import is_restated
from tests.each import each

ENGLISH = "The Halden bridge, which opened in 1962, is 412 metres long. Critics say that Brandt did not build it."
CHINESE = "青河大桥于1998年10月通车，由工程师周敏设计，大桥全长1.6公里，主跨460米。"


@each(
    ("claim", "source", "expected"),
    [
        ("The Halden bridge is 412 m long.", ENGLISH, True),
        ("The bridge is 412 metres long.", ENGLISH, False),  # which bridge?
        ("In 1962, the Halden bridge opened.", ENGLISH, True),
        ("Brandt built it.", ENGLISH, False),
        ("Brandt did not build it.", ENGLISH, False),
        ("A dam is 412 metres long.", ENGLISH, False),
        ("大桥主跨460米", CHINESE, False),  # the rest of its sentence says who designed it
        ("青河大桥全长1.6公里。", "青河大桥全长1.6公里，主跨460米。", True),
        ("大桥主跨1.6公里", CHINESE, False),
        ("青河大桥由周敏设计", CHINESE, False),
    ],
)
def test_only_the_same_words_in_the_same_order_confirm(claim: str, source: str, *, expected: bool) -> None:
    assert is_restated(claim, [source]) is expected


@each(
    ("claim", "source", "expected"),
    [
        ("The film ran for 84 days.", "The film ran for eighty-four days.", True),
        ("影片连映84天。", "影片连映八十四天。", True),
        ("The film ran for 84 days.", "The film ran for eighty-four weeks.", False),
        ("Volunteers keep the library open.", "The library is small. Volunteers keep it open.", True),
        ("Volunteers keep the museum open.", "The library is small. Volunteers keep it open.", False),
        (
            "The old mill closed, and the new one opened in 1950.",
            "The old mill closed. The new one opened in 1950.",
            True,
        ),
        ("The engineer refused.", "The engineer was refused.", False),
        ("Some 900 plant workers lost their jobs.", "Some 900 fishermen and plant workers lost their jobs.", False),
        ("The schools showed gains.", "The schools in which it was enforced showed gains.", False),
        ("Prices fell in 2010.", "The number of prices fell in 2010.", False),
        ("The dam will be raised.", "The dam will be raised if the council agrees.", False),
        ("Amsel drew the plan.", "Brandt, Amsel's assistant, drew the plan.", False),
    ],
)
def test_numbers_are_compared_by_value_and_nothing_that_turns_a_sentence_is_left_out(
    claim: str, source: str, *, expected: bool
) -> None:
    assert is_restated(claim, [source]) is expected
