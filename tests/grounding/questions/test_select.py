"""Selected questions: every answer is in the text, is the only correct one, and is not revealed by another question."""

import asyncio
from importlib import resources

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkwright.artifacts.quizzes.lint import lint
from inkwright.artifacts.quizzes.model import (
    Matching,
    Ordering,
    Question,
    Quiz,
    SingleChoice,
)
from inkwright.grounding.questions.select import QUESTION_TYPES, QuestionOptions, QuestionSelection, select_questions
from inkwright.grounding.read import read_material
from inkwright.grounding.sentences import strip_markup
from inkwright.grounding.source import GroundedItem, Source, no_choice
from inkwright.i18n import Reason
from tests.each import each
from tests.grounding.quiz_questions import SEEDS, answers, ask, plain_text, questions
from tests.grounding.quiz_texts import CHINESE, ENGLISH, TEXTS, material_of, read, text_of
from tests.hostile_texts import HOSTILE
from tests.parsing.test_any_text import grows_too_fast

LEAST = 4


@each("name", TEXTS)
@each("seed", SEEDS)
def test_every_answer_and_every_distractor_is_in_the_text(name: str, seed: int) -> None:
    said = plain_text(name).lower()
    for types in ((), *((kind,) for kind in QUESTION_TYPES)):
        for question in questions(ask(material_of(name), types=types, seed=seed)):
            shown = question.options if isinstance(question, SingleChoice) else []
            for written in [*answers(question), *shown]:
                assert written.lower() in said, question


