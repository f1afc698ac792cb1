"""Questions from a text: each answer stands in it, each question has one right answer, and none gives another away."""

import asyncio
import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkwright.artifacts.quizzes.lint import lint
from inkwright.artifacts.quizzes.model import (
    FillInBlank,
    Matching,
    Ordering,
    Question,
    Quiz,
    ShortAnswer,
    SingleChoice,
    TrueFalse,
    option_index,
)
from inkwright.grounding.questions.select import QUESTION_TYPES, QuestionOptions, QuestionSelection, select_questions
from inkwright.grounding.sentences import lines_of, strip_markup
from inkwright.grounding.source import Chooser, GroundedItem, Material, no_choice
from tests.grounding.quiz_texts import CHINESE, ENGLISH, TEXTS, material_of, read, text_of
from tests.hostile_texts import HOSTILE
from tests.parsing.test_any_text import grows_too_fast

SEEDS = range(3)
LEAST = 8
MANY = 60


def ask(
    material: Material,
    count: int = MANY,
    types: tuple[str, ...] = (),
    *,
    topic: str = "",
    seed: int = 0,
    choose: Chooser = no_choice,
) -> QuestionSelection:
    return asyncio.run(select_questions(material, QuestionOptions(count, types, topic, seed), choose))


def questions(found: QuestionSelection) -> list[Question]:
    return [each.item for each in found.questions]


def said_in(name: str) -> str:
    """All that stands in a text, without its dress, on one line."""
    glue = "" if name in CHINESE else " "
    return glue.join(filter(None, (strip_markup(line.text) for line in lines_of(text_of(name)))))


