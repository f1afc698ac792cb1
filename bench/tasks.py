"""Forty small tasks for a model, what a valid answer to each is, and marks of sense that a program can check."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, Field, field_validator

Short = Annotated[str, Field(min_length=2, max_length=60)]
Sentence = Annotated[str, Field(min_length=12, max_length=200)]


def _distinct(values: list[str]) -> list[str]:
    if len({value.strip().lower() for value in values}) != len(values):
        raise ValueError("all must differ")
    return values


class QuizQuestion(BaseModel):
    """A question with four options."""

    question: Sentence
    options: Annotated[list[Short], Field(min_length=4, max_length=4)]
    answer: Literal["A", "B", "C", "D"]
    _options_differ = field_validator("options")(_distinct)


class Clarification(BaseModel):
    """A question to the person, with options."""

    question: Sentence
    options: Annotated[list[Short], Field(min_length=2, max_length=4)]
    _options_differ = field_validator("options")(_distinct)


class Plan(BaseModel):
    """A plan and an outline."""

    plan: Sentence
    outline: Annotated[list[Short], Field(min_length=3, max_length=5)]
    _parts_differ = field_validator("outline")(_distinct)


class NamedFile(BaseModel):
    """A file with its name."""

    file_name: Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{2,30}\.md$")]
    content: Annotated[str, Field(min_length=40, max_length=400)]


@dataclass(frozen=True)
class Task:
    """One task. `words` are those of which a sensible answer holds at least one."""

    kind: str
    prompt: str
    schema: type[BaseModel]
    words: tuple[str, ...]


_QUIZ: Final = {
    "photosynthesis": "plant light sun chlorophyll oxygen leaf leaves photosynthe",
    "the water cycle": "water rain evaporat cloud condens river",
    "fractions": "fraction half quarter numerator denominator number third",
    "the French Revolution": "french france revolution king louis paris 1789",
    "volcanoes": "volcan lava magma erupt mountain ash",
    "electric circuits": "circuit current electric voltage battery wire resist",
    "the human heart": "heart blood pump artery vein beat",
    "William Shakespeare": "shakespeare play poet hamlet romeo write wrote theat",
    "gravity": "gravit force mass fall earth newton weight",
    "the planets": "planet sun earth mars orbit jupiter solar",
}
_CLARIFY: Final = {
    "slides about climate change": "slide climate audience topic long present",
    "a quiz for my class": "quiz class question topic grade subject level student",
    "a letter to parents": "letter parent school child about tone",
    "a lesson plan on poems": "poem lesson grade student long class",
    "a poster for a concert": "poster concert music date color size place",
    "a report about sales": "report sale month product year company",
    "a story for children": "story child age animal long about",
    "a web page about dogs": "dog page web breed photo site",
    "a summary of a book": "book summary long chapter author read",
    "a worksheet on maths": "math worksheet grade problem student topic",
}
_PLAN: Final = {
    "a paper on solar energy": "solar energy panel sun power electric",
    "an article about healthy food": "food health eat diet fruit vegetable",
    "a talk about the history of trains": "train rail history steam engine",
    "a guide to learning chess": "chess piece game board move play",
    "a course about writing emails": "email write writing letter message subject",
    "a report on city traffic": "traffic city car road bus street",
    "a book about the ocean": "ocean sea fish water marine wave",
    "a lesson on the moon": "moon lunar earth space night phase orbit",
    "an essay about friendship": "friend trust people share relationship",
    "a video about making bread": "bread flour bake dough yeast oven",
}
_FILE: Final = {
    "the benefits of reading": "read book learn benefit mind",
    "how to plant a tree": "tree plant soil water root hole",
    "the rules of football": "football ball team goal player game rule",
    "why we sleep": "sleep rest brain body night",
    "the colours of the rainbow": "rainbow colour color red blue light",
    "how bees make honey": "bee honey flower nectar hive",
    "the use of maps": "map place direction travel location",
    "how to save water": "water save tap use shower",
    "the life of a butterfly": "butterfl caterpillar egg wing insect",
    "what a library is for": "library book read borrow study",
}


def _tasks(kind: str, topics: dict[str, str], schema: type[BaseModel], prompt: Callable[[str], str]) -> list[Task]:
    return [Task(kind, prompt(topic), schema, tuple(words.split())) for topic, words in topics.items()]


TASKS: Final = [
    *_tasks("quiz", _QUIZ, QuizQuestion, "Write one multiple-choice question about {} with four options.".format),
    *_tasks(
        "clarification",
        _CLARIFY,
        Clarification,
        'Somebody says: "Make {}." Ask one question back to find out what is wanted, and offer short answers.'.format,
    ),
    *_tasks("plan", _PLAN, Plan, "Plan {}: say in one sentence how to go about it, and list its parts.".format),
    *_tasks("file", _FILE, NamedFile, "Write a short text about {}, and give it a file name.".format),
]


def is_copied(task: Task, value: Any) -> bool:
    """Whether a text of the value stands in the prompt, or the other way round."""
    prompt = _plain(task.prompt)
    texts = [_plain(written) for written in texts_of(value) if len(written) >= 15]
    return any(written in prompt or _shares_run(written, prompt) for written in texts)


def makes_sense(task: Task, value: Any) -> bool:
    """Whether it speaks of the topic in words, without saying one thing over and over. No proof, but a sign."""
    texts = texts_of(value)
    said = _plain(" ".join(texts))
    words = said.split()
    is_on_topic = any(word in said for word in task.words)
    is_varied = len(set(words)) >= 0.4 * len(words)
    are_words = all(re.search(r"[a-z]{2}", written.lower()) or written.strip().isdigit() for written in texts)
    return is_on_topic and is_varied and are_words and not is_copied(task, value)


def texts_of(value: Any) -> list[str]:
    """Every free text of a value."""
    if isinstance(value, BaseModel):
        value = value.model_dump(exclude={"answer", "file_name"})
    if isinstance(value, dict):
        return [written for item in value.values() for written in texts_of(item)]
    if isinstance(value, list):
        return [written for item in value for written in texts_of(item)]
    return [value] if isinstance(value, str) else []


def _shares_run(written: str, prompt: str, length: int = 7) -> bool:
    """Whether seven words in a row are the prompt's own."""
    words = written.split()
    return any(" ".join(words[start:end]) in prompt for start, end in pairwise_runs(len(words), length))


def pairwise_runs(count: int, length: int) -> list[tuple[int, int]]:
    """Every run of so many words."""
    return [(start, start + length) for start in range(count - length + 1)]


def _plain(written: str) -> str:
    return re.sub(r"[^a-z0-9]+", " ", written.lower()).strip()
