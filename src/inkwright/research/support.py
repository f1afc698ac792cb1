"""Ask a model whether the cited passages say what each sentence says; our code checks its quotes and the model itself.

The model names the words of the passages that carry each part of a sentence. It is believed about a sentence only if
- the quotes are in the passages and carry the values, names, relations and order of the sentence,
- it refuses the contrast of the sentence: the same words with two names exchanged, an order turned, or a denial,
- it answers three sentences of this program with known answers in the same call, two of them false.
"""

import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple
from zlib import crc32

from pydantic import BaseModel, ConfigDict, Field

from inkwright.errors import GaveUp, ModelRefused
from inkwright.i18n import Language
from inkwright.llm.brain import Brain
from inkwright.prompts import load_prompt
from inkwright.research.citations.alignment import is_restated
from inkwright.research.citations.check import CITATION
from inkwright.research.citations.contrasts import contrast_of
from inkwright.research.citations.folding import folded, plain_letters
from inkwright.research.citations.passages import ordered_tokens, tokens_of_text
from inkwright.research.citations.quoted_support import difference_from
from inkwright.research.notes import SourceNote, notes_for

_AT_ONCE: Final = 8
"""Sentences in one call, besides their contrasts and the controls."""
_PASSAGES: Final = 3
_OPENING: Final = 1_500
_FALSE_CONTROLS: Final = 2
_MAX_SENTENCE: Final = 600
_LEAST_COVERED: Final = 0.6
_ELLIPSIS: Final = re.compile(r"\s*(?:\.{3,}|…+)\s*")
_MARKS: Final = re.compile(r"[\s\"“”„«»「」『』'’‘]+")
_SPACED_STOP: Final = re.compile(r"\s+(?=[.,;:!?。，；：！？])")


class SupportedPart(BaseModel):
    """A part of a sentence, and the words of its passages that say it."""

    model_config = ConfigDict(extra="forbid")

    part: str = Field(max_length=_MAX_SENTENCE)
    quote: str = Field(default="", max_length=2_000)


class SentenceSupport(BaseModel):
    """What the model says about one sentence."""

    model_config = ConfigDict(extra="forbid")

    sentence: int
    parts: list[SupportedPart] = Field(default=[], max_length=20)
    is_supported: bool
    problem: str = Field(default="", max_length=400)


class SupportReading(BaseModel):
    """What the model says about the sentences of one call."""

    model_config = ConfigDict(extra="forbid")

    sentences: list[SentenceSupport] = Field(max_length=4 * _AT_ONCE)


@dataclass(frozen=True, slots=True)
class SupportVerdict:
    """Whether the passages say the sentence, and if not, what is different."""

    is_supported: bool
    problem: str = ""


class _Judged(NamedTuple):
    """A sentence with its passages; `expected` is the known answer of a control, None for a sentence of the report.

    `origin` is the sentence as the report has it, also of its contrast.
    """

    sentence: str
    passages: tuple[str, ...]
    expected: bool | None = None
    origin: str = ""
    is_contrast: bool = False


def is_confirmed_by_rule(sentence: str, sources: Mapping[int, str]) -> bool:
    """Whether a cited source says the sentence in the same words and order."""
    cited = [folded(sources[number]) for number in cited_numbers(sentence) if number in sources]
    return is_restated(folded(CITATION.sub("", sentence)), cited)


def cited_numbers(sentence: str) -> list[int]:
    """Return the numbers that a sentence cites, each once."""
    return list(
        dict.fromkeys(int(number) for group in CITATION.finditer(sentence) for number in re.findall(r"\d+", group[1]))
    )


async def judge_support(
    judge: Brain, sentences: Sequence[str], sources: Mapping[int, str], language: Language
) -> dict[str, SupportVerdict]:
    """Return the verdicts that can be believed, by sentence; a sentence without one is not confirmed."""
    wanted = list(dict.fromkeys(sentence.strip() for sentence in sentences))
    verdicts: dict[str, SupportVerdict] = {}
    for start in range(0, len(wanted), _AT_ONCE):
        batch = await asyncio.to_thread(_batch, wanted[start : start + _AT_ONCE], sources)
        verdicts |= await _judge_batch(judge, batch, language)
    return verdicts


def _batch(sentences: Sequence[str], sources: Mapping[int, str]) -> list[_Judged]:
    judged = [_judged(sentence, sources) for sentence in sentences]
    return [each for each in judged if each.passages]


