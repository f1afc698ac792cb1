"""Cited sentences against their sources: what is supported passes, and what is not is found."""

from inkwright.research.citations.check import check_sentence
from inkwright.research.support import is_confirmed_by_rule
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
_RIVER = (
    "The Tamsin River rises at an elevation of 1,730 metres below Mount Corra and runs 412 kilometres to the Bay of "
    "Lune. Two reservoirs hold 820 million and 310 million cubic metres. Inflation stood at 9.8 percent in May, down "
    "from 11.3 percent in January 2023. Farming takes 58.2 percent of the water, towns 27 percent. The city paid $22 "
    "million of $38.5 million. The board did not approve a dam in Hungary in 2015. The mean age was 58.3 years. Wages "
    'grew since 1961. Joyce Wanjala won in 2:21:07. "It was mine," Edith Farrow said in Lune.'
)
_CRANE = (
    "灰颈鹤曾一度绝迹，1984年在云岭县发现了最后九只。到2021年底，种群恢复到3,480只，其中人工繁育720只。监测站可承受10级大风。"
    "等候时间由2020年的31小时缩短至19小时。全市卫生人员8.74万人，其中注册护士4.05万人。婴儿死亡率为千分之二点七。2023年票房4,370万元，"
    "比2022年增加，5月3日最高。新系统并未取代任何职位。主任沈玉梅说：“它们回来，是因为我们退后了。”研究员纪南山则提醒：“数量多不等于安全。”"
)
_OFFICE = (
    "The Kessler Institute is led by nobody now. Director Hanne Lie succeeded Olaf Berg. The institute sued "
    'the builder Nordbygg. The chief engineer was Margit Solberg; the architect was Tomás Ferreira. "We built '
    'it for a hundred winters," Solberg said. Solar produced 14% of the electricity, up from 5%. The cost of '
    "a kilowatt-hour fell from $0.089 to $0.041. Wind supplied 22%. A second span was proposed but was never "
    "built. Three participants in the first group and eleven in the second dropped out. Revenue was €8.46 "
    "billion. A card is 90 kroner a day or 240 kroner a month."
)
_LINES = (
    "2021年，全省共有乡村小学3,216所，比2011年减少1,508所。乡村教师的平均月收入为5,860元。三号线因地质原因推迟两年。"
    "二号馆因漏水关闭半年，一号馆照常开放。首任厂长是周启明，后由林国栋接替。"
)
_SOURCES = {1: _TRIAL, 2: _BRIDGE, 3: _RIVER, 4: _CRANE, 5: _OFFICE, 6: _LINES}


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
        "Rising below Mount Corra, the Tamsin runs 412 kilometres to the sea [3].",
        "The Tamsin is 256 miles long [3].",
        "The reservoirs hold 820 and 310 million cubic metres [3].",
        "Inflation eased from 11.3% in January to 9.8% in May [3].",
        "The rest came to $16.5m [3].",
        "The board rejected a Hungarian dam in 2015 [3].",
        "Participants were on average 58.3 years old [3].",
        "Wages have grown for about sixty years [3].",
        "Wanjala won in 2 hours 21 minutes and 7 seconds [3].",
        'In Lune she said that "it was mine" [3].',
        "灰颈鹤现有3,480只，近四十年前仅有九只[4]。",
        "全市护士超过四万人，婴儿死亡率为2.7‰[4]。",
        "等候时间缩短到19小时，之前是31小时[4]。",
        "2023年5月3日票房最高[4]。",
        "Box-office takings of The Lamp were 43.7 million yuan [4].",
        "Margit Solberg, the chief engineer, said: “We built it for a hundred winters” [5].",
        "Olaf Berg was succeeded by Hanne Lie [5].",
        "Fourteen participants dropped out [5].",
        "The cost fell from 8.9 to 4.1 US cents a kilowatt-hour [5].",
        "A day card is 90 kroner, a monthly one 240 kroner [5].",
        "2011年全省有乡村小学4724所[6]。",
        "二号馆因漏水关闭了半年[6]。",
        "林国栋接替周启明[6]。",
    ],
)
def test_a_supported_sentence_passes(sentence: str) -> None:
    assert check_sentence(sentence, _SOURCES) == []


@each(
    ("sentence", "kind"),
    [
        ("The trial enrolled 18,950 children [1].", "number"),
        ("The trial cost 6.4 million dollars [1].", "number"),
        ("The rate rose by 0.5 percent [1].", "number"),
        ("Enrolment began on 5 March 2019 [1].", "date"),
        ("Dr. Miguel Sarto led the trial [1].", "name"),
        ('Okoro wrote that "protection was higher in younger children" [1].', "quotation"),
        ('Okoro said: "The numbers are too small to say so." [1]', "speaker"),
        ("The trial enrolled 19,850 children [7].", "citation"),
        ("The bridge is 36.8 kilometres long [1].", "number"),
        ("总投资463万元[2]。", "number"),
        ("日均车流量增长12个百分点[2]。", "number"),
        ("总设计师赵明远主持了设计[2]。", "name"),
        ("孟广勋说：“桥修好了，只算完成一半，另一半是管。”[2]", "quotation"),
        ("大桥于2019年10月26日通车[2]。", "date"),
        ("It was the eighth river [3].", "number"),
        ("纪南山说：“它们回来，是因为我们退后了。”[4]", "speaker"),
        ("主任是医生莫问秋[4]。", "name"),
        ("Revenue was nearly €10 billion [5].", "number"),
    ],
)
def test_an_unsupported_sentence_is_found(sentence: str, kind: str) -> None:
    assert kind in {problem.kind for problem in check_sentence(sentence, _SOURCES)}


