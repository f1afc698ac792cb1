"""Cited sentences against their sources: what is supported passes, and what is not is found."""

from inkwright.research.citations.check import check_sentence
from tests.each import each

_TRIAL = (
    "Serious events were reported in 3.1% of the vaccine group and 3.8% of the placebo group; none was judged "
    "related to "
    "the vaccine. The trial enrolled 19,850 children between 3 May 2019 and 28 February 2020. It cost 6.4 billion "
    "dollars. "
    'Dr. Amara Okoro wrote that "protection was lower in younger children". Her colleague Lena Brandt disagreed: "The '
    'numbers are too small to say so." The rate rose by 0.5 percentage points. Two thirds of the sites are in Kenya.'
)
_BRIDGE = (
    "海湾大桥于2018年10月26日通车，全长36.8公里，其中海底隧道长5.9公里，总投资463亿元。日均车流量为3.4万辆次，比上年增长百分之十二。"
    "总设计师孟广勋说：“桥修好了，只算完成一半，另一半是养。”养护队有一万四千名工人。法国顾问克莱尔·杜布瓦（Claire "
    "Dubois）参与了设计。"
)
_SOURCES = {1: _TRIAL, 2: _BRIDGE}


@each(
    "sentence",
    [
        "Serious events occurred in 3.1% of the vaccine group and in 3.8% of the placebo group [1].",
        "Nearly 20,000 children took part [1].",
        "Enrolment began on May 3, 2019, and ended in February 2020 [1].",
        "The trial cost $6.4 billion, or 6,400 million dollars [1].",
        "Okoro wrote that “protection was lower … in younger children” [1].",
        "About 67 percent of the sites are in Kenya [1].",
        "该试验耗资64亿美元，约有2万名儿童参加[1]。",
        "大桥全长36,800米，隧道长5.9千米[2]。",
        "二〇一八年十月，大桥通车[2]。",
        "The bridge opened on 26 October 2018 and cost 46.3 billion yuan [2].",
        "养护队有14,000人，车流量增长12%[2]。",
        "孟廣勳說：「桥修好了，只算完成一半……」[2]",
        "Claire Dubois helped with the design [2].",
        "The trial enrolled 19,850 children [1], and the bridge is 36.8 kilometres long [2].",
    ],
)
def test_a_supported_sentence_passes(sentence: str) -> None:
    assert check_sentence(sentence, _SOURCES) == []


@each(
    ("sentence", "kind"),
    [
        ("Serious events occurred in 3.8% of the vaccine group and 3.1% of the placebo group [1].", "context"),
        ("Serious events were judged related to the vaccine in 3.1% of the group [1].", "negation"),
        ("The trial enrolled 18,950 children [1].", "number"),
        ("The trial cost 6.4 million dollars [1].", "number"),
        ("The rate rose by 0.5 percent [1].", "number"),
        ("Enrolment began on 5 March 2019 [1].", "date"),
        ("Dr. Miguel Sarto led the trial [1].", "name"),
        ('Okoro wrote that "protection was higher in younger children" [1].', "quotation"),
        ('Okoro said: "The numbers are too small to say so." [1]', "speaker"),
        ("The trial enrolled 19,850 children [7].", "citation"),
        ("The bridge is 36.8 kilometres long [1].", "number"),
        ("大桥全长5.9公里[2]。", "context"),
        ("总投资463万元[2]。", "number"),
        ("日均车流量增长12个百分点[2]。", "number"),
        ("总设计师赵明远主持了设计[2]。", "name"),
        ("孟广勋说：“桥修好了，只算完成一半，另一半是管。”[2]", "quotation"),
        ("大桥于2019年10月26日通车[2]。", "date"),
    ],
)
def test_an_unsupported_sentence_is_found(sentence: str, kind: str) -> None:
    assert kind in {problem.kind for problem in check_sentence(sentence, _SOURCES)}


def test_a_hostile_source_is_read_within_its_bounds() -> None:
    text = "1,2 and 3% of 4 to “" * 1_000
    assert check_sentence("It is 77 percent [1].", {1: text})


def test_a_sentence_without_citations_is_not_checked() -> None:
    assert check_sentence("It cost 900 dollars.", _SOURCES) == []
