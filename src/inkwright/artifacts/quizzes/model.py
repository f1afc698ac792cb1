"""The quiz model: nine question types, each field with its limits."""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Discriminator, Field, Tag, field_serializer
from pydantic.alias_generators import to_camel

from inkwright.artifacts.text import is_blank

MAX_QUESTIONS: Final = 1_000
MAX_PARTS: Final = 50
MAX_OPTIONS: Final = 26
MAX_PAIRS: Final = 16
MAX_BLANKS: Final = 20
MAX_ALTERNATIVES: Final = 20
MAX_STEM: Final = 10_000
MAX_ANSWER: Final = 10_000
MAX_LINE: Final = 2_000
MAX_WORD: Final = 200
MAX_TAGS: Final = 20
MAX_POINTS: Final = 1_000

Difficulty = Literal["easy", "medium", "hard"]
QuizLanguage = Literal["en", "zh"]
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

# XML and spreadsheets cannot hold these. Tabs and line ends stay.
_FORBIDDEN_CHARACTERS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufeff\ufffe\uffff]")
_LINE_END = re.compile("\r\n|[\r\x85\u2028\u2029]")
_TRAILING_SPACES = re.compile(r"(?<![^\S\n])[^\S\n]++(?=\n)")


def _clean_lines(value: object) -> object:
    """Return clean lines. Numbers become text: people do not quote an answer such as 42."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        return value
    written = _TRAILING_SPACES.sub("", _FORBIDDEN_CHARACTERS.sub("", _LINE_END.sub("\n", value)))
    return "" if is_blank(written) else written.strip()


def _clean_line(value: object) -> object:
    value = _clean_lines(value)
    return " ".join(filter(None, value.split("\n"))).replace("\t", " ") if isinstance(value, str) else value


Stem = Annotated[str, Field(max_length=MAX_STEM), BeforeValidator(_clean_lines)]
LongText = Annotated[str, Field(max_length=MAX_ANSWER), BeforeValidator(_clean_lines)]
Line = Annotated[str, Field(max_length=MAX_LINE), BeforeValidator(_clean_line)]
Word = Annotated[str, Field(max_length=MAX_WORD), BeforeValidator(_clean_line)]
RequiredWord = Annotated[Word, Field(min_length=1)]
TagWord = Annotated[Word, Field(min_length=1, pattern=r"^[^,，、;；]+$")]
Alternatives = Annotated[list[Line], Field(min_length=1, max_length=MAX_ALTERNATIVES)]
"""Answers that are all right."""

Options = Annotated[list[Line], Field(max_length=MAX_OPTIONS)]
Letters = Annotated[list[Line], Field(max_length=MAX_OPTIONS)]
Points = Annotated[float, Field(ge=0, le=MAX_POINTS, allow_inf_nan=False)]


class _QuizModel(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, populate_by_name=True)


class _QuestionFields(_QuizModel):
    id: Word = Field(default="", description="A name of its own in the quiz; given by position where it is left out.")
    order: int = Field(default=0, ge=0, le=MAX_QUESTIONS, description="Its number; always that of its position.")
    question: Stem = Field(description="What is asked. Plain text; formulas in $…$.")
    explanation: LongText = Field(default="", description="Why the answer is right, shown afterwards.")
    difficulty: Difficulty | None = None
    knowledge_point: Word = Field(default="", description="What it tests.")
    tags: list[TagWord] = Field(default=[], max_length=MAX_TAGS)


class _AnsweredFields(_QuestionFields):
    points: Points = 1.0

    @field_serializer("points")
    def _whole_points_are_whole(self, points: float) -> int | float:
        return int(points) if points == int(points) else points


class SingleChoice(_AnsweredFields):
    """One of several options is right."""

    question_type: Literal["SINGLE_CHOICE"] = "SINGLE_CHOICE"
    options: Options = Field(description="At least two, without letters before them.")
    correct_answer: Line = Field(default="", description="The letter of the right option.")
    option_feedback: Options = Field(default=[], description="What is told about each option; as many, or none.")


class MultipleChoice(_AnsweredFields):
    """Any number of the options may be right."""

    question_type: Literal["MULTIPLE_CHOICE"] = "MULTIPLE_CHOICE"
    options: Options = Field(description="At least two, without letters before them.")
    correct_answer: Letters = Field(default=[], description="The letters of the right options.")
    option_feedback: Options = Field(default=[], description="What is told about each option; as many, or none.")


class TrueFalse(_AnsweredFields):
    """A statement that is true or false."""

    question_type: Literal["TRUE_FALSE"] = "TRUE_FALSE"
    correct_answer: Line = Field(default="", description="true or false")
    option_feedback: Options = Field(default=[], description="What is told who says true, and who says false; or none.")


class FillInBlank(_AnsweredFields):
    """A text with blanks, each written as `____`."""

    question_type: Literal["FILL_IN_BLANK"] = "FILL_IN_BLANK"
    correct_answer: Annotated[list[Line | Alternatives], Field(max_length=MAX_BLANKS)] = Field(
        default=[], description="For each blank the answer, or a list of answers that are all right."
    )


class ShortAnswer(_AnsweredFields):
    """The answer is a few words."""

    question_type: Literal["SHORT_ANSWER"] = "SHORT_ANSWER"
    correct_answer: Line | Alternatives = Field(default="", description="The answer, or a list of right ones.")


class LongAnswer(_AnsweredFields):
    """The answer is a text that a person grades."""

    question_type: Literal["LONG_ANSWER"] = "LONG_ANSWER"
    correct_answer: LongText = Field(default="", description="A model answer, or what to look for.")


class Matching(_AnsweredFields):
    """Each option has a partner among the answers."""

    question_type: Literal["MATCHING"] = "MATCHING"
    options: list[Line] = Field(max_length=MAX_PAIRS)
    correct_answer: list[Line] = Field(
        default=[], max_length=MAX_PAIRS, description="What belongs to each option, in their order."
    )
    distractors: list[Line] = Field(default=[], max_length=MAX_OPTIONS - MAX_PAIRS, description="These belong to none.")


class Ordering(_AnsweredFields):
    """The options have a right order."""

    question_type: Literal["ORDERING"] = "ORDERING"
    options: Options
    correct_answer: Letters = Field(default=[], description="The letters of the options in the right order.")


def _discriminator_value(value: object) -> object:
    if isinstance(value, Mapping):
        return value.get("questionType", value.get("question_type"))
    return getattr(value, "question_type", None)


_TYPES: Final = (
    "SINGLE_CHOICE, MULTIPLE_CHOICE, TRUE_FALSE, FILL_IN_BLANK, SHORT_ANSWER, LONG_ANSWER, MATCHING, ORDERING"
)


def _by_type(types: str) -> Discriminator:
    message = f"A question is an object whose questionType is one of: {types}"
    return Discriminator(_discriminator_value, custom_error_type="question_type", custom_error_message=message)


PartQuestion = Annotated[
    Annotated[SingleChoice, Tag("SINGLE_CHOICE")]
    | Annotated[MultipleChoice, Tag("MULTIPLE_CHOICE")]
    | Annotated[TrueFalse, Tag("TRUE_FALSE")]
    | Annotated[FillInBlank, Tag("FILL_IN_BLANK")]
    | Annotated[ShortAnswer, Tag("SHORT_ANSWER")]
    | Annotated[LongAnswer, Tag("LONG_ANSWER")]
    | Annotated[Matching, Tag("MATCHING")]
    | Annotated[Ordering, Tag("ORDERING")],
    _by_type(_TYPES),
]
"""A question that may be part of a composite one."""


class Composite(_QuestionFields):
    """A text with several questions about it. Its points are those of its questions."""

    question_type: Literal["COMPOSITE"] = "COMPOSITE"
    sub_questions: list[PartQuestion] = Field(default=[], max_length=MAX_PARTS)

    @property
    def points(self) -> float:
        """The points of all its questions."""
        return sum(each.points for each in self.sub_questions)


Question = Annotated[
    Annotated[SingleChoice, Tag("SINGLE_CHOICE")]
    | Annotated[MultipleChoice, Tag("MULTIPLE_CHOICE")]
    | Annotated[TrueFalse, Tag("TRUE_FALSE")]
    | Annotated[FillInBlank, Tag("FILL_IN_BLANK")]
    | Annotated[ShortAnswer, Tag("SHORT_ANSWER")]
    | Annotated[LongAnswer, Tag("LONG_ANSWER")]
    | Annotated[Matching, Tag("MATCHING")]
    | Annotated[Ordering, Tag("ORDERING")]
    | Annotated[Composite, Tag("COMPOSITE")],
    _by_type(f"{_TYPES}, COMPOSITE"),
]


class Quiz(_QuizModel):
    """A quiz: its title, its language, and its questions in order."""

    title: RequiredWord
    language: QuizLanguage = "en"
    questions: list[Question] = Field(min_length=1, max_length=MAX_QUESTIONS)


def letter(index: int) -> str:
    """Return the letter of the option with this index."""
    return LETTERS[index]


def option_index(written: str, count: int) -> int | None:
    """Return the index of the option with this letter, or None if none of `count` options has it."""
    index = LETTERS.find(written) if len(written) == 1 else -1
    return index if 0 <= index < count else None


def alternatives(answer: str | list[str]) -> list[str]:
    """Return the right answers as a list."""
    return [answer] if isinstance(answer, str) else answer


def numbered_questions(quiz: Quiz) -> Iterator[tuple[str, "PartQuestion", Composite | None]]:
    """Yield every question that has an answer with its number, such as `7` or `7.2`, and its composite question."""
    for number, question in enumerate(quiz.questions, 1):
        if isinstance(question, Composite):
            for inner, part in enumerate(question.sub_questions, 1):
                yield f"{number}.{inner}", part, question
        else:
            yield str(number), question, None


def as_json(spec: Quiz | Any) -> dict[str, Any]:
    """Return a quiz or a question as JSON data without empty fields."""
    written: dict[str, Any] = spec.model_dump(mode="json", by_alias=True)
    return _drop_empty(written)


def _drop_empty(fields: dict[str, Any]) -> dict[str, Any]:
    first = {key: fields[key] for key in ("id", "order", "questionType") if key in fields}
    filled = {key: value for key, value in (first | fields).items() if value not in ("", [], None)}
    if not filled.get("order"):
        filled.pop("order", None)
    for key in ("questions", "subQuestions"):
        if key in filled:
            filled[key] = [_drop_empty(each) for each in filled[key]]
    return filled
