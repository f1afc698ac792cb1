"""Tests of one word exchanged for its counterpart, of places, of agents, and of a whole taken for its part."""

from inkwright.research.citations.check import check_sentence
from tests.each import each

_CITY = (
    "城东区率先试点“时间银行”。民办机构平均收费每月3850元，公办机构为2600元。"
    "铁路由工程师詹天培主持修建，1911年通车。72%的老人希望居家养老，11%愿意入住机构。"
)
_NOVELIST = (
    "The novelist Elena Vasquez was born in Porto in 1921 and moved to Lisbon. The painter Hugo Reis illustrated three "
    "of her eleven books. The harbourmaster, Julia Brandt, wrote the preface."
)
_SOURCES = {1: _CITY, 2: _NOVELIST}


@each(
    "sentence",
    [
        "城西区率先试点“时间银行”[1]。",
        "公办机构平均每月收费3850元[1]。",
        "铁路由罗金生主持修建，1911年通车[1]。",
        "Vasquez was born in Lisbon [2].",
        "Hugo Reis illustrated eleven of her books [2].",
        "Hugo Reis, the harbourmaster, wrote the preface [2].",
    ],
)
def test_an_exchanged_word_is_found(sentence: str) -> None:
    assert check_sentence(sentence, _SOURCES) != []


@each(
    "sentence",
    [
        "城东区率先试点“时间银行”[1]。",
        "公办机构每月收费2600元[1]。",
        "铁路由詹天培主持修建[1]。",
        "希望居家养老的老人占72%[1]。",
        "Vasquez was born in Porto [2].",
        "Hugo Reis illustrated three of her eleven books [2].",
        "Julia Brandt, the harbourmaster, wrote the preface [2].",
    ],
)
def test_the_words_of_the_source_pass(sentence: str) -> None:
    assert check_sentence(sentence, _SOURCES) == []