@each("name", TEXTS)
@each("seed", SEEDS)
def test_a_quiz_has_no_lint_errors_and_every_question_has_a_location(name: str, seed: int) -> None:
    material = material_of(name)
    found = ask(material, 12, seed=seed)
    quiz = Quiz(title="Quiz", language=material.language, questions=questions(found))
    assert [finding for finding in lint(quiz) if finding.severity == "error"] == []
    numbers = range(1, len(quiz.questions) + 1)
    assert len(numbers) >= LEAST
    assert [(question.id, question.order) for question in quiz.questions] == [(f"q{at}", at) for at in numbers]
    lines = text_of(name).split("\n")
    for item in found.questions:
        assert item.location.quote in item.item.explanation
        first = item.location.quote.split()[0][:4]
        assert first in strip_markup(lines[item.location.line - 1])


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_of_six_hundred_words_gives_at_least_four_questions_and_half_of_it_two(name: str) -> None:
    assert len(ask(material_of(name)).questions) >= LEAST
    text = text_of(name)
    assert len(ask(read(text[: len(text) // 2])).questions) >= LEAST // 2


@pytest.mark.parametrize("name", TEXTS)
def test_no_sentence_is_asked_about_twice_and_no_answer_asked_for_twice(name: str) -> None:
    found = ask(material_of(name))
    locations = [each.location for each in found.questions if not isinstance(each.item, Matching | Ordering)]
    assert len(locations) == len(set(locations))
    single = [answers(question)[0] for question in questions(found) if isinstance(question, SingleChoice)]
    assert len(single) == len(set(single))


def test_a_quiz_of_five_is_a_mix() -> None:
    for name in TEXTS:
        kinds = [question.question_type for question in questions(ask(material_of(name), 5))]
        assert (len(kinds) >= LEAST, len(set(kinds)) >= 2) == (True, True), kinds


@pytest.mark.parametrize("name", TEXTS)
def test_only_the_requested_types_are_selected(name: str) -> None:
    for kind in ("SINGLE_CHOICE", "TRUE_FALSE", "FILL_IN_BLANK", "MATCHING", "SHORT_ANSWER"):
        found = questions(ask(material_of(name), 3, (kind,)))
        assert {question.question_type for question in found} <= {kind}


def test_the_same_seed_selects_the_same_questions_and_another_seed_others() -> None:
    material = material_of("canal.md")
    assert ask(material, 8, seed=3) == ask(material, 8, seed=3)
    assert ask(material, 8, seed=3) != ask(material, 8, seed=4)


@pytest.mark.parametrize(
    ("name", "topic", "section"),
    [("light.md", "颜色和色光", "颜色")],
)
def test_questions_about_the_topic_come_first(name: str, topic: str, section: str) -> None:
    found = ask(material_of(name), 3, ("SINGLE_CHOICE", "TRUE_FALSE"), topic=topic)
    assert [each.location.section for each in found.questions].count(section) >= 1


def test_a_question_chosen_by_the_model_is_marked() -> None:
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
def test_without_a_valid_choice_the_order_decides(number: int | None) -> None:
    async def nothing(why: str, options: tuple[str, ...]) -> int | None:
        return number

    assert ask(material_of("light.md"), 4, choose=nothing) == ask(material_of("light.md"), 4)


def test_the_callback_gets_each_question_as_soon_as_it_is_selected() -> None:
    told: list[int] = []

    def hear(question: GroundedItem[Question]) -> None:
        told.append(question.item.order)

    found = asyncio.run(select_questions(material_of("heart.md"), QuestionOptions(3), no_choice, hear))
    assert told == [1, 2, 3]
    assert len(found.questions) == 3
    assert found.shortfall is None


@each(
    "text",
    [
        "# Bridges\n\nThe Golden Gate Bridge opened in 1937. The Romans built arch bridges of stone. "
        "The Forth Bridge opened in 1890. Concrete resists compression but cracks under tension.\n",
        "# Coffee\n\nCoffee came to Vienna in 1683. Brazil is the largest producer of coffee. "
        "Filter coffee contains about 95 milligrams of caffeine per cup.\n",
        "# 茶\n\n陆羽在公元780年写成《茶经》。绿茶适合用八十度左右的水冲泡。龙井茶产于浙江杭州。\n",
    ],
)
def test_a_short_text_is_not_asked_about_by_statements_alone(text: str) -> None:
    kinds = [question.question_type for question in questions(ask(read(text), 5))]
    assert kinds.count("TRUE_FALSE") * 2 <= len(kinds)


def test_always_answering_true_is_not_right_too_often() -> None:
    text = "# Bees\n\n" + " ".join(
        f"Bees visit {flower} in gardens and fields." for flower in "clover mint thyme sage".split()
    )
    found = questions(ask(read(text), types=("TRUE_FALSE",)))
    assert len(found) == 1


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
def test_sentences_that_need_context_are_not_asked_about(sentence: str) -> None:
    assert questions(ask(read(sentence))) == []


def test_a_short_text_yields_fewer_questions_and_a_message() -> None:
    found = ask(read("The Suez Canal was opened in 1869."), 5)
    assert 1 <= len(found.questions) < 5
    reason = "few sentences of this text state a number, a name, a date or a defined term that is worth asking for."
    assert str(found.shortfall) == f"Only {len(found.questions)} of 5 questions could be created: {reason}"
    assert found.shortfall is not None
    assert "你要求的是 5 道" in found.shortfall.text("zh")
    assert ask(read(""), 5) == QuestionSelection((), Reason("grounded.lacks.facts"))


def test_an_unsupported_type_yields_a_message() -> None:
    found = ask(material_of("heart.md"), 2, ("MULTIPLE_CHOICE",))
    assert found == QuestionSelection((), Reason("grounding.no_such_type", types="MULTIPLE_CHOICE"))


def test_a_text_with_only_lists_yields_questions_about_lists() -> None:
    text = (
        "# How to plant a tree\n\n1. Dig a deep hole.\n2. Put the roots into it.\n3. Fill in the soil.\n"
        "4. Water the tree.\n\n# Words\n\n- Root: the part that drinks water\n- Bark: the skin of a trunk\n"
        "- Crown: all branches and leaves\n"
    )
    assert {question.question_type for question in questions(ask(read(text)))} >= {"ORDERING", "MATCHING"}


def test_a_text_in_two_languages_yields_questions() -> None:
    for names in (ENGLISH[:1] + CHINESE[:1], CHINESE[1:2] + ENGLISH[1:2]):
        text = "\n\n".join(text_of(name) for name in names)
        assert len(questions(ask(read(text), 10))) >= LEAST


@given(
    text=st.text(st.sampled_from("aA字的是 .。，、\n*_`#-|>“”()[]12年、!~:\x00\ud800$《》·"), max_size=120),
    zh=st.booleans(),
)
@settings(deadline=None, max_examples=60)
def test_selection_never_fails_on_any_text(text: str, zh: bool) -> None:
    near = text_of("light.md")[:200] if zh else text_of("heart.md")[:300]
    assert isinstance(ask(read(f"{text}\n{near}{text}\n\n{text}"), 5), QuestionSelection)


@each("unit", HOSTILE[::7])
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


@each("language", ["en", "zh"])
def test_the_sample_notes_give_five_questions(language: str) -> None:
    written = (resources.files("inkwright.usecases") / "samples" / f"note.{language}.md").read_text(encoding="utf-8")
    material = read_material([Source("note.md", written)])
    for seed in range(3):
        found = asyncio.run(select_questions(material, QuestionOptions(5, seed=seed), no_choice))
        assert (len(found.questions), found.shortfall) == (5, None)


def test_a_note_of_seven_sentences_gives_five_questions_that_say_where_they_belong() -> None:
    text = (
        "# Coffee\n\n## Growing\n\nArabica beans grow at heights between 1,000 and 2,000 metres. Robusta grows lower "
        "and has about twice as much caffeine. Brazil produces about a third of all coffee.\n\n"
        "## Roasting\n\nGreen beans are roasted at about 200 °C. After about ten minutes the beans "
        "crack, and they are light brown.\n\n"
        "## Brewing\n\nWater for coffee should be between 90 and 96 °C. An espresso takes about 25 seconds "
        "and a French press takes four minutes.\n"
    )
    found = questions(ask(read(text), 5))
    assert len(found) == 5
    assert all("(Coffee › " in question.question for question in found)
    assert ["1,000", "2,000"] in [answers(question) for question in found]