def answers(question: Question) -> list[str]:
    """What somebody who is right chooses, writes, or puts into order."""
    match question:
        case SingleChoice():
            right = option_index(question.correct_answer, len(question.options))
            assert right is not None
            return [question.options[right]]
        case FillInBlank():
            return [str(answer) for answer in question.correct_answer]
        case ShortAnswer():
            return [str(question.correct_answer)]
        case Matching():
            return [*question.options, *question.correct_answer]
        case Ordering():
            return list(question.options)
        case _:
            return []


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("seed", SEEDS)
def test_every_answer_stands_in_the_text_and_so_does_every_word_that_could_be_taken_for_it(
    name: str, seed: int
) -> None:
    said = said_in(name).lower()
    for types in ((), *((kind,) for kind in QUESTION_TYPES)):
        for question in questions(ask(material_of(name), types=types, seed=seed)):
            shown = question.options if isinstance(question, SingleChoice) else []
            for written in [*answers(question), *shown]:
                assert written.lower() in said, question


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_cloze_with_its_answer_put_back_is_a_sentence_of_the_text_and_with_no_other_option(
    name: str, seed: int
) -> None:
    said = said_in(name)
    for question in questions(ask(material_of(name), types=("SINGLE_CHOICE", "FILL_IN_BLANK"), seed=seed)):
        cloze = question.question.split("\n", 1)[1]
        [right] = answers(question)
        assert cloze.replace("____", right) in said
        if isinstance(question, SingleChoice):
            assert len(set(question.options)) == 4
            assert [option for option in question.options if cloze.replace("____", option) in said] == [right]


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_true_statement_stands_in_the_text_and_a_false_one_does_not(name: str, seed: int) -> None:
    said = said_in(name)
    found = questions(ask(material_of(name), types=("TRUE_FALSE",), seed=seed))
    for question in found:
        statement = re.sub("^(?:According to the text: |根据材料：)", "", question.question)
        assert isinstance(question, TrueFalse)
        assert (statement in said) == (question.correct_answer == "true")
    counts = Counter(str(question.model_dump()["correct_answer"]) for question in found)
    assert min(counts["true"], counts["false"]) >= len(found) // 4


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_quiz_has_no_fault_and_each_question_its_place(name: str, seed: int) -> None:
    material = material_of(name)
    found = ask(material, 12, seed=seed)
    quiz = Quiz(title="Quiz", language=material.language, questions=questions(found))
    assert [finding for finding in lint(quiz) if finding.severity == "error"] == []
    numbers = range(1, len(quiz.questions) + 1)
    assert len(numbers) >= LEAST
    assert [(question.id, question.order) for question in quiz.questions] == [(f"q{at}", at) for at in numbers]
    lines = text_of(name).split("\n")
    for each in found.questions:
        assert each.place.quote in each.item.explanation
        assert f"{each.place.line}" in each.item.explanation
        first = each.place.quote.split()[0][:4]
        assert first in strip_markup(lines[each.place.line - 1])


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_of_six_hundred_words_gives_at_least_eight_questions_and_half_of_it_four(name: str) -> None:
    assert len(ask(material_of(name)).questions) >= LEAST
    text = text_of(name)
    assert len(ask(read(text[: len(text) // 2])).questions) >= LEAST // 2


@pytest.mark.parametrize("name", TEXTS)
def test_no_sentence_is_asked_about_twice_and_no_answer_asked_for_twice(name: str) -> None:
    found = ask(material_of(name))
    places = [each.place for each in found.questions if not isinstance(each.item, Matching | Ordering)]
    assert len(places) == len(set(places))
    single = [answers(question)[0] for question in questions(found) if isinstance(question, SingleChoice)]
    assert len(single) == len(set(single))


def test_a_quiz_of_five_is_a_mix() -> None:
    for name in TEXTS:
        kinds = [question.question_type for question in questions(ask(material_of(name), 5))]
        assert (len(kinds), len(set(kinds)) >= 3) == (5, True), kinds


@pytest.mark.parametrize("name", TEXTS)
def test_only_the_types_that_are_wanted_are_made(name: str) -> None:
    for kind in ("SINGLE_CHOICE", "TRUE_FALSE", "FILL_IN_BLANK", "MATCHING", "SHORT_ANSWER"):
        found = questions(ask(material_of(name), 3, (kind,)))
        assert found
        assert {question.question_type for question in found} == {kind}


def test_the_same_seed_draws_the_same_questions_and_another_one_others() -> None:
    material = material_of("canal.md")
    assert ask(material, 8, seed=3) == ask(material, 8, seed=3)
    assert ask(material, 8, seed=3) != ask(material, 8, seed=4)


@pytest.mark.parametrize(
    ("name", "topic", "section"),
    [("heart.md", "blood vessels, arteries and veins", "Blood vessels"), ("light.md", "颜色和色光", "颜色")],
)
def test_what_is_near_to_the_topic_comes_first(name: str, topic: str, section: str) -> None:
    found = ask(material_of(name), 3, ("SINGLE_CHOICE", "TRUE_FALSE"), topic=topic)
    assert [each.place.section for each in found.questions].count(section) >= 2


def test_the_model_chooses_among_three_sentences_and_that_is_said() -> None:
    offers: list[tuple[str, ...]] = []

    async def last(why: str, options: tuple[str, ...]) -> int | None:
        assert "The Suez Canal" in why
        offers.append(options)
        return len(options) - 1

    found = ask(material_of("canal.md"), 4, choose=last)
    assert all(1 < len(offer) <= 3 for offer in offers)
    assert [each.by_model for each in found.questions][: len(offers)] == [True] * len(offers)
    assert found.questions[0].item.question.endswith(offers[0][-1])


@pytest.mark.parametrize("number", [None, 3, -1, 99])
def test_a_choice_that_is_none_leaves_the_order_to_decide(number: int | None) -> None:
    async def nothing(why: str, options: tuple[str, ...]) -> int | None:
        return number

    assert ask(material_of("light.md"), 4, choose=nothing) == ask(material_of("light.md"), 4)


def test_each_question_is_told_as_soon_as_it_is_taken() -> None:
    told: list[int] = []

    def hear(question: GroundedItem[Question]) -> None:
        told.append(question.item.order)

    found = asyncio.run(select_questions(material_of("heart.md"), QuestionOptions(3), no_choice, hear))
    assert told == [1, 2, 3]
    assert len(found.questions) == 3
    assert found.shortfall == ""


def test_steps_are_put_into_the_order_of_the_text() -> None:
    [question] = questions(ask(material_of("light.md"), 1, ("ORDERING",)))
    assert isinstance(question, Ordering)
    ordered = [question.options[ord(letter) - ord("A")] for letter in question.correct_answer]
    assert ordered == [
        "把凸透镜正对太阳光",
        "在凸透镜的另一侧放一张白纸",
        "移动白纸，直到纸上的光斑最小、最亮",
        "用刻度尺量出光斑到凸透镜的距离",
    ]
    assert question.options != ordered


def test_dated_events_are_put_into_the_order_of_their_dates_and_do_not_show_them() -> None:
    told = "Ada built a mill in 1850. Ben bought the mill in 1870. Carl sold the mill in 1910. Dora burned in 1930."
    text = f"# The mill\n\n{told}"
    [question] = questions(ask(read(text), 1, ("ORDERING",)))
    assert isinstance(question, Ordering)
    ordered = [question.options[ord(letter) - ord("A")] for letter in question.correct_answer]
    assert [event.split()[0] for event in ordered][:3] == ["Ada", "Ben", "Carl"]
    assert not [option for option in question.options if re.search(r"\d{4}", option)]


def test_numbered_rules_are_in_no_order_that_could_be_asked_for() -> None:
    rules = "# Rules of the pool\n\n1. Nobody runs.\n2. Nobody eats.\n3. Nobody shouts.\n"
    assert questions(ask(read(rules), 3, ("ORDERING",))) == []


def test_steps_are_asked_for_by_what_they_lead_to() -> None:
    steps = "1. 检查灯芯和酒精\n2. 取下灯帽放在桌上\n3. 用火柴从侧面点燃\n4. 用灯帽盖灭火焰\n"
    [question] = questions(ask(read(f"# 使用酒精灯\n\n请按下面的步骤操作：\n\n{steps}"), 1, ("ORDERING",)))
    assert question.question == "按照材料中的顺序排列下列步骤（使用酒精灯）。"
    assert questions(ask(read(f"请按下面的步骤操作：\n\n{steps}"), 1, ("ORDERING",))) == []


def test_a_state_is_no_event() -> None:
    text = (
        "By the 1830s letters had become expensive. Rowland Hill wrote a book in 1837. Brazil issued stamps in 1843. "
        "By 1850 Spain had many post offices."
    )
    assert questions(ask(read(text), 1, ("ORDERING",))) == []


@pytest.mark.parametrize(
    "text",
    [
        "# Bees\n\nBees live in hives of wax and wood. Bees drink nectar from flowers. Bees dance in front of a hive.",
        "# 蜜蜂\n\n蜜蜂住在蜂蜡做成的巢房里。蜜蜂从花朵里采集花蜜和花粉。蜜蜂在巢脾上跳舞告诉同伴蜜源。",
    ],
)
def test_no_common_noun_is_changed_nor_to_be_chosen(text: str) -> None:
    found = questions(ask(read(text), types=("SINGLE_CHOICE", "TRUE_FALSE")))
    assert {question.model_dump()["correct_answer"] for question in found} <= {"true"}


def test_of_two_years_none_is_changed() -> None:
    text = "# Mills\n\nAda Lee built a mill in 1850 and sold the mill in 1870."
    for seed in SEEDS:
        found = questions(ask(read(text), types=("TRUE_FALSE",), seed=seed))
        assert {question.model_dump()["correct_answer"] for question in found} <= {"true"}


def test_what_is_defined_is_changed_for_something_else_that_is_defined() -> None:
    text = "# Heart\n\nThe septum is a wall of muscle in the heart. The aorta is a wide tube for fresh blood.\n"
    found = {
        question.question for seed in SEEDS for question in questions(ask(read(text), 2, ("TRUE_FALSE",), seed=seed))
    }
    assert "According to the text: The septum is a wide tube for fresh blood." in found


def test_who_answers_true_without_reading_is_not_right_too_often() -> None:
    text = "# Bees\n\n" + " ".join(
        f"Bees visit {flower} in gardens and fields." for flower in "clover mint thyme sage".split()
    )
    found = questions(ask(read(text), types=("TRUE_FALSE",)))
    assert len(found) == 3


@pytest.mark.parametrize(
    "sentence",
    [
        "It was opened in 1869 by the ruler of Egypt.",
        "However, the canal was opened in 1869 in Egypt.",
        "This canal was opened in 1869 by the king.",
        "Who opened the canal of Egypt in 1869?",
        "The canal of Egypt, opened in 1869",
        "We opened the canal of Egypt in 1869.",
        "它于1869年在埃及正式开通。",
        "这条运河于1869年在埃及正式开通。",
        "此外，运河于1869年在埃及开通。",
        "谁在1869年开通了埃及的运河？",
    ],
)
def test_what_is_not_understood_by_itself_is_not_asked_about(sentence: str) -> None:
    assert questions(ask(read(sentence))) == []


def test_a_term_that_stands_twice_is_not_asked_for() -> None:
    text = "In 1869 the canal was opened, and in 1869 the company had two ships."
    assert not [answer for question in questions(ask(read(text))) for answer in answers(question) if answer == "1869"]


def test_a_bound_is_never_to_be_chosen_nor_changed() -> None:
    text = (
        "More than 400 ships were waiting in the bay. A crew of 20 men was on board the yacht. "
        "A pilot earned 90 dollars in the harbour. The tower of the harbour had 70 steps."
    )
    for question in questions(ask(read(text), types=("SINGLE_CHOICE", "TRUE_FALSE"))):
        assert "400" not in answers(question)
        assert not (
            isinstance(question, TrueFalse) and question.correct_answer == "false" and "ships" in question.question
        )


def test_two_names_of_one_person_do_not_stand_for_each_other() -> None:
    text = (
        "公元618年，李渊在长安称帝。公元626年，李世民即位，史称唐太宗。唐太宗重视纳谏，任用魏征和房玄龄。"
        "公元755年，安禄山在范阳起兵。公元907年，朱温废掉皇帝。"
    )
    for seed in SEEDS:
        for question in questions(ask(read(text), types=("SINGLE_CHOICE",), seed=seed)):
            if isinstance(question, SingleChoice):
                assert not {"李世民", "唐太宗"} <= set(question.options)


def test_a_short_text_gives_fewer_questions_and_that_is_said() -> None:
    found = ask(read("The Suez Canal was opened in 1869."), 5)
    assert 1 <= len(found.questions) < 5
    assert found.shortfall == f"Only {len(found.questions)} of 5 questions could be created from this text."
    assert ask(read("运河于1869年开通。"), 5).shortfall.endswith("你要求的是 5 道。")
    assert ask(read(""), 5) == QuestionSelection((), "Only 0 of 5 questions could be created from this text.")


def test_a_type_that_no_text_gives_is_refused_in_words() -> None:
    found = ask(material_of("heart.md"), 2, ("LONG_ANSWER",))
    assert found == QuestionSelection(
        (), "Questions of the type LONG_ANSWER cannot be created from a text without a better model."
    )


def test_a_text_of_lists_only_gives_what_lists_give() -> None:
    text = (
        "# How to plant a tree\n\n1. Dig a deep hole.\n2. Put the roots into it.\n3. Fill in the soil.\n"
        "4. Water the tree.\n\n# Words\n\n- Root: the part that drinks water\n- Bark: the skin of a trunk\n"
        "- Crown: all branches and leaves\n"
    )
    assert {question.question_type for question in questions(ask(read(text)))} >= {"ORDERING", "MATCHING"}


def test_two_languages_in_one_text_do_no_harm() -> None:
    for names in (ENGLISH[:1] + CHINESE[:1], CHINESE[1:2] + ENGLISH[1:2]):
        text = "\n\n".join(text_of(name) for name in names)
        assert len(questions(ask(read(text), 10))) == 10


@given(
    text=st.text(st.sampled_from("aA字的是 .。，、\n*_`#-|>“”()[]12年、!~:\x00\ud800$《》·"), max_size=120),
    zh=st.booleans(),
)
@settings(deadline=None, max_examples=60)
def test_any_text_is_asked_or_not_but_never_breaks(text: str, zh: bool) -> None:
    near = text_of("light.md")[:200] if zh else text_of("heart.md")[:300]
    assert isinstance(ask(read(f"{text}\n{near}{text}\n\n{text}"), 5), QuestionSelection)


@pytest.mark.parametrize("unit", HOSTILE[::7])
def test_a_hostile_text_is_read_in_good_time(unit: str) -> None:
    assert isinstance(ask(read(unit * (20_000 // len(unit))), 5), QuestionSelection)


@pytest.mark.parametrize("name", ["canal.md", "yellow_river.md"])
def test_time_grows_with_the_text_and_no_faster(name: str) -> None:
    text = text_of(name)

    def quiz(copies: str) -> QuestionSelection:
        return ask(read(copies), 10)

    small, large = (f"{text}\n\n" * times for times in (2, 8))
    if grows_too_fast(quiz, small, large, tries=1):
        assert not grows_too_fast(quiz, small, large, tries=5)
