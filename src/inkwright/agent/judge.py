"""Judge the words of an ending: a model compares each sentence with the record of what happened; our code decides.

No list of words decides what is a claim. The judge names the sentences about something done and the lines of
the record that prove them; a sentence without proof is false. Nor is the judge believed on its word: the program adds
sentences of its own, the controls. Three are false, each in another way, and one says nothing about what was done. A
judge that takes one kind for the other has not read the rest either. Without a judge the words are not checked, and
whoever shows them says so.
"""

import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field, model_validator

from inkwright.agent.claim_proof import Deed, NamedProof, RecordLine, is_proven
from inkwright.agent.prompt_files import agent_prompt
from inkwright.agent.services import LimitReached
from inkwright.agent.text_evidence import TurnWords
from inkwright.errors import GaveUp, ModelError
from inkwright.i18n import Language, text
from inkwright.llm.brain import Brain
from inkwright.parsing.fences import fenced_blocks

JUDGE_SECONDS: Final = 15.0
"""A judge that takes longer is not waited for."""

_SENTENCE_END: Final = re.compile(
    r"[。！？…؟।॥]+[)\]}”’」』）】\"'*_`]*|(?<![.][^\W\d_])(?<![.!?]{2})[.!?]++[)\]}”’\"'*_`]*+(?=\s|$)|\n+"
)
"""In scripts with spaces a mark ends a sentence only before a space, and never after an abbreviation such as "e.g."."""

_LINE: Final = re.compile(r"[^\n]*\n*")
_LIST_MARKER: Final = re.compile(r"\s*(?:\d{1,3}|[A-Za-z])[.)]")
_BLANK_LINES: Final = re.compile(r"\n{3,}")
_HAS_WORD: Final = re.compile(r"\w|[^\x00-\x7f]")
_KNOWLEDGE_CONTROL: Final = "judge.control.knowledge"
_FALSE_CONTROLS: Final = ("judge.control.sent", "judge.control.made", "judge.control.checked")
_NUMBER_IN_BRACKETS: Final = re.compile(r"\[(\d{1,4})\]")
_UNSEEN: Final = re.compile("[\u00ad\u200b\u202a-\u202e\u2060-\u2069\ufeff\U000e0000-\U000e0fff]")
"""Characters that nobody sees, without the ones that scripts need to join letters."""


class JudgedStatement(BaseModel):
    """A sentence that says what was done, the kind of deed, and the lines of the record that prove it. Only what has no
    proof may be listed without its deed.
    """

    model_config = ConfigDict(extra="forbid")

    sentence: int
    deed: Deed
    proof: list[int] = Field(default=[], max_length=40)

    @model_validator(mode="before")
    @classmethod
    def _complete(cls, given: Any) -> Any:
        lacks_both = isinstance(given, dict) and "deed" not in given and not given.get("proof")
        return {**given, "deed": "other"} if lacks_both else given


class Judgement(BaseModel):
    """What the judge found."""

    model_config = ConfigDict(extra="forbid")

    statements: list[JudgedStatement] = Field(max_length=400)


@dataclass(frozen=True, slots=True)
class Review:
    """What is known about passages of words: whether they were checked, the false sentences, and what is left of each
    passage that holds one.
    """

    is_checked: bool
    false: tuple[str, ...] = ()
    kept: Mapping[str, str] = field(default_factory=dict)

    def clean(self, passage: str) -> str:
        """Return the passage without its false sentences."""
        return self.kept.get(passage, passage)


UNCHECKED: Final = Review(is_checked=False)
NOTHING_FALSE: Final = Review(is_checked=True)


def split_sentences(passage: str) -> list[str]:
    """Split a passage into sentences, lines at the latest; joined they are the passage.

    A dot inside a name such as `Rivers.docx` ends nothing, nor does the number of an item in a list. Lines of code are
    not split.
    """
    sentences: list[str] = []
    for piece in _pieces(passage):
        if sentences and _LIST_MARKER.fullmatch(sentences[-1]):
            sentences[-1] += piece
        else:
            sentences.append(piece)
    return sentences


def _pieces(passage: str) -> Iterator[str]:
    start = 0
    for block in fenced_blocks(passage):
        end = block.closing.end if block.closing else len(passage)
        yield from _unfenced_pieces(passage[start : block.opening.start])
        yield from filter(None, _LINE.findall(passage[block.opening.start : end]))
        start = end
    yield from _unfenced_pieces(passage[start:])


def _unfenced_pieces(part: str) -> Iterator[str]:
    start = 0
    for match in _SENTENCE_END.finditer(part):
        yield part[start : match.end()]
        start = match.end()
    if start < len(part):
        yield part[start:]


