"""Cloze, choice and true-or-false questions: the original sentence is true, and every replacement makes it false."""

import re
from collections import Counter

import pytest

from inkwright.artifacts.quizzes.model import SingleChoice, TrueFalse
from tests.each import each
from tests.grounding.quiz_questions import SEEDS, answers, ask, plain_text, questions
from tests.grounding.quiz_texts import TEXTS, material_of, read


@each("name", TEXTS)
@each("seed", SEEDS)
def test_only_the_correct_option_restores_the_sentence_of_the_text(name: str, seed: int) -> None:
    said = plain_text(name)
    for question in questions(ask(material_of(name), types=("SINGLE_CHOICE", "FILL_IN_BLANK"), seed=seed)):
        cloze = question.question.split("\n", 1)[1]
        [right] = answers(question)
        if "____" not in cloze:
            assert cloze in said
            continue
        assert cloze.replace("____", right) in said
        if isinstance(question, SingleChoice):
            assert len(set(question.options)) == 4
            assert [option for option in question.options if cloze.replace("____", option) in said] == [right]


@each("name", TEXTS)
@each("seed", SEEDS)
def test_true_statements_are_in_the_text_and_false_ones_are_not(name: str, seed: int) -> None:
    said = plain_text(name)
    found = questions(ask(material_of(name), types=("TRUE_FALSE",), seed=seed))
    for question in found:
        statement = re.sub("^(?:According to the text(?: \\(.*?\\))?: |根据材料(?:（.*?）)?：)", "", question.question)
        assert isinstance(question, TrueFalse)
        assert (statement in said) == (question.correct_answer == "true")
    counts = Counter(str(question.model_dump()["correct_answer"]) for question in found)
    assert counts["true"] - counts["false"] <= 3


@pytest.mark.parametrize(
    "text",
    [
        "# Bees\n\nBees live in hives of wax and wood. Bees drink nectar from flowers. Bees dance in front of a hive.",
        "# 蜜蜂\n\n蜜蜂住在蜂蜡做成的巢房里。蜜蜂从花朵里采集花蜜和花粉。蜜蜂在巢脾上跳舞告诉同伴蜜源。",
    ],
)
def test_common_nouns_are_not_replaced_or_offered(text: str) -> None:
    found = questions(ask(read(text), types=("SINGLE_CHOICE", "TRUE_FALSE")))
    assert {question.model_dump()["correct_answer"] for question in found} <= {"true"}


def test_with_two_years_in_a_sentence_neither_is_replaced() -> None:
    text = "# Mills\n\nAda Lee built a mill in 1850 and sold the mill in 1870."
    for seed in SEEDS:
        found = questions(ask(read(text), types=("TRUE_FALSE",), seed=seed))
        assert {question.model_dump()["correct_answer"] for question in found} <= {"true"}


def test_a_term_that_occurs_twice_is_not_asked_for() -> None:
    text = "In 1869 the canal was opened, and in 1869 the company had two ships."
    assert not [answer for question in questions(ask(read(text))) for answer in answers(question) if answer == "1869"]


def test_a_limit_is_never_offered_or_replaced() -> None:
    text = (
        "More than 400 ships were waiting in the bay. A crew of 20 men was on board the yacht. "
        "A pilot earned 90 dollars in the harbour. The tower of the harbour had 70 steps."
    )
    for question in questions(ask(read(text), types=("SINGLE_CHOICE", "TRUE_FALSE"))):
        assert "400" not in answers(question)
        assert not (
            isinstance(question, TrueFalse) and question.correct_answer == "false" and "ships" in question.question
        )


def test_a_false_value_is_nowhere_in_the_text_and_named_things_are_not_counted() -> None:
    text = (
        "# Urine\n\nThe kidneys must produce a minimum urine volume of about 500 mL of urine to rid the body. "
        "Selenium and iodine are two essential trace elements of urine. A minimum of 350 to 400 mL urine is common. "
        "Values of 250 mL, 300 mL, 650 mL and 750 mL of urine were found in 1998.\n"
    )
    for seed in range(6):
        for question in questions(ask(read(text), types=("TRUE_FALSE",), seed=seed)):
            assert not re.search(r"volume of about (?:250|300|350|400|650|750) mL", question.question)
            assert not re.search(r"iodine are (?!two)", question.question)
