"""Quizzes for tests: one with every type, and strategies that make any number of good ones."""

from typing import Any

from hypothesis import strategies as st

from inkwright.artifacts.quizzes.load import quiz_from_value
from inkwright.artifacts.quizzes.model import LETTERS, Quiz

EVERY_TYPE: dict[str, Any] = {
    "title": "Water & <numbers> / 水",
    "language": "en",
    "questions": [
        {
            "questionType": "SINGLE_CHOICE",
            "question": "Which of these is a noble gas?",
            "options": ["Oxygen", "Argon", "Chlorine"],
            "correctAnswer": "B",
            "optionFeedback": ["It reacts: $O_2$.", "", ""],
            "explanation": "Its shell is full.\nSo it hardly reacts.",
            "difficulty": "easy",
            "points": 2.5,
            "knowledgePoint": "noble gases",
            "tags": ["chemistry", "气体"],
        },
        {
            "questionType": "MULTIPLE_CHOICE",
            "question": "Which are prime?",
            "options": ["2", "4", "$\\frac{14}{2}$"],
            "correctAnswer": ["A", "C"],
        },
        {
            "questionType": "TRUE_FALSE",
            "question": "Water boils at 100 °C at sea level.",
            "correctAnswer": "true",
            "optionFeedback": ["Yes.", "Think of tea."],
        },
        {
            "questionType": "FILL_IN_BLANK",
            "question": "The capital of France is ____, and of Norway ____.",
            "correctAnswer": ["Paris", ["Oslo", "Kristiania"]],
            "points": 2,
        },
        {"questionType": "SHORT_ANSWER", "question": "What is $2^{10}$?", "correctAnswer": ["1024", "1,024"]},
        {
            "questionType": "LONG_ANSWER",
            "question": "Explain the water cycle.",
            "correctAnswer": "Evaporation,\ncondensation,\n\nprecipitation.",
        },
        {
            "questionType": "MATCHING",
            "question": "Match the planets.",
            "options": ["Mars", "Neptune -> last"],
            "correctAnswer": ["red", "blue"],
            "distractors": ["green"],
        },
        {
            "questionType": "ORDERING",
            "question": "Order by size, smallest first.",
            "options": ["Frog", "Atom", "Cell"],
            "correctAnswer": ["B", "C", "A"],
        },
        {
            "questionType": "COMPOSITE",
            "question": "The frog sat on a stone.\n\nThen it jumped.",
            "explanation": "Read it twice.",
            "subQuestions": [
                {"questionType": "SHORT_ANSWER", "question": "What sat there?", "correctAnswer": "a frog"},
                {"questionType": "TRUE_FALSE", "question": "It flew away.", "correctAnswer": "false", "points": 3},
            ],
        },
    ],
}

_SIGNS = "~=#{}:\\%$[]<>&\"'*|/-+@.,;()!?^_ `"
_ALPHABET = st.sampled_from(_SIGNS + "abcXYZ019éß水分子，。（）𝑥")
_FORMULAS = st.sampled_from(
    ["$\\frac{1}{2}$", "$x^2 \\times \\nu$", "$a<b$", "$\\begin{matrix}1\\end{matrix}$", "$\\right.$"]
)


def _plain(line: str) -> str:
    """Without what the spec itself would tidy, and without what is a blank or a formula by chance."""
    for sign in ("$", "__", "\\(", "\\[", "  "):
        line = line.replace(sign, "")
    return line.strip()


_WORDS = st.text(_ALPHABET, min_size=1, max_size=12).map(_plain)
LINES = (
    st.lists(_WORDS | _FORMULAS, min_size=1, max_size=3)
    .map(lambda parts: " ".join(filter(None, parts)).replace("  ", " ").replace("__", "").strip())
    .filter(lambda line: any(char.isalnum() for char in line))
)
TEXTS = st.lists(LINES, min_size=1, max_size=3).map("\n".join)
_TAGS = st.text("abc水 :", min_size=1, max_size=6).map(str.strip).filter(bool)


