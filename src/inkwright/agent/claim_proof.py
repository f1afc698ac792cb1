"""Whether the lines of the record that a judge names prove a sentence: our code compares what can be compared.

What a sentence says of files, numbers, kinds of deliverables and quoted names must be in those very lines, and a line
proves only deeds of its own kind: that something was made says nothing of whether it was sent.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from inkwright.agent.deliverables import DELIVERABLES
from inkwright.agent.said_numbers import SaidNumber, numbers_of, plain, said_numbers
from inkwright.agent.text_evidence import TurnWords
from inkwright.conversation.turns import ArtifactRef
from inkwright.grounding.language.traditional import simplified

Deed = Literal["made", "changed", "read", "not_done", "other"]
_NOT_DONE: Final = frozenset({"not_done"})
_TEXTS: Final = frozenset({"read", "other"})

_FILE: Final = re.compile(r"[^\s/\\:*?\"<>|“”「」『』《》()（），,、;；。]{1,120}\.([a-z][a-z0-9]{1,4})(?![a-z0-9])")
_QUOTED: Final = re.compile(
    r"“([^“”\n]+)”|\"([^\"\n]+)\"|「([^「」\n]+)」|『([^『』\n]+)』|«([^«»\n]+)»|„([^“”\n]+)[“”]"
)
_SCRIPTS: Final = re.compile(r"(?<=[a-z])(?=[\u3040-\u9fff])|(?<=[\u3040-\u9fff])(?=[a-z])")
"""Where Latin letters touch Chinese or Japanese ones: the edge of a word."""

_BESIDE_NUMBER: Final = 2
_MAX_UNIT: Final = 12


@dataclass(frozen=True, slots=True)
class RecordLine:
    """One fact of the record: its words, the deeds that it proves, and the files that it is about.

    `unproven` are numbers in it that are only what was asked for, `versions` those of versions; `names` are what it is
    about that is no file. A line without deeds tells the judge what the turn was about, and proves nothing.
    """

    text: str
    deeds: frozenset[str] = frozenset()
    artifacts: tuple[ArtifactRef, ...] = ()
    unproven: frozenset[str] = frozenset()
    versions: frozenset[str] = frozenset()
    names: tuple[str, ...] = ()

    def numbers(self) -> frozenset[str]:
        """Return the numbers that the line proves, without those of versions."""
        counts = [count for each in self.artifacts for count in each.units.values()]
        written = numbers_of(self.text) - self.unproven - self.versions
        named = numbers_of(" ".join([*self.names, *(each.name for each in self.artifacts)]))
        return written | named | {str(count) for count in [*counts, len(self.artifacts)]}

    def words(self) -> str:
        """Return its words for comparing, with the titles of its files."""
        return plain(
            " ".join([self.text, *(each.name for each in self.artifacts), *(each.title for each in self.artifacts)])
        )


@dataclass(frozen=True, slots=True)
class NamedProof:
    """What a judge says of a sentence: what was done according to it, and the lines that prove it."""

    deed: Deed
    lines: tuple[RecordLine, ...]

    def is_fitting(self) -> bool:
        """Whether there is proof, and proof of this deed. What was done proves that other things were not."""
        proving = {deed for line in self.lines for deed in line.deeds}
        if self.deed == "not_done":
            return bool(proving & {"not_done", "made", "changed"})
        return self.deed in proving


def is_proven(sentence: str, statements: Sequence[NamedProof], record: Sequence[RecordLine], said: TurnWords) -> bool:
    """Return whether the lines that were named for the statements of a sentence prove it."""
    deeds = {each.deed for each in statements}
    claim = _Claim.of(sentence)
    if deeds == {"read"} and claim.is_told_by(said) and any("read" in line.deeds for line in record):
        return claim.names_of_files_in(record)
    proofs = [_fitting_lines(each, record) for each in statements]
    if not all(proofs):
        return False
    lines = [line for proof in proofs for line in proof]
    if deeds == {"not_done"}:
        return _may_be_undone(claim, lines)
    if all(line.deeds <= _TEXTS for line in lines):
        return claim.names_of_files_in(record) and said.tells(claim.text)
    if "not_done" in deeds:
        return _is_partly_held(claim, lines, said)
    known = said.message_numbers | (said.text_numbers if "read" in deeds else frozenset())
    return _holds(claim, lines, record, said) and _has_numbers(claim, lines, record, known)


def _fitting_lines(statement: NamedProof, record: Sequence[RecordLine]) -> Sequence[RecordLine]:
    """Return the lines that a statement names. If none of them tells of a file that was made or changed although the
    deed is that, the judge took the wrong line: then all lines of such a deed are compared.
    """
    if not statement.lines or statement.is_fitting():
        return statement.lines
    if statement.deed not in ("made", "changed"):
        return ()
    return tuple(line for line in record if statement.deed in line.deeds)


@dataclass(frozen=True, slots=True)
class _Claim:
    """What can be compared in a sentence. `text` is the plain text, `rest` that without the names of files."""

    text: str
    rest: str
    files: tuple[str, ...]
    quotes: tuple[str, ...]
    numbers: tuple[SaidNumber, ...]

    @classmethod
    def of(cls, sentence: str) -> "_Claim":
        text = plain(sentence)
        files = tuple(dict.fromkeys(found[0] for found in _FILE.finditer(text)))
        rest = _FILE.sub(lambda found: " " * len(found[0]), text)
        quotes = tuple(words for found in _QUOTED.finditer(text) for words in found.groups() if words and words.strip())
        return cls(text, rest, files, quotes, tuple(said_numbers(rest)))

    def kinds(self) -> set[str]:
        """Return the deliverables that it names; a unit next to a number, such as "question 3", is none."""
        return set(_kinds_in(self.rest, is_claim=True))

    def is_told_by(self, said: TurnWords) -> bool:
        """Return whether it has numbers or quotes, and all of them are in the texts."""
        return bool(self.numbers or self.quotes) and said.tells(self.text)

    def names_of_files_in(self, record: Sequence[RecordLine]) -> bool:
        """Return whether all files that it names are in the record."""
        return all(any(_is_name_in(name, line.words()) for line in record) for name in self.files)


def _holds(claim: _Claim, lines: Sequence[RecordLine], record: Sequence[RecordLine], said: TurnWords) -> bool:
    """Return whether the lines hold the files, kinds and quoted names of a claim."""
    words = [line.words() for line in lines]
    given = [line.words() for line in record if line.deeds <= _TEXTS]
    if any(not _is_name_in(name, *words, *given) for name in claim.files):
        return False
    if claim.files and not any(_is_name_in(name, *words) for name in claim.files):
        return False
    if claim.kinds() - _known_kinds(lines, given, record, said.message):
        return False
    quotes = [quote for quote in claim.quotes if not _FILE.search(quote)]
    return all(any(quote in each for each in words) or said.has_quote(quote) for quote in quotes)


def _may_be_undone(claim: _Claim, lines: Sequence[RecordLine]) -> bool:
    """Return whether something may be what was not done: a line of what was done proves it of other things only."""
    if all("not_done" not in line.deeds for line in lines):
        words = [line.words() for line in lines]
        if any(_is_name_in(name, *words) for name in claim.files):
            return False
        if not claim.files and claim.kinds() & {kind for each in words for kind in _kinds_in(each)}:
            return False
    return True


def _is_partly_held(claim: _Claim, lines: Sequence[RecordLine], said: TurnWords) -> bool:
    """Return whether a sentence about something done and something not done is about these lines at all."""
    known = said.message_numbers.union(*(each.numbers() | each.versions for each in lines))
    has_files = any(_is_name_in(name, line.words()) for name in claim.files for line in lines)
    has_numbers = any(each.is_measure or each.forms & known for each in claim.numbers)
    return (has_files or not claim.files) and (has_numbers or not claim.numbers)


def _has_numbers(
    claim: _Claim, lines: Sequence[RecordLine], record: Sequence[RecordLine], said: frozenset[str]
) -> bool:
    """Return whether the lines hold the numbers of a claim. `said` are numbers that need no other proof, such as those
    of the person; but how many things they asked for does not tell how many there are.
    """
    proven = frozenset[str]().union(*(line.numbers() for line in lines))
    versions = frozenset[str]().union(*(line.versions for line in lines))
    asked = frozenset[str]().union(*(line.unproven for line in record)) - proven
    counted = [each for each in claim.numbers if not each.is_measure]
    if any(each.forms & asked for each in counted) and not any(each.forms & proven for each in counted):
        return False
    known = proven | asked | said
    files = [artifact for line in lines for artifact in line.artifacts]
    for each in counted:
        of_unit = _counts_of_unit(claim.rest, each, files)
        allowed = of_unit | asked if of_unit else known if each.is_counted else known | versions
        if not each.forms & allowed:
            return False
    return True


def _counts_of_unit(text: str, number: SaidNumber, files: Sequence[ArtifactRef]) -> frozenset[str]:
    """Return the counts in the files of the unit named after a number; none if the files do not count it."""
    behind = simplified(text[number.end : number.end + _MAX_UNIT]).lstrip(" -")
    if behind.startswith("份"):
        return frozenset({str(len(files))})
    if text[: number.start].endswith("第"):
        return frozenset()
    patterns = [each.units for each in DELIVERABLES.values() if each.units]
    named = [english for english, chinese in patterns if re.match(rf"(?:{english})\b|{chinese}", behind)]
    return frozenset(
        str(count)
        for each in files
        for unit, count in each.units.items()
        if any(re.fullmatch(pattern, unit) for pattern in named)
    )


def _known_kinds(
    lines: Sequence[RecordLine], given: Sequence[str], record: Sequence[RecordLine], message: str
) -> set[str]:
    """Return the deliverables that the lines name or hold, and those named by the person unless they are missing."""
    shown = {kind for line in lines for kind in _kinds_in(plain(line.text))}
    held = {artifact.artifact_kind for line in lines for artifact in line.artifacts}
    shown |= {each.name for each in DELIVERABLES.values() if held & set(each.kinds)}
    missing = {kind for line in record if line.deeds == _NOT_DONE for kind in _kinds_in(plain(line.text))}
    named = set(_kinds_in(message)) | {kind for words in given for kind in _kinds_in(words)}
    return shown | (named - missing)


def _kinds_in(text: str, *, is_claim: bool = False) -> Iterator[str]:
    read = _SCRIPTS.sub(" ", simplified(text))
    for each in DELIVERABLES.values():
        for found in each.pattern.finditer(read):
            is_unit = each.units is not None and any(re.fullmatch(unit, found[0]) for unit in each.units)
            if not (is_claim and is_unit and any(_is_beside(number, found) for number in said_numbers(read))):
                yield each.name
                break


def _is_beside(number: SaidNumber, found: re.Match[str]) -> bool:
    return abs(number.end - found.start()) <= _BESIDE_NUMBER or abs(found.end() - number.start) <= _BESIDE_NUMBER


def _is_name_in(name: str, *texts: str) -> bool:
    """Return whether a text holds the name of a file. In Chinese and Japanese other words may stand right before it."""
    stem, _, suffix = name.rpartition(".")
    starts = [0, *(place for place in range(1, len(stem)) if not (stem[place - 1].isascii() and stem[place].isascii()))]
    return any(_holds_name(text, f"{stem[start:]}.{suffix}") for text in texts for start in starts)


def _holds_name(text: str, name: str) -> bool:
    place = text.find(name)
    while place >= 0:
        before = text[place - 1 : place]
        if not before.isalnum() and before not in ("_", "-"):
            return True
        place = text.find(name, place + 1)
    return False
