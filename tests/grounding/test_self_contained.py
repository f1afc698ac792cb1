"""Which sentences can be understood without their context."""

import pytest

from inkwright.grounding.questions.candidates import QuestionSource
from inkwright.grounding.self_contained import is_self_contained
from inkwright.grounding.terms import annotate_sentences
from tests.each import each
from tests.grounding.quiz_texts import read


def is_clear(sentence: str) -> bool:
    material = read(sentence)
    [annotated] = annotate_sentences(material)
    return is_self_contained(annotated, material.language)


@each(
    "sentence",
    [
        "Marie Curie discovered radium in Paris in 1898.",
        "A kettle is a pot with a spout in which water is boiled.",
        "Owls hunt at night because they hear every mouse in the grass.",
        "Gold is heavier than copper and softer than iron.",
        "Charles I lost a war against the parliament of England.",
        "The bridge was opened on 3 May 1901 and collapsed ten days later.",
        "A former baker, Tom Reed, opened a school in Leeds in 1850.",
        "铜的密度比铝大，导电的能力比铁强。",
        "1898年，居里夫人在巴黎发现了镭。",
        "苏轼被贬到黄州，他在城东开垦了一片荒地。",
        "竹子生长得很快，尤其是在多雨的春天。",
        "火焰分为外焰、内焰和焰心三层，其中外焰温度最高。",
    ],
)
def test_a_complete_sentence_that_names_its_subject_is_self_contained(sentence: str) -> None:
    assert is_clear(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "The king sent them to the harbour of the town in 1720.",
        "Contemporaneously known as the Great War in the newspapers of London.",
        "Germany was the last, signing its armistice on 11 November 1918.",
        "In Australia, the Racial Discrimination Act in 1975.",
        "At every step, the letter moved closer to Boston.",
        "东罗马帝国的兵力不详。",
        "Thanks to their work, the village has a well since 1890.",
        "Painters in Venice used this colour for the robes of kings.",
        "Only the rich could buy such carpets in the markets of Cairo.",
        "画家们常常用这种颜色来画国王的长袍。",
        "商人用骆驼把它运到了遥远的欧洲。",
        "该建筑建于1420年，位于北京城的中心。",
        "后者的面积约为三千平方公里，人口稀少。",
    ],
)
def test_a_reference_to_an_earlier_sentence_is_not_self_contained(sentence: str) -> None:
    assert not is_clear(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "The storm over Cuba in 1932 was far larger and lasted a week.",
        "Tom Reed believed that ships with sails would do better.",
        "The Dutch had a similar custom in the towns of the coast.",
        "Other countries followed the plan of Japan in 1930.",
        "Another river of Spain reaches the sea near Cadiz.",
        "北方的冬天更长，河流结冰的时间也有四个月。",
        "可靠一些的文字记载出现在汉代的竹简上。",
        "其他国家在1930年前后也采用了这个办法。",
    ],
)
def test_a_comparison_without_its_base_is_not_self_contained(sentence: str) -> None:
    assert not is_clear(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "The number of readers in London doubled within a year.",
        "Spain, however, kept the old coins until the year 1868.",
        "Sheep, on the other hand, eat the grass down to the roots.",
        "The trains of Japan soon followed the plan of France.",
        "Lamps were used in some, starting around 1540 in Spain.",
        "后来，玉米从美洲传到了欧洲和亚洲。",
        "因此，人们在河边种了许多柳树和杨树。",
        "荷兰商人又用大船运来了许多香料和布匹。",
    ],
)
def test_a_continuation_of_the_previous_sentence_is_not_self_contained(sentence: str) -> None:
    assert not is_clear(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Cover the pot with a lid for about ten minutes.",
        "Press the dough firmly into a round form of tin.",
        "When the water boils, add two spoons of salt to the pot.",
        "Never heat the oil above 200 degrees in a closed room.",
        "You need about two cups of flour for the dough of a pie.",
        "请把书包放在教室后面的柜子里。",
        "用湿布盖住面团，放在温暖的地方。",
        "检查灯芯是否平整，再用火柴点燃酒精灯。",
        "不要把湿手伸到插座旁边去拔插头。",
    ],
)
def test_an_instruction_is_not_self_contained(sentence: str) -> None:
    assert not is_clear(sentence)


def askable(text: str) -> list[str]:
    """Return what can be asked about, each with the sentences that are shown before it."""
    return [each.with_text(each.annotated.sentence.text, "en") for each in QuestionSource(read(text)).askable]


def test_the_answer_to_a_question_in_the_text_is_not_asked_about() -> None:
    assert askable("# Owls\n\nWhy do owls hunt at night? Owls hear every mouse under the snow.") == []
    assert askable("# 猫头鹰\n\n猫头鹰为什么夜里捕食？猫头鹰能听见雪下田鼠的声音。") == []


def test_a_sentence_under_an_earlier_condition_is_not_asked_about() -> None:
    assert askable("# Owls\n\nImagine a night in winter. Owls hear every mouse under the snow.") == []
    assert askable("# 猫头鹰\n\n如果下了一夜的雪。猫头鹰能听见雪下田鼠的声音。") == []


@pytest.mark.parametrize(
    "sentence",
    ["The price depended on the weight of a letter.", "A rider from Bath needed six days for the journey."],
)
def test_a_sentence_with_an_unspecified_noun_is_asked_about_together_with_the_one_before_it(sentence: str) -> None:
    first = "Six riders left Bath with letters in 1840."
    assert set(askable(f"# Letters\n\n{first} {sentence}")) <= {first, f"{first} {sentence}"}


def test_a_noun_after_the_is_clear_if_the_title_or_the_sentence_specifies_it() -> None:
    assert askable("# The Old Mill\n\nThe mill stands on a hill near Bath.") == ["The mill stands on a hill near Bath."]
    assert askable("# Letters\n\nThe weight of a letter from Bath was six grams.") == [
        "The weight of a letter from Bath was six grams."
    ]


def test_one_of_several_needs_context() -> None:
    text = "# Lighthouses\n\nMany lighthouses stand in Spain. Some lighthouses burn oil. Lighthouses warn ships. "
    assert "In 1783 the lighthouse was painted by Tom Reed." not in askable(
        f"{text}In 1783 the lighthouse was painted by Tom Reed."
    )


def test_a_chinese_sentence_with_an_unknown_subject_is_not_asked_about() -> None:
    text = "# 茶\n\n茶叶在春天采摘，采茶的人天亮就上山。转折发生在很久以前的一个冬天。茶叶要晒干以后才装进木箱。"
    first, second, third = (
        "茶叶在春天采摘，采茶的人天亮就上山。",
        "转折发生在很久以前的一个冬天。",
        "茶叶要晒干以后才装进木箱。",
    )
    assert askable(text) == [first, f"{first} {second}", third]


def test_a_sentence_unrelated_to_the_topic_is_not_asked_about() -> None:
    assert askable("# Volcanoes\n\nCrops failed and prices rose in all towns.") == []
