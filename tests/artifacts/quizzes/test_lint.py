"""The lint finds every planted fault at its path, reports nothing for good quizzes, and is fast."""

import json
import time
from typing import Any

import pytest

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.quizzes.lint import lint
from inkwright.artifacts.quizzes.load import quiz_from_value
from inkwright.artifacts.verification import CHECKERS
from tests.artifacts.quizzes.sample_quizzes import every_type
from tests.each import each

LONG = "because the full outer shell makes the atom of this element unwilling to react"


def single(question: str = "Which is it?", answer: object = "A", *options: str, **fields: Any) -> dict[str, Any]:
    given = {"questionType": "SINGLE_CHOICE", "question": question, "correctAnswer": answer, **fields}
    return {**given, "options": list(options) or ["red", "blue", "green"]}


def of(kind: str, question: str, answer: object = None, **fields: Any) -> dict[str, Any]:
    given = {"questionType": kind, "question": question, **fields}
    return given if answer is None else {**given, "correctAnswer": answer}


def composite(*parts: dict[str, Any]) -> dict[str, Any]:
    return {"questionType": "COMPOSITE", "question": "A text.", "subQuestions": list(parts)}


def found(*questions: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Return the severity, the location and the code of each finding."""
    quiz = quiz_from_value({"title": "T", "questions": list(questions)})
    return [(each.severity, each.location.text("en"), each.code.removeprefix("quiz.")) for each in lint(quiz)]


def _longest_at(right: int) -> list[str]:
    return ["far longer" if at == right else f"o{at}" for at in range(3)]


FAULTS: list[tuple[str, list[dict[str, Any]], str, str, str]] = [
    ("empty stem", [single("")], "error", ".question", "empty_question"),
    ("stem of signs", [single("…?!")], "error", ".question", "empty_question"),
    ("same stem", [single(), single("ｗhich  is IT?")], "error", "questions[1].question", "same_question"),
    ("same id", [single(id="a"), single("Else?", id="a")], "error", "questions[1].id", "same_id"),
    ("one option", [single("Q?", "A", "red")], "error", ".options", "few_options"),
    ("empty option", [single("Q?", "A", "red", " ")], "error", ".options[1]", "empty_option"),
    ("same option", [single("Q?", "A", "Red  fox", "Red fox")], "error", ".options[1]", "same_option"),
    ("other width", [single("Q?", "A", "Red", "ｒed")], "warning", ".options[1]", "alike_option"),
    ("other case", [single("Q?", "A", "It is Monday.", "It is monday.")], "warning", ".options[1]",
     "alike_option"),
    ("name with lines", [of("FILL_IN_BLANK", "What does __init__ do?", ["a"])], "error", ".question", "no_blank"),
    ("no answer", [single("Q?", "")], "error", ".correctAnswer", "no_answer"),
    ("letter outside", [single("Q?", "D")], "error", ".correctAnswer", "no_such_option"),
    ("text outside", [single("Q?", "purple")], "error", ".correctAnswer", "no_such_option"),
    ("two right", [single("Q?", ["A", "B"])], "error", ".correctAnswer", "not_one"),
    ("two right, by letters", [single("Q?", "A, B")], "error", ".correctAnswer", "not_one"),
    ("leak", [single("What does a photovoltaic cell make?", "A", "Photovoltaic cell", "Heat")], "warning",
     ".question", "leak"),
    ("leak in Chinese", [single("光合作用发生在叶绿体中，它发生在哪里？", "A", "叶绿体中", "线粒体")], "warning",
     ".question", "leak"),
    ("longest option", [single("Why?", "A", LONG, "no idea", "by chance")], "warning", ".options[0]", "longest_option"),
    ("feedback", [single(optionFeedback=["one"])], "error", ".optionFeedback", "feedback_count"),
    ("no picture", [single("What does the map below show?")], "warning", ".question", "no_picture"),
    ("one length twice", [single("Q?", "A", "1 km", "1000 m")], "warning", ".options[1]", "equal_option"),
    ("dollar", [single("What is $x?")], "warning", ".question", "dollars"),
    ("dollar in an option", [single("Q?", "A", "$x$", "$y")], "warning", ".options[1]", "dollars"),
    ("formula", [single("What is $\\nosuch{x}$ and $y$?")], "error", ".question", "formula"),
    ("formula in an option", [single("Q?", "A", "$x$", "$\\frac{1}{$")], "error", ".options[1]", "formula"),
    ("formula in a part", [composite(single(explanation="$\\nosuch$"))], "error", ".subQuestions[0].explanation",
     "formula"),
    ("multiple without answer", [of("MULTIPLE_CHOICE", "Q?", [], options=["a", "b"])], "error",
     ".correctAnswer", "no_answer"),
    ("multiple outside", [of("MULTIPLE_CHOICE", "Q?", ["A", "F"], options=["a", "b"])], "error",
     ".correctAnswer[1]", "no_such_option"),
    ("all right", [of("MULTIPLE_CHOICE", "Q?", ["A", "B"], options=["a", "b"])], "warning",
     ".correctAnswer", "all_right"),
    ("neither true nor false", [of("TRUE_FALSE", "It is.", "maybe")], "error", ".correctAnswer", "not_true_false"),
    ("too few answers", [of("FILL_IN_BLANK", "From ____ to ____.", ["a"])], "error", ".correctAnswer",
     "blanks"),
    ("too many answers", [of("FILL_IN_BLANK", "To ____.", ["a", "b"])], "error", ".correctAnswer", "blanks"),
    ("no blank", [of("FILL_IN_BLANK", "To where?", ["a"])], "error", ".question", "no_blank"),
    ("blank in a formula only", [of("FILL_IN_BLANK", "It is $a__b$.", ["a"])], "error", ".question", "no_blank"),
    ("short without answer", [of("SHORT_ANSWER", "Who?", "")], "error", ".correctAnswer", "no_answer"),
    ("short that leaks", [of("SHORT_ANSWER", "What is the pancreas?", "pancreas")], "warning",
     ".question", "leak"),
    ("long without help", [of("LONG_ANSWER", "Explain.")], "warning", ".correctAnswer", "no_model_answer"),
    ("pairs missing", [of("MATCHING", "Match.", ["1"], options=["a", "b"])], "error", ".correctAnswer", "pairs"),
    ("one partner for all", [of("MATCHING", "Match.", ["1", "1"], options=["a", "b"])], "error",
     ".correctAnswer", "one_partner"),
    ("distractor that is right", [of("MATCHING", "Match.", ["1", "2"], options=["a", "b"], distractors=["2"])], "error",
     ".distractors[0]", "right_distractor"),
    ("order incomplete", [of("ORDERING", "Order.", ["A", "B"], options=["a", "b", "c"])], "error",
     ".correctAnswer", "not_an_order"),
    ("order outside", [of("ORDERING", "Order.", ["A", "Z"], options=["a", "b"])], "error",
     ".correctAnswer[1]", "no_such_option"),
    ("no parts", [composite()], "error", ".subQuestions", "no_parts"),
    ("fault in a part", [composite(single("Q?", "E"))], "error", ".subQuestions[0].correctAnswer", "no_such_option"),
    ("same parts", [composite(single(), single())], "error", ".subQuestions[1].question", "same_question"),
    ("skewed", [single(f"Number {at}?", "B") for at in range(8)], "warning", "questions", "skewed"),
    ("always the longest", [single(f"N{at}?", "ABC"[at % 3], *_longest_at(at % 3)) for at in range(9)], "warning",
     "questions", "longest"),
]  # fmt: skip


@each(("questions", "severity", "place", "code"), [each[1:] for each in FAULTS])
def test_a_planted_fault_is_found_at_its_path(
    questions: list[dict[str, Any]], severity: str, place: str, code: str
) -> None:
    place = f"questions[0]{place}" if place.startswith(".") else place
    assert found(*questions).count((severity, place, code)) == 1, found(*questions)


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("same id", {"id": "a", "other": "questions[0]"}),
        ("one option", {"count": 1, "least": 2}),
        ("same option", {"text": "Red fox", "other": "options[0]"}),
        ("text outside", {"answer": "purple", "count": 3}),
        ("feedback", {"count": 1, "options": 3}),
        ("formula", {"formula": "\\nosuch{x}"}),
        ("too few answers", {"blanks": 2, "answers": 1}),
        ("pairs missing", {"answers": 1, "options": 2}),
        ("order incomplete", {"count": 3}),
        ("skewed", {"count": 8, "all": 8, "letter": "B"}),
    ],
)
def test_a_finding_holds_the_values_that_its_message_names(fault: str, told: dict[str, Any]) -> None:
    [(questions, code)] = [(each[1], each[4]) for each in FAULTS if each[0] == fault]
    findings = lint(quiz_from_value({"title": "T", "questions": questions}))
    [finding] = [each for each in findings if each.code == f"quiz.{code}"]
    assert finding.fields == told


GOOD: list[dict[str, Any]] = [
    single(),
    single("Which of Mercury, Jupiter or Neptune is the largest?", "B", "Mercury", "Jupiter", "Neptune"),
    single("以下哪项是正确的？", "C", "甲", "乙", "丙"),
    single("It costs $5 or $6. How much is the sum?", "A", "$11", "$12"),
    single("Which is right: all of the above?", "C", "One thing", "Another", "All of the above"),
    single("What is the reason?", "A", "It is warm outside in summer", "It is cold", "It is wet in the autumn here"),
    single("Solve $x^2=4$.", "A", "$x=\\pm 2$", "$x=2$"),
    single("Is it?", "A", "yes", "no", optionFeedback=["", "look again"]),
    single("Which is the metal?", "Co", "CO", "Co"),
    single("What is a hundred?", "10²", "102", "10²"),
    single("Which is the variable?", "$x$", "$X$", "$x$"),
    single("Which has the right signs?", "A", "你好，世界", "你好,世界"),
    of("SHORT_ANSWER", "Which gas or metal?", ["CO", "Co"]),
    of("MATCHING", "Match.", ["CO", "$x$"], options=["gas", "letter"], distractors=["Co", "$X$"]),
    of("FILL_IN_BLANK", "The method `__init__` is called ____.", ["first"]),
    of("SHORT_ANSWER", "What does __init__ do?", "it sets up"),
    single("Which word is a preposition?", "D", "run", "red", "he", "in"),
    of("MULTIPLE_CHOICE", "Which are even?", ["A", "C"], options=["2", "3", "4"]),
    of("MULTIPLE_CHOICE", "哪些是哺乳动物？", ["A"], options=["鲸", "鲨鱼"]),
    of("MULTIPLE_CHOICE", "Pick two.", "BD", options=["a", "b", "c", "d"]),
    of("TRUE_FALSE", "The Earth is round.", "true"),
    of("TRUE_FALSE", "太阳绕地球转。", "错", optionFeedback=["再想想", "对了"]),
    of("FILL_IN_BLANK", "The capital of France is ____.", ["Paris"]),
    of("FILL_IN_BLANK", "首都是（　　），河流是____。", ["巴黎", ["塞纳河", "塞纳"]]),
    of("FILL_IN_BLANK", "If $a_{1}=2$ then $a_{2}$ is ____.", ["4"]),
    of("SHORT_ANSWER", "What is H2O?", ["water", "Water (liquid)"]),
    of("SHORT_ANSWER", "How many legs has a spider?", 8),
    of("LONG_ANSWER", "Explain the water cycle.", "Evaporation, condensation, rain."),
    of("LONG_ANSWER", "Discuss.", explanation="Look for two arguments."),
    of("MATCHING", "Match.", ["red", "blue"], options=["Mars", "Neptune"]),
    of("MATCHING", "Odd or even?", ["odd", "even", "odd"], options=["1", "2", "3"]),
    of("MATCHING", "连线", ["北京", "巴黎"], options=["中国", "法国"], distractors=["罗马"]),
    of("ORDERING", "Smallest first.", ["B", "C", "A"], options=["frog", "atom", "cell"]),
    of("ORDERING", "按时间排序", ["唐", "宋", "元"], options=["宋", "唐", "元"]),
    composite(single("What is it?"), of("TRUE_FALSE", "It is so.", "true")),
    composite(of("SHORT_ANSWER", "Who sat?", "a frog")),
    of("SHORT_ANSWER", "C:\\temp holds what? Write \\$ for money.", "files"),
    of("TRUE_FALSE", "x_1 < x_2 & y > 0 in <html>", "false"),
]  # fmt: skip


@each("question", GOOD)
def test_a_good_question_has_no_findings(question: dict[str, Any]) -> None:
    assert found(question) == []


def test_all_good_questions_together_have_no_findings() -> None:
    assert found(*[{**each, "question": f"{at} {each['question']}"} for at, each in enumerate(GOOD)]) == []
    assert len(GOOD) >= 30
    assert len(FAULTS) >= 39


def test_questions_that_differ_only_in_a_symbol_are_different() -> None:
    stems = [
        "Is CO a gas?",
        "Is Co a gas?",
        "Is 10² a square?",
        "Is 102 a square?",
        "“你好，” 对吗？",
        "“你好,” 对吗？",
    ]
    assert found(*[of("TRUE_FALSE", stem, "true") for stem in stems]) == []


def test_an_answer_by_text_is_the_option_with_that_exact_text() -> None:
    quiz = quiz_from_value(
        {"title": "T", "questions": [single("Q?", "Co", "CO", "Co"), single("R?", "co", "Ag", "Co")]}
    )
    assert [getattr(each, "correct_answer", "") for each in quiz.questions] == ["B", "B"]


def test_parts_of_different_texts_may_ask_the_same() -> None:
    assert found(composite(single("Who?")), {**composite(single("Who?")), "question": "Another text."}) == []


def test_the_checker_of_quizzes_takes_the_file_and_any_other_bytes() -> None:
    quiz = {"title": "T", "questions": [single("Q?", "Z")]}
    draft = Draft("quiz", "quiz.json", "T", {"quiz.json": json.dumps(quiz).encode()})
    assert [each.location.text("en") for each in CHECKERS["quiz"](draft)] == ["questions[0].correctAnswer"]
    for content in (b"", b"\xff", b"[]", b"{", b'{"questions": 1}', b"[" * 100_000, b"PK\x03\x04"):
        bad = Draft("quiz", "quiz.json", "T", {"quiz.json": content})
        assert [each.severity for each in CHECKERS["quiz"](bad)] == ["error"]


def test_a_formula_that_only_other_programs_can_show_is_a_warning() -> None:
    quiz = {"title": "T", "questions": [single("What is $\\nosuch{x}$?")]}
    draft = Draft("quiz", "quiz.json", "T", {"quiz.json": json.dumps(quiz).encode()})
    assert [each.severity for each in CHECKERS["quiz"](draft)] == ["warning"]


def test_findings_are_available_in_chinese() -> None:
    quiz = quiz_from_value({"title": "测验", "questions": [single("题目？", "Z")]})
    assert lint(quiz)[0].message("zh") == "答案“Z”不在 3 个选项之中。"


def test_a_good_question_of_every_type_has_no_findings() -> None:
    assert lint(every_type()) == []


def test_many_questions_take_time_in_proportion_to_their_number() -> None:
    def seconds(count: int) -> float:
        questions = [single(f"Number {at}? " + "word " * 40, "ABC"[at % 3]) for at in range(count)]
        quiz = quiz_from_value({"title": "T", "questions": questions})
        start = time.process_time()
        assert lint(quiz) == []
        return time.process_time() - start

    assert min(seconds(1000) for _ in range(3)) < 30 * min(seconds(100) for _ in range(3)) + 0.02


@pytest.mark.parametrize("piece", ["a", "a ", "$", "$a", "\\$", "__", "水", "$$", "( ", "\n"])
def test_long_questions_of_one_repeated_piece_are_linted(piece: str) -> None:
    stem, option = piece * (9_000 // len(piece)), piece * (180 // len(piece))
    questions = [single(f"x{stem}{at}", "A", f"y{option}", f"z{option}") for at in range(100)]
    assert isinstance(lint(quiz_from_value({"title": "T", "questions": questions})), list)
