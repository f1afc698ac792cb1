"""Tests of what rose, what happened on a date, and where, by the clauses of the source."""

from inkwright.research.citations.check import check_sentence
from tests.each import each

_RIVER = (
    "2024年第一季度，公司营业收入为18.3亿元，同比增长12.4%；净利润为9400万元，同比下降6.8%。"
    "公司在东南亚开设了11个分拨中心，在欧洲尚无业务。"
)
_SCHOOL = "抗战期间，学校迁往贵州遵义，1946年7月才回到原址。1998年，老线停止客运，2007年货运也停了。2016年增建了鱼道。"
_TOWN = (
    "The vote was moved from July to September. Production ended in 1958. "
    "The curator blames the closing of the railway branch."
)
_SOURCES = {1: _RIVER, 2: _SCHOOL, 3: _TOWN}


@each(
    "sentence",
    [
        "公司一季度净利润增长12.4%[1]。",
        "公司在欧洲开设了11个分拨中心[1]。",
        "学校于1946年7月迁往贵州遵义[2]。",
        "老线于2007年停止客运[2]。",
        "The railway branch closed in 1958 [3].",
        "The vote was moved from September to July [3].",
    ],
)
def test_what_the_source_says_of_another_clause_is_found(sentence: str) -> None:
    assert [problem.kind for problem in check_sentence(sentence, _SOURCES)] == ["context"]


@each(
    "sentence",
    [
        "公司一季度营业收入增长12.4%[1]。",
        "公司净利润同比下降6.8%[1]。",
        "公司在东南亚有11个分拨中心[1]。",
        "学校于1946年7月回到原址[2]。",
        "老线于1998年停止客运[2]。",
        "Production at the mill ended in 1958 [3].",
        "The vote was moved from July to September [3].",
    ],
)
def test_what_the_clause_says_is_supported(sentence: str) -> None:
    assert check_sentence(sentence, _SOURCES) == []
