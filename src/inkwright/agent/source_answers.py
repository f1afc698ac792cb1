"""The question which file is meant, answered in the person's own words: by a part of the path, order or number."""

import re
from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Final

from inkwright.agent import source_words as words
from inkwright.agent.intents import deliverables_in, is_question
from inkwright.agent.known_sources import folded
from inkwright.conversation.asks import Answer, Ask, AskOption, QuestionAnswer
from inkwright.parsing.chinese_variants import simplify_requests

SOURCE_QUESTION: Final = "source"
ALL_SOURCES: Final = "*"
_MAX_CHARACTERS: Final = 200
_ALL: Final = re.compile(r"\b(?:both|all|everything|each|every)\b|都|全部|所有|一起|两者|二者", re.IGNORECASE)
_SPACED_NUMBER: Final = re.compile(r"(?<=[A-Za-z])\s+(?=\d)")
_MIN_BEGINNING: Final = 3
_WORD: Final = re.compile(r"[0-9a-zà-ɏ]+|[\u3400-\u9fff]+")


def answer_in_words(ask: Ask, message: str) -> Answer | None:
    """Return the answer of a message to the question which file is meant; None if it names none of the options.

    A question and a request to make something are about something else.
    """
    question = next((each for each in ask.questions if each.id == SOURCE_QUESTION), None)
    said = _SPACED_NUMBER.sub("", simplify_requests(message.strip()))
    if question is None or len(said) > _MAX_CHARACTERS or deliverables_in(said) or is_question(said):
        return None
    value = _value_in_words(folded(said), [each for each in question.options if each.value != ALL_SOURCES])
    if value is None:
        return None
    label = next(each.label for each in question.options if each.value == value)
    return Answer(status="answered", answers=(QuestionAnswer(id=SOURCE_QUESTION, value=value, label=label),))


def _value_in_words(said: str, options: Sequence[AskOption]) -> str | None:
    named, excluded = _named_options(said, options)
    named = named or ([] if excluded else _begun_options(said, options))
    left = [each for each in named or range(len(options)) if each not in excluded]
    if named or excluded:
        everything = ALL_SOURCES if len(left) == len(options) else None
        return options[left[0]].value if len(left) == 1 else everything
    if (place := words.place_in(said)) is not None and -len(options) <= place < len(options):
        return options[place].value
    return ALL_SOURCES if _ALL.search(said) else None


def _named_options(said: str, options: Sequence[AskOption]) -> tuple[list[int], set[int]]:
    """Return which options are named by a part that only they have, and which of them are not meant."""
    parts = [_parts(each) for each in options]
    named: list[int] = []
    excluded: set[int] = set()
    for index, own in enumerate(parts):
        others = {part for other, theirs in enumerate(parts) if other != index for part in theirs}
        places = [place for part in own - others if (place := _place(part, said)) >= 0]
        if places and words.NEGATED.search(said[: min(places)]):
            excluded.add(index)
        elif places:
            named.append(index)
    return named, excluded


def _begun_options(said: str, options: Sequence[AskOption]) -> list[int]:
    """Return the one option of which a word of the message is the beginning of a name: "chem" for chemistry."""
    spoken = [each for each in _WORD.findall(said) if len(each) >= _MIN_BEGINNING and each not in words.EMPTY_WORDS_EN]
    parts = [_parts(each) for each in options]
    begun = [index for index, own in enumerate(parts) if any(part.startswith(each) for part in own for each in spoken)]
    return begun if len(begun) == 1 else []


def _parts(option: AskOption) -> set[str]:
    """Return what may name an option: its folders, the name, and the words of both."""
    found: set[str] = set()
    for written in (option.label, str(option.value)):
        for part in PurePosixPath(written).parts:
            found |= {folded(part).strip(), folded(PurePosixPath(part).stem).strip()}
            found.update(_WORD.findall(folded(part)))
    return {part for part in found if part and part != "/" and part not in words.EMPTY_WORDS_EN}


def _place(part: str, said: str) -> int:
    """Return where a part is in a message: as whole words, where it is written in Latin letters; -1 without any."""
    before = r"(?<![0-9a-zà-ɏ])" if part[0].isascii() else ""
    after = r"(?![0-9a-zà-ɏ])" if part[-1].isascii() else ""
    match = re.search(before + re.escape(part) + after, said)
    return match.start() if match else -1