def test_a_hostile_source_is_read_within_its_bounds() -> None:
    text = "1,2 and 3% of 4 to “" * 1_000
    assert check_sentence("It is 77 percent [1].", {1: text})


def test_a_sentence_without_citations_is_not_checked() -> None:
    assert check_sentence("It cost 900 dollars.", _SOURCES) == []


@each(
    "sentence",
    [
        "At 412 million kroner, it cost 69 million more than planned [1].",
        "Migraine days dropped by 5.3 with the drug but by only 1.4 with placebo [1].",
        "Some 760 of the 1,140 workers were women [1].",
        "The trust covers 30 percent of the cost [1].",
        "Nine of the fourteen species survive [1].",
        "Vega died in 1998 [1].",
        "Vega was 32 when the book appeared in 1953 [1].",
    ],
)
def test_what_can_be_worked_out_from_the_source_passes(sentence: str) -> None:
    source = (
        "It cost 412 million kroner, more than the budget of 343 million. Migraine days fell from 14.2 to 8.9 with the "
        "drug and from 14.0 to 12.6 with placebo. There were 1,140 workers, two thirds of them women. The state pays "
        "70 percent of the cost, the trust the rest. Of 14 species, five have vanished. Vega was born in 1921; her "
        "book appeared in 1953, and her letters in 2004, six years after Vega died."
    )
    assert check_sentence(sentence, {1: source}) == []


@each(
    "sentence, source",
    [
        ("Revenue rose by some 28 percent [1].", "Revenue grew from €92 million in 2013 to €118 million in 2019."),
        ("A quarter of its area was lost in 44 years [1].", "It shrank from 40.0 km² in 1975 to 29.7 km² in 2019."),
        ("The rate fell by three quarters of a percentage point [1].", "It cut its rate by 75 basis points."),
        (
            "The army outnumbered the defenders almost three to one [1].",
            "6,500 defenders met the 18,000 men of the duke.",
        ),
        ("The siege lasted nearly four months [1].", "The siege lasted from 9 October 1644 to 2 February 1645."),
        ("展厅关闭了约八个月[1]。", "展厅于2023年3月至11月关闭。"),
        ("约9%的教师没有意见[1]。", "72%的教师支持，19%反对，其余没有意见。"),
        ("The number has grown by about 1,500 birds [1].", "It fell to 6,000 birds of 2 sorts, then rose to 7,500."),
    ],
)
def test_what_follows_from_the_numbers_of_the_source_passes(sentence: str, source: str) -> None:
    assert check_sentence(sentence, {1: source}) == []


@each(
    "sentence",
    [
        "Serious events occurred in 3.8% of the vaccine group and 3.1% of the placebo group [1].",
        "Serious events were judged related to the vaccine in 3.1% of the group [1].",
        "大桥全长5.9公里[2]。",
        "Towns take 58.2 percent of the water [3].",
        "Inflation stood at 9.8 percent in January [3].",
        "等候时间缩短至31小时[4]。",
        "监测站无法承受10级大风[4]。",
        "新系统取代了职位[4]。",
        "Olaf Berg succeeded Hanne Lie [5].",
        "Nordbygg sued the institute [5].",
        "The chief engineer was Tomás Ferreira [5].",
        "Wind supplied 14% of the electricity [5].",
        "A second span was built soon after [5].",
        "A card is 240 kroner a day [5].",
        "乡村教师的平均年收入为5860元[6]。",
        "二号线因地质原因推迟两年[6]。",
        "一号馆因漏水关闭半年[6]。",
        "周启明接替林国栋[6]。",
    ],
)
def test_what_only_words_tell_is_not_called_wrong_and_not_confirmed(sentence: str) -> None:
    assert check_sentence(sentence, _SOURCES) == []
    assert not is_confirmed_by_rule(sentence, _SOURCES)


def test_a_number_in_another_unit_is_not_in_the_source() -> None:
    source = "Patients received 20 mg once daily, or 2,000 international units. The dock is 67 metres long."
    for sentence in ("They received 20 g daily [1].", "They received 2,000 milligrams [1].", "码头长六十七丈[1]。"):
        assert [problem.kind for problem in check_sentence(sentence, {1: source})] == ["number"]


def test_vague_numbers_are_not_looked_up_and_halves_are_added() -> None:
    source = {1: "It took 1.5 seconds for each of 530 people; the fee is 四分钱 a ride."}
    assert check_sentence("It took a second and a half for each of a few hundred people [1].", source) == []
    assert check_sentence("每单0.04元[1]。", {1: "每单四分钱，由平台承担。"}) == []
    assert check_sentence("It took two seconds and a half [1].", source)


def test_a_sentence_copied_from_the_source_is_supported_whatever_it_says() -> None:
    source = 'The operator "not in" is defined to have the inverse truth value of "in". It is used often.'
    assert check_sentence(source.split(". ")[0] + " [1].", {1: source}) == []
