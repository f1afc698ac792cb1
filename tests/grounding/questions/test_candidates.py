"""Which terms of a sentence can become gaps."""

import pytest

from inkwright.grounding.questions.candidates import QuestionSource, gap_terms
from tests.grounding.quiz_texts import read


def asked(text: str) -> list[str]:
    ground = QuestionSource(read(text))
    return [mention.text for _, annotated in ground.askable for mention in gap_terms(ground, annotated)]


def test_values_and_names_are_asked_for_and_common_nouns_are_not() -> None:
    text = "# Letters\n\nIn 1837 Rowland Hill published a pamphlet about letters in London."
    assert asked(text) == ["1837", "Rowland Hill", "London"]
    assert asked("# 黄河\n\n1855年，黄河在铜瓦厢决口，改道从山东入海。") == ["1855年", "山东"]


def test_a_defined_term_is_asked_for() -> None:
    assert asked("# Ships\n\nA dredger is a boat that removes mud from the bottom of a river.") == ["dredger"]
    assert asked("# 河流\n\n凌汛是指冰块阻塞河道引起水位上涨的现象。") == ["凌汛"]


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("# Letters\n\nLetters from London were not carried to Dublin in 1837.", "Dublin"),
        ("# 蜜蜂\n\n1927年，蜜蜂没有从欧洲运到日本。", "日本"),
        ("# 茶叶\n\n茶叶在洪武二十四年（1391年）改用散装的办法运送。", "1391年"),
        ("# 蜜蜂\n\n蜜蜂的蜂群由蜂王、雄蜂和工蜂三种成员组成。", "三"),
        ("# The Old Mill\n\nThe two wheels of the mill are made of oak.", "two"),
        ("# 红茶\n\n红茶是汤色红亮的全发酵茶叶，味道很浓。", "红茶"),
        ("# Kings\n\nIn 1625 Charles I became the king of England.", "Charles"),
        ("# Volcanoes\n\nPinatubo erupted on 15 June and buried a town in Asia.", "15"),
    ],
)
def test_negated_obvious_or_partial_terms_are_not_asked_for(text: str, term: str) -> None:
    assert term not in asked(text)


def test_a_quote_has_its_place() -> None:
    ground = QuestionSource(read("# Letters\n\nIn 1837 Rowland Hill published a pamphlet about letters in London."))
    (_, annotated) = ground.askable[0]
    assert ground.quoted([annotated.sentence.location]).endswith("letters in London.” (notes.md, line 3)")