def _unique(most: int) -> st.SearchStrategy[list[str]]:
    return st.lists(LINES, min_size=2, max_size=most, unique_by=lambda line: " ".join(line.casefold().split()))


@st.composite
def questions(draw: st.DrawFn, kinds: tuple[str, ...], *, has_points: bool = True) -> dict[str, Any]:
    kind = draw(st.sampled_from(kinds))
    found: dict[str, Any] = {"questionType": kind, "question": draw(TEXTS)}
    found |= draw(_details(has_points=has_points and kind != "COMPOSITE"))
    answer: dict[str, Any] = draw(_ANSWERS[kind](found["question"]))
    return found | answer


@st.composite
def _details(draw: st.DrawFn, *, has_points: bool) -> dict[str, Any]:
    optional: dict[str, Any] = {
        "explanation": draw(st.just("") | TEXTS),
        "difficulty": draw(st.sampled_from([None, "easy", "medium", "hard"])),
        "knowledgePoint": draw(st.just("") | st.sampled_from(["gases", "水循环", "a]b\\c[d"])),
        "tags": draw(st.lists(_TAGS, max_size=2, unique=True)),
    }
    if has_points:
        optional["points"] = draw(st.sampled_from([1, 2, 0.5, 12.25]))
    return optional


@st.composite
def _choice(draw: st.DrawFn, _stem: str, *, is_single: bool) -> dict[str, Any]:
    options = draw(_unique(5))
    letters = [*LETTERS[: len(options)]]
    right = draw(st.lists(st.sampled_from(letters), min_size=1, max_size=1 if is_single else 4, unique=True))
    feedback = draw(st.just([]) | st.lists(st.just("") | LINES, min_size=len(options), max_size=len(options)))
    found = {"options": options, "correctAnswer": right[0] if is_single else sorted(right)}
    return found | ({"optionFeedback": feedback} if any(feedback) else {})


@st.composite
def _true_false(draw: st.DrawFn, _stem: str) -> dict[str, Any]:
    feedback = draw(st.just([]) | st.lists(LINES, min_size=2, max_size=2))
    return {"correctAnswer": draw(st.sampled_from(["true", "false"]))} | (
        {"optionFeedback": feedback} if feedback else {}
    )


@st.composite
def _fill(draw: st.DrawFn, stem: str, *, most: int) -> dict[str, Any]:
    count = draw(st.integers(1, most))
    return {
        "question": stem + "".join(f" ({at}) ____ ." for at in range(count)),
        "correctAnswer": [draw(LINES | _unique(3)) for _ in range(count)],
    }


@st.composite
def _short(draw: st.DrawFn, _stem: str) -> dict[str, Any]:
    return {"correctAnswer": draw(LINES | _unique(3))}


@st.composite
def _long(draw: st.DrawFn, _stem: str) -> dict[str, Any]:
    return {"correctAnswer": draw(TEXTS)}


@st.composite
def _matching(draw: st.DrawFn, _stem: str, *, most: int) -> dict[str, Any]:
    options = draw(_unique(4))
    right = draw(st.lists(LINES, min_size=len(options), max_size=len(options)))
    distractors = draw(st.lists(LINES, max_size=most, unique=True))
    return {"options": options, "correctAnswer": right} | ({"distractors": distractors} if distractors else {})


@st.composite
def _ordering(draw: st.DrawFn, _stem: str) -> dict[str, Any]:
    options = draw(_unique(5))
    return {"options": options, "correctAnswer": draw(st.permutations([*LETTERS[: len(options)]]))}


@st.composite
def _in_order(draw: st.DrawFn, _stem: str) -> dict[str, Any]:
    options = draw(_unique(5))
    return {"options": options, "correctAnswer": [*LETTERS[: len(options)]]}


@st.composite
def _composite(draw: st.DrawFn, _stem: str) -> dict[str, Any]:
    simple = ("SINGLE_CHOICE", "TRUE_FALSE", "SHORT_ANSWER", "FILL_IN_BLANK", "ORDERING", "MATCHING")
    return {"subQuestions": draw(st.lists(questions(simple), min_size=1, max_size=3))}