def _judged(sentence: str, sources: Mapping[int, str]) -> _Judged:
    cited = {number: sources[number] for number in cited_numbers(sentence) if number in sources}
    plain = _SPACED_STOP.sub("", CITATION.sub("", sentence))
    notes = [
        note
        for number, written in cited.items()
        for note in notes_for([plain], {number: written}, max(1, _PASSAGES // len(cited)))
        # A sentence in another language than its source shares no words with it.
        or [SourceNote(number, 0, written[:_OPENING])]
    ]
    return _Judged(" ".join(plain.split())[:_MAX_SENTENCE], tuple(note.text for note in notes), origin=sentence)


async def _judge_batch(judge: Brain, batch: Sequence[_Judged], language: Language) -> dict[str, SupportVerdict]:
    if not batch:
        return {}
    asked = _with_controls(batch, language)
    before, _, after = load_prompt("inkwright.research", "support", language).partition("{sentences}")
    try:
        found = await judge.decide(before + _shown(asked) + after, SupportReading)
    except (GaveUp, ModelRefused):
        return {}
    read = {each.sentence: each for each in found.sentences if 0 < each.sentence <= len(asked)}
    answered = [(each, read.get(number)) for number, each in enumerate(asked, 1)]
    if any(_is_missed(each, found) for each, found in answered if each.expected is not None):
        return {}
    blind = {each.origin for each, found in answered if each.is_contrast and (found is None or found.is_supported)}
    verdicts = {each.origin: _verified(found, each) for each, found in answered if found and each in batch}
    return {
        origin: verdict
        for origin, verdict in verdicts.items()
        if verdict is not None and not (verdict.is_supported and origin in blind)
    }


def _is_missed(control: _Judged, found: SentenceSupport | None) -> bool:
    """Whether a control has another answer than it should, or is approved with words that are not there."""
    return (
        found is None
        or found.is_supported is not control.expected
        or (found.is_supported and _quoted_pieces(found, control) is None)
    )


def _verified(found: SentenceSupport, judged: _Judged) -> SupportVerdict | None:
    """Return the verdict; None for an approval whose quotes do not carry the sentence."""
    if not found.is_supported:
        return SupportVerdict(False, " ".join(found.problem.split()))
    pieces = _quoted_pieces(found, judged)
    if pieces is None:
        return None
    own = tokens_of_text(folded(judged.sentence))
    covered = own & frozenset(ordered_tokens(folded(" ".join(part.part for part in found.parts))))
    is_carried = len(covered) >= _LEAST_COVERED * len(own)
    if not is_carried or difference_from(judged.sentence, pieces, judged.passages):
        return None
    return SupportVerdict(True)


def _quoted_pieces(found: SentenceSupport, judged: _Judged) -> list[str] | None:
    """Return the quotes, one for each part at least; None if a part has none, or one is in no passage."""
    pieces = [piece for part in found.parts for piece in _ELLIPSIS.split(part.quote) if piece.strip()]
    read = [_plain(passage) for passage in judged.passages]
    is_whole = pieces and all(part.quote.strip() for part in found.parts)
    is_read = all(any(_plain(piece) in passage for passage in read) for piece in pieces)
    return pieces if is_whole and is_read else None


def _plain(words: str) -> str:
    return _MARKS.sub(" ", plain_letters(folded(words))).strip(" .,;:，。；：")


def _with_controls(batch: Sequence[_Judged], language: Language) -> list[_Judged]:
    """Return the sentences with their contrasts, two false controls and a true one, at places that follow from them."""
    seed = crc32("\n".join(each.sentence for each in batch).encode())
    known = _controls(language)
    first = seed % len(known)
    chosen = [known[(first + step) % len(known)] for step in range(_FALSE_CONTROLS + 1)]
    asked = list(batch)
    for each in batch:
        contrast = _Judged(contrast_of(each.sentence), each.passages, origin=each.origin, is_contrast=True)
        asked.insert(crc32(contrast.sentence.encode()) % (len(asked) + 1), contrast)
    for index, (passage, false, true) in enumerate(chosen):
        is_true = index == _FALSE_CONTROLS
        control = _Judged(true if is_true else false, (passage,), is_true)
        asked.insert((seed >> (8 * index)) % (len(asked) + 1), control)
    return asked


@lru_cache(maxsize=2)
def _controls(language: Language) -> tuple[tuple[str, str, str], ...]:
    """Return passages, each with a false and a true sentence about it."""
    lines = load_prompt("inkwright.research", "support_controls", language).splitlines()
    parts = (tuple(part.strip() for part in line.split("|")) for line in lines if line.strip())
    return tuple((passage, false, true) for passage, false, true in parts)


def _shown(asked: Sequence[_Judged]) -> str:
    """Show the sentences with their passages as material: nothing in them looks like the number of a sentence."""
    return "\n\n".join(_shown_sentences(asked))


def _shown_sentences(asked: Sequence[_Judged]) -> Iterator[str]:
    for number, each in enumerate(asked, 1):
        passages = "\n".join(f"<passage>{_harmless(passage)}</passage>" for passage in each.passages)
        yield f'<sentence number="{number}">{_harmless(each.sentence)}</sentence>\n{passages}'


def _harmless(words: str) -> str:
    return re.sub(
        r"</?(?:sentence|passage)\b", lambda tag: tag[0].replace("<", "‹"), " ".join(words.split()), flags=re.I
    )
