"""Sentences in the words and the order of their source."""

from itertools import combinations

from inkwright.research.citations.alignment import is_restated
from inkwright.research.citations.contrasts import contrast_of
from inkwright.research.citations.names import names_in
from inkwright.research.citations.passages import sentence_bounds
from inkwright.research.citations.quantities import quantities_in
from tests.each import each

ENGLISH = "The Halden bridge, which opened in 1962, is 412 metres long. Critics say that Brandt did not build it."
CHINESE = "青河大桥于1998年10月通车，由工程师周敏设计，大桥全长1.6公里，主跨460米。"

_REPORT = (
    "The mill at Orla was built by Ruth Amsel in 1871. Her partner Karl Brandt sold 40 of the 65 looms to a dealer, "
    "Nils Torp, who took them to Marn. Wages rose from 12 to 19 crowns before the strike, but the strike of 1884 cost "
    "more. The town may restore the mill if the council agrees."
)
_REPORT_HAN = (
    "织布厂由周敏于1871年创办，经理林国栋把65台织机中的40台卖给商人何蔚。罢工之前，工资由12元涨到19元。"
    "县政府打算修复厂房，副县长石坚表示反对。"
)


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
        (
            "Seeds were sown on 213 hectares of Harrow Bay.",
            "Harrow Bay is wide. Seeds were sown on 213 hectares.",
            True,
        ),
        ("Seeds were sown on 213 hectares of Orla Bay.", "Harrow Bay is wide. Seeds were sown on 213 hectares.", False),
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


@each("source", [_REPORT, _REPORT_HAN])
def test_no_sentence_with_exchanged_names_or_numbers_is_confirmed(source: str) -> None:
    for start, end in sentence_bounds(source):
        sentence = source[start:end].strip()
        assert is_restated(sentence, [source])
        assert not is_restated(contrast_of(sentence), [source])
        for name in names_in(sentence):
            for other in {found.text for found in names_in(source)} - {name.text}:
                assert not is_restated(f"{sentence[: name.start]}{other}{sentence[name.end :]}", [source])
        for one, second in combinations(quantities_in(sentence), 2):
            between = sentence[one.end : second.start]
            turned = f"{sentence[: one.start]}{second.text}{between}{one.text}{sentence[second.end :]}"
            assert not is_restated(turned, [source])