_ANSWERS: dict[str, Any] = {
    "SINGLE_CHOICE": lambda stem: _choice(stem, is_single=True),
    "MULTIPLE_CHOICE": lambda stem: _choice(stem, is_single=False),
    "TRUE_FALSE": _true_false,
    "FILL_IN_BLANK": lambda stem: _fill(stem, most=3),
    "ONE_BLANK": lambda stem: _fill(stem, most=1).map(lambda found: found | {"questionType": "FILL_IN_BLANK"}),
    "SHORT_ANSWER": _short,
    "LONG_ANSWER": _long,
    "ESSAY": lambda _stem: st.just({"questionType": "LONG_ANSWER"}),
    "MATCHING": lambda stem: _matching(stem, most=2),
    "PAIRS": lambda stem: _matching(stem, most=0).map(lambda found: found | {"questionType": "MATCHING"}),
    "ORDERING": _ordering,
    "IN_ORDER": lambda stem: _in_order(stem).map(lambda found: found | {"questionType": "ORDERING"}),
    "COMPOSITE": _composite,
}
ALL = ("SINGLE_CHOICE", "MULTIPLE_CHOICE", "TRUE_FALSE", "FILL_IN_BLANK", "SHORT_ANSWER", "LONG_ANSWER", "MATCHING",
       "ORDERING", "COMPOSITE")  # fmt: skip


@st.composite
def quizzes(draw: st.DrawFn, kinds: tuple[str, ...] = ALL, *, has_points: bool = True) -> Quiz:
    """A quiz of these types. Its language is the one that its texts show, as no other form but ours names it."""
    given = draw(st.lists(questions(kinds, has_points=has_points), min_size=1, max_size=4))
    title = draw(LINES.filter(lambda line: not line.startswith(("#", "$")) and not line.endswith("#")))
    return quiz_from_value({"title": title, "questions": given})


def every_type() -> Quiz:
    """A quiz with a question of each type."""
    return quiz_from_value(EVERY_TYPE)


EVIL = '=cmd|"/c calc"!A1 </script><script>alert(1)</script><img src=x onerror=alert(2)>{{7*7}} ]]> &amp; $x<y$ 水'


def hostile() -> Quiz:
    """Every text of every field is an attack."""
    fields: dict[str, Any] = {"explanation": EVIL, "knowledgePoint": EVIL, "tags": [EVIL.replace(",", "")]}
    choice = {"options": [EVIL, f"{EVIL}2"], "optionFeedback": [EVIL, EVIL]}
    asked: list[dict[str, Any]] = [
        {"questionType": "SINGLE_CHOICE", **choice, "correctAnswer": "A"},
        {"questionType": "MULTIPLE_CHOICE", **choice, "correctAnswer": ["A"]},
        {"questionType": "TRUE_FALSE", "correctAnswer": "true", "optionFeedback": [EVIL, EVIL]},
        {"questionType": "FILL_IN_BLANK", "correctAnswer": [[EVIL, "b"], EVIL]},
        {"questionType": "SHORT_ANSWER", "correctAnswer": [EVIL, "b"]},
        {"questionType": "LONG_ANSWER", "correctAnswer": EVIL},
        {"questionType": "MATCHING", "options": [EVIL, "b"], "correctAnswer": [EVIL, "c"], "distractors": [f"{EVIL}3"]},
        {"questionType": "ORDERING", "options": [EVIL, "b"], "correctAnswer": ["B", "A"]},
    ]
    questions = [
        {**each, **fields, "id": f"{EVIL}{at}", "question": f"{EVIL} ____ ____ {at}"} for at, each in enumerate(asked)
    ]
    whole = {"questionType": "COMPOSITE", **fields, "question": EVIL, "id": "w"}
    parts = [{**each, "id": f"p{at}"} for at, each in enumerate(questions)]
    return quiz_from_value({"title": f"T {EVIL}", "questions": [*questions, {**whole, "subQuestions": parts}]})