async def judge_words(
    judges: Sequence[Brain],
    passages: Sequence[str],
    record: Sequence[RecordLine],
    language: Language,
    said: TurnWords | None = None,
) -> Review:
    """Return what the first judge that can be reached says about the words; UNCHECKED if none can.

    One that names a sentence that does not exist, believes a false control or removes the harmless one is not believed:
    it may have been misled about the others too. Of one that is believed, the lines that it names as proof are compared
    with the sentence. `said` is what a sentence may refer to besides the record.
    """
    sentences = [sentence for passage in dict.fromkeys(passages) for sentence in split_sentences(passage)]
    spoken = [index for index, sentence in enumerate(sentences) if _HAS_WORD.search(sentence)]
    if not spoken:
        return NOTHING_FALSE
    controls = [text(language, key) for key in (_KNOWLEDGE_CONTROL, *_FALSE_CONTROLS)]
    shown = [*(sentences[index] for index in spoken), *controls]
    background = [line.text for line in record if not line.deeds]
    record = [line for line in record if line.deeds]
    prompt = _prompt(shown, background, [line.text for line in record], language)
    for judge in judges:
        try:
            async with asyncio.timeout(JUDGE_SECONDS):
                found = await judge.decide(prompt, Judgement, max_retries=1)
        except (ModelError, GaveUp, LimitReached, TimeoutError):
            continue
        numbers = unproven_sentences(found, len(record))
        false_controls = set(range(len(shown), len(shown) - len(_FALSE_CONTROLS), -1))
        of_the_message = numbers - false_controls
        is_believed = false_controls <= numbers and of_the_message <= set(range(1, len(spoken) + 1))
        if is_believed and all(0 < statement.sentence <= len(shown) for statement in found.statements):
            unproven = of_the_message | _unproven_by_lines(found, shown[: len(spoken)], record, said or TurnWords())
            return _review(passages, {spoken[number - 1] for number in unproven})
    return UNCHECKED


def _unproven_by_lines(
    found: Judgement, sentences: Sequence[str], record: Sequence[RecordLine], said: TurnWords
) -> set[int]:
    """Return the numbers of the sentences that the lines named for them do not prove."""
    of_sentences: dict[int, list[NamedProof]] = {}
    for each in found.statements:
        if each.sentence <= len(sentences) and all(0 < number <= len(record) for number in each.proof):
            lines = tuple(record[number - 1] for number in each.proof)
            of_sentences.setdefault(each.sentence, []).append(NamedProof(each.deed, lines))
    return {
        number
        for number, statements in of_sentences.items()
        if not is_proven(sentences[number - 1], statements, record, said)
    }


def _prompt(sentences: Sequence[str], background: Sequence[str], record: Sequence[str], language: Language) -> str:
    """Return the prompt. Each part is filled in once, so a placeholder inside the message remains text. Lines that
    prove nothing have no number, so that none is named as proof.
    """
    before, _, rest = agent_prompt("judge", language).partition("{record}")
    between, _, after = rest.partition("{sentences}")
    told = "".join(f"- {_seen(line)}\n" for line in background)
    return before + told + _numbered(record) + between + _numbered(sentences) + after


def _numbered(lines: Sequence[str]) -> str:
    return "\n".join(f"[{number}] {_seen(line)}" for number, line in enumerate(lines, 1))


def _seen(line: str) -> str:
    """Return a line in which nothing looks like the number of a line."""
    return _NUMBER_IN_BRACKETS.sub(r"(\1)", " ".join(_UNSEEN.sub("", line).split()))


def unproven_sentences(found: Judgement, record_lines: int) -> set[int]:
    """Return the numbers of the sentences about which a statement has no proof in the record."""
    lines = set(range(1, record_lines + 1))
    return {
        statement.sentence for statement in found.statements if not (statement.proof and set(statement.proof) <= lines)
    }


def _review(passages: Sequence[str], false: set[int]) -> Review:
    """Return the review. `false` are positions among the sentences of all passages."""
    removed: list[str] = []
    kept: dict[str, str] = {}
    position = 0
    for passage in dict.fromkeys(passages):
        left: list[str] = []
        for sentence in split_sentences(passage):
            if position not in false:
                left.append(sentence)
            else:
                removed.append(sentence)
                left.append("\n" if sentence.endswith("\n") and left and not left[-1].endswith("\n") else "")
            position += 1
        if (words := "".join(left)) != passage:
            kept[passage] = _BLANK_LINES.sub("\n\n", words).strip()
    return Review(is_checked=True, false=tuple(sentence.strip() for sentence in removed), kept=kept)
