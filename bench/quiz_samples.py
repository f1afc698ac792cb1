"""Quizzes to measure with: fifty questions of every type, and quizzes by chance with every sign that could hurt."""

import json
import random
from typing import Any, Final

from inkwright.artifacts.quizzes.load import quiz_from_value
from inkwright.artifacts.quizzes.model import LETTERS, Quiz

ALL: Final = (
    "SINGLE_CHOICE", "MULTIPLE_CHOICE", "TRUE_FALSE", "FILL_IN_BLANK", "SHORT_ANSWER", "LONG_ANSWER", "MATCHING",
    "ORDERING", "COMPOSITE",
)  # fmt: skip
# What a form holds whole; the rest goes through it changed, and is told.
HELD: Final[dict[str, tuple[str, ...]]] = {
    "gift": ("SINGLE_CHOICE", "MULTIPLE_CHOICE", "TRUE_FALSE", "ONE_BLANK", "SHORT_ANSWER", "ESSAY", "PAIRS"),
    "moodle": tuple(kind for kind in (*ALL, "IN_ORDER") if kind not in ("COMPOSITE", "ORDERING")),
    "xlsx": ALL,
}
_NAMES: Final = {"ONE_BLANK": "FILL_IN_BLANK", "ESSAY": "LONG_ANSWER", "PAIRS": "MATCHING", "IN_ORDER": "ORDERING"}
_SIGNS: Final = (*"~=#{}:\\%[]<>&\"'*|/-+@.,;()!?^`", "-->", "]]>", "&amp;", "::", "{=a}", "->", "1.", "A.")
_WORDS: Final = ("rain", "水循环", "0.5", "é", "分子，原子。", "𝑥", "Sea", "ß", "x1", "山（高）")
_FORMULAS: Final = (
    "$\\frac{1}{2}$",
    "$x^2 \\times \\nu$",
    "$a<b$",
    "$\\begin{matrix}1&2\\\\3&4\\end{matrix}$",
)
BROKEN: Final = "$\\right.$"
"""No formula, and yet it comes back as it went out; on paper it is refused."""


class Chance:
    """Questions by chance; the same seed gives the same ones."""

    def __init__(self, seed: int, *extra: str) -> None:
        self._random = random.Random(seed)
        self._parts = (*_WORDS, *_FORMULAS, *_SIGNS, *extra)
        self._count = 0

    def quiz(self, form: str) -> Quiz:
        """A quiz of one to four questions, all of which the form can hold."""
        kinds = self._random.choices(HELD[form], k=self._random.randint(1, 4))
        questions = [self.question(kind, has_points=form != "gift") for kind in kinds]
        return quiz_from_value({"title": f"Quiz {self._line()}", "questions": questions})

    def question(self, kind: str, *, has_points: bool = True) -> dict[str, Any]:
        """A question of one of the kinds of `HELD`."""
        chance = self._random
        found = {"questionType": _NAMES.get(kind, kind), "question": self._text(), **self._answer(kind)}
        if chance.random() < 0.5:
            found |= {"explanation": self._text(), "difficulty": chance.choice(["easy", "medium", "hard"])}
        if chance.random() < 0.5:
            found |= {"knowledgePoint": chance.choice(["gases", "水循环", "a]b\\c[d"]), "tags": ["abc", "水 :b"]}
        if has_points and kind != "COMPOSITE":
            found["points"] = chance.choice([1, 2, 0.5, 12.25])
        if "FILL" in found["questionType"]:
            found["question"] += "".join(f" ({at}) ____ ." for at in range(len(found["correctAnswer"])))
        return found

    def _answer(self, kind: str) -> dict[str, Any]:
        chance = self._random
        count = chance.randint(2, 5)
        options, letters = self._lines(count), [*LETTERS[:count]]
        if kind in ("SINGLE_CHOICE", "MULTIPLE_CHOICE"):
            right = sorted(chance.sample(letters, chance.randint(1, count)))
            told = {"optionFeedback": self._lines(count)} if chance.random() < 0.5 else {}
            return {"options": options, "correctAnswer": right[0] if kind == "SINGLE_CHOICE" else right, **told}
        if kind in ("MATCHING", "PAIRS"):
            more = {"distractors": self._lines(2)} if kind == "MATCHING" else {}
            return {"options": options, "correctAnswer": self._lines(count), **more}
        if kind in ("ORDERING", "IN_ORDER"):
            order = letters if kind == "IN_ORDER" else chance.sample(letters, count)
            return {"options": options, "correctAnswer": order}
        return self._written_answer(kind)

    def _written_answer(self, kind: str) -> dict[str, Any]:
        if kind in ("FILL_IN_BLANK", "ONE_BLANK"):
            count = 1 if kind == "ONE_BLANK" else self._random.randint(1, 3)
            return {"correctAnswer": [self._lines(2) if at else self._line() for at in range(count)]}
        if kind == "COMPOSITE":
            parts = ("SINGLE_CHOICE", "TRUE_FALSE", "SHORT_ANSWER", "ORDERING", "MATCHING")
            return {"subQuestions": [self.question(part) for part in self._random.sample(parts, 2)]}
        answers: dict[str, Any] = {
            "TRUE_FALSE": self._random.choice(["true", "false"]),
            "SHORT_ANSWER": self._lines(2),
            "LONG_ANSWER": self._text(),
        }
        return {"correctAnswer": answers[kind]} if kind in answers else {}

    def _line(self) -> str:
        parts = self._random.choices(self._parts, k=self._random.randint(1, 4))
        self._count += 1
        # The number keeps options and questions apart.
        return " ".join([*parts, f"n{self._count}"])

    def _lines(self, count: int) -> list[str]:
        return [self._line() for _ in range(count)]

    def _text(self) -> str:
        return "\n".join(self._lines(self._random.randint(1, 3)))


def plain_question(number: int) -> dict[str, Any]:
    """A question as a model writes it."""
    return {
        "questionType": "SINGLE_CHOICE",
        "question": f"Where does most of the rain of region {number} come from?",
        "options": [f"From the sea {number}", f"From the sand {number}", f"From the salt {number}"],
        "correctAnswer": "ABC"[number % 3],
        "explanation": "Water rises where the sun is strong, and falls where the air cools down again.",
    }


def fifty_questions() -> Quiz:
    """Every type in turn, in both languages, with formulas."""
    chance = Chance(50)
    return quiz_from_value({"title": "Fifty", "questions": [chance.question(ALL[at % len(ALL)]) for at in range(50)]})


def reply_of(count: int) -> str:
    """What a model says that is asked for so many questions."""
    return json.dumps({"questions": [plain_question(at) for at in range(count)]})
