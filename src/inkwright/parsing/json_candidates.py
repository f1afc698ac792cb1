"""Find the JSON candidates of a reply: fenced blocks and bare objects or lists, parsed once and checked."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from inkwright.parsing.fences import FencedBlock, fenced_blocks
from inkwright.parsing.json_repair import JsonProblem, RepairResult, parse_damaged, parse_headless
from inkwright.parsing.json_strict import StrictPrefix, parse_json5, parse_strict

ParseStage = Literal["strict", "json5", "repaired"]
CandidateState = Literal["complete", "truncated", "refused", "too_deep"]

_CODE_TAGS: Final = frozenset(
    "bash c c++ cpp cs csharp css diff dockerfile go html ini java javascript js jsx kotlin latex lua makefile "
    "markdown md mermaid perl php py python r ruby rust scss sh shell sql swift tex text toml ts tsx txt "
    "typescript xml yaml yml".split()
)


@dataclass(frozen=True, slots=True)
class JsonCandidate:
    """A value that the reply may mean. `place` is higher where we expect values: bare, code fence, fence."""

    state: CandidateState
    value: object
    rung: ParseStage
    place: int
    start: int
    length: int
    problem: JsonProblem | None = None
    problem_at: int = 0

    @property
    def rank(self) -> tuple[int, bool, int, int]:
        """Ruling 8: a fence beats bare text, strict beats repaired, then the longer, then the later."""
        return (self.place, self.rung == "strict", self.length, self.start)


class ReplyRegion(NamedTuple):
    """The body of a fence, or the text between two. `may_be_whole`: nothing but the value may stand in it."""

    text: str
    start: int
    place: int
    may_be_whole: bool
    is_code: bool = False

    def complete(self, value: object, rung: ParseStage, start: int = 0, length: int | None = None) -> JsonCandidate:
        """A value that was read."""
        size = len(self.text) if length is None else length
        return JsonCandidate("complete", value, rung, self.place, self.start + start, size)

    def truncated(self, value: object, start: int) -> JsonCandidate:
        """A value that runs to the end of the region without ending itself."""
        return JsonCandidate("truncated", value, "repaired", self.place, self.start + start, len(self.text) - start)

    def refused(self, problem: JsonProblem, start: int, length: int, at: int) -> JsonCandidate:
        """Something that was meant as JSON, but has no reading, or more than one; `at` is where that shows."""
        return JsonCandidate(
            "refused", None, "repaired", self.place, self.start + start, length, problem, self.start + at
        )

    def too_deep(self, start: int) -> JsonCandidate:
        """More containers in each other than are allowed."""
        return JsonCandidate("too_deep", None, "repaired", self.place, self.start + start, len(self.text) - start)


def find_regions(text: str) -> Iterator[ReplyRegion]:
    """The regions of a text, in order; blank ones are left out."""
    position = 0
    for block in fenced_blocks(text):
        if text[position : block.opening.start].strip():
            yield ReplyRegion(text[position : block.opening.start], position, 0, may_be_whole=False)
        if block.body.strip():
            yield _fenced_region(block)
        position = block.closing.end if block.closing else len(text)
    if text[position:].strip():
        yield ReplyRegion(text[position:], position, 0, may_be_whole=position == 0)


def _fenced_region(block: FencedBlock) -> ReplyRegion:
    is_code = block.tag.split(":")[0].strip("{}.") in _CODE_TAGS
    return ReplyRegion(block.body, block.opening.end, 1 if is_code else 2, may_be_whole=True, is_code=is_code)


_OWN_LINE_BEFORE = re.compile(r"(?:\A|\n)[ \t>]*\Z")
_OWN_LINE_AFTER = re.compile(r"[ \t;,.。]*(?:\n|\Z)")
_INTRODUCED = re.compile(r"(?:[:：=(>]|\bis|\bare|是|为|了)\s*\Z")
_CODE_BEFORE = re.compile(r"(?:[\w)]|=>|\breturn|\\\w+(?:\{[^{}]*\})*)\s*\Z")
_TOKEN = re.compile(r"\"[^\"\n]*\"|[{}\[\]]|\n\n")
_CONTENT = re.compile(r"[\"':\w]")
_CONTINUES = re.compile(r"\s*[,，:：;\"'“”}\]｝］]")
_MEMBER_FOLLOWS = re.compile(r"[\s}\]]*[,，]\s*(?:\"[^\"\n]{1,80}\"|'[^'\n]{1,80}'|“[^”\n]{1,80}”)\s*[:：]")
_ONLY_CLOSERS = re.compile(r"[\s}\]｝］);,，.。`]*\Z")


@dataclass(frozen=True, slots=True)
class BracketContext:
    """The text around a bracket: up to 80 characters before it and 200 behind it."""

    before: str
    after: str
    is_whole: bool
    is_code: bool


def is_plausible(reading: RepairResult, around: BracketContext) -> bool:
    """Whether a reading counts as a candidate."""
    if not reading.is_list:
        return _is_plausible_object(reading, around)
    if reading.state == "refused":
        return reading.size > 0 and "word" not in reading.repairs and (around.is_whole or _starts_line(around))
    return isinstance(reading.value, list) and _is_plausible_list(reading, reading.value, around)


def _is_plausible_object(reading: RepairResult, around: BracketContext) -> bool:
    if reading.state == "complete" and not reading.repairs:
        return bool(reading.value) or around.is_whole or _is_on_own_line(around)
    if reading.size == 0:
        return reading.state != "complete" and (around.is_whole or _starts_line(around))
    if "word_key" not in reading.repairs:
        return True
    return reading.state != "refused" and _is_plausible_without_quotes(reading, around)


def _is_plausible_without_quotes(reading: RepairResult, around: BracketContext) -> bool:
    """Bare keys are JavaScript or YAML-like; with bare words as values they may be CSS, code or prose."""
    has_words, has_semicolons = "word" in reading.repairs, "semicolon" in reading.repairs
    if has_words and has_semicolons:
        return False
    if around.is_whole:
        return True
    if has_words and around.is_code:
        return False
    if has_words or around.is_code:
        return bool(_INTRODUCED.search(around.before)) or _starts_line(around)
    return not _CODE_BEFORE.search(around.before)


def _is_plausible_list(reading: RepairResult, value: list[object], around: BracketContext) -> bool:
    has_words = "word" in reading.repairs
    if any(isinstance(item, dict | list) or (isinstance(item, str) and not has_words) for item in value):
        return not has_words or around.is_whole or _starts_line(around)
    if around.is_whole:
        return not has_words or len(value) >= 2
    if has_words or reading.state != "complete":
        return False
    return _is_on_own_line(around) or (len(value) >= 2 and bool(_INTRODUCED.search(around.before)))


def _is_on_own_line(around: BracketContext) -> bool:
    return _starts_line(around) and bool(_OWN_LINE_AFTER.match(around.after))


def _starts_line(around: BracketContext) -> bool:
    return bool(_OWN_LINE_BEFORE.search(around.before))


def has_more_content(behind: str) -> bool:
    """Whether the text behind a value shows that the value went on: with a member, or by closing a bracket too many.

    Closing brackets alone are superfluous and dropped; a member or an element before them is part of the value.
    """
    if not _CONTINUES.match(behind) or _ONLY_CLOSERS.match(behind):
        return False
    if _MEMBER_FOLLOWS.match(behind):
        return True
    depth = 0
    for token in _TOKEN.finditer(behind):
        if token[0] in "{[":
            depth += 1
        elif token[0] in "}]":
            depth -= 1
            if depth < 0 and _CONTENT.search(behind, 0, token.start()):
                return True
            depth = max(depth, 0)
        elif token[0] == "\n\n" and depth == 0:
            return False
    return False


_HEADLESS_START = re.compile(r"""(?:"[^"\n]{1,80}"|'[^'\n]{1,80}'|“[^”\n]{1,80}”)\s*[:：]""")
_ESCAPED_START = re.compile(r"[\[{](?:\s|\\n|[\[{])*+\\\"")
_DOUBLED_START = re.compile(r"[\[{](?:\s|[\[{])*+\"\"[^\s,:\]}\"]")
_BARE_QUOTE = re.compile(r"(?<!\\)\"")
_AFTER_VALUE = " \n\t\r;`"


def parse_whole(region: ReplyRegion) -> JsonCandidate | None:
    """The value that the whole region is, if it is one."""
    text = region.text.strip()
    if _HEADLESS_START.match(text):
        return _parse_headless(region, text)
    if text[:1] not in tuple("{[｛［("):
        return None
    strict = parse_strict(text)
    if strict:
        return region.complete(strict.value, "strict")
    if text[0] == "(":
        return None if region.is_code else _parse_tuple(region, text)
    json5 = parse_json5(text)
    if json5:
        return region.complete(json5.value, "json5")
    if _ESCAPED_START.match(text) and not _BARE_QUOTE.search(text):
        return _parse_escaped(region, text)
    return _parse_doubled(region, text) if _DOUBLED_START.match(text) else None


def _parse_escaped(region: ReplyRegion, text: str) -> JsonCandidate | None:
    """`{\\"a\\": 1}`: an encoded string that lost its outer quotes."""
    decoded = re.sub(r"\\([\"\\/])", r"\1", text)
    strict = parse_strict(decoded)
    if strict:
        return region.complete(strict.value, "repaired")
    reading = parse_damaged(decoded)
    return region.complete(reading.value, "repaired") if reading.state == "complete" else None


def _parse_doubled(region: ReplyRegion, text: str) -> JsonCandidate | None:
    """`{""a"": 1}`: every quote doubled, as CSV does."""
    strict = parse_strict(text.replace('""', '"'))
    return region.complete(strict.value, "repaired") if strict else None


def _parse_headless(region: ReplyRegion, text: str) -> JsonCandidate | None:
    """`"a": 1}`: the opening brace alone is missing."""
    reading = parse_headless(text)
    if reading.state != "complete" or reading.size == 0 or text[reading.end :].strip(_AFTER_VALUE):
        return None
    return region.complete(reading.value, "repaired")


def _parse_tuple(region: ReplyRegion, text: str) -> JsonCandidate | None:
    """`("a", 1)`; a sentence in parentheses has words in it."""
    reading = parse_damaged(text)
    around = BracketContext("", text[reading.end :], is_whole=True, is_code=False)
    if reading.state != "complete" or "word" in reading.repairs or not is_plausible(reading, around):
        return None
    if isinstance(reading.value, list) and len(reading.value) < 2:
        return None
    return region.complete(reading.value, "repaired")


MAX_CANDIDATES: Final = 1_000

_BRACKET = re.compile(
    # One set of characters to search for; what they must look like is asked behind it. A brace opens an object only
    # before a key, a quote, a comment or its end: a group of TeX is passed over at once. A bracket of TeX is none.
    r"[{｛\[［](?<!\\.)(?:(?<=[\[［])|(?=[\s\u200b\ufeff]*+(?:[\"'“”‘’„＂`\\}｝#/<,.…]|[rRbBuUfF]{1,2}[\"']"
    r"|[\w$@*-][\w$@*./ -]{0,80}?[\"”']?\s{0,20}[:：=]|\Z)))"
)
_PROSE = re.compile(
    r"\[\[[\w:./ -]{1,80}\]\]|\[CDATA\[|\[[ xX]\](?=\s)|!?\[[^\[\]{}\n]{0,200}\]\([^()\s]{0,500}\)"
    r"|\[(?!(?:true|false|null|None|True|False)\b)\#?[^\W\d_][^\[\]{}\"'\n,，]{0,200}\]|\[\#[^\[\]\n]{0,200}\]"
)
_TRAILING = " \t\r\n}]｝］;,`"
_BALANCE = re.compile(r"\"(?:[^\"\\\n]|\\.)*+(?:\"|$)|[{}\[\]]", re.MULTILINE)
_COST_PER_TRY: Final = 128
_MIN_BUDGET: Final = 100_000
_LOOK_BEFORE: Final = 80
_LOOK_NEAR: Final = 200
_LOOK_AFTER: Final = 2_000


def find_candidates(text: str) -> list[JsonCandidate]:
    """Every candidate of the text, in order; one more than allowed if there are too many to choose from."""
    found: list[JsonCandidate] = []
    position = 0
    budget = 4 * len(text) + 4_000
    for region in find_regions(text):
        end = region.start + len(region.text)
        if end <= position:
            continue
        for candidate in _candidates_in(region, max(0, position - region.start)):
            is_cut_by_fence = candidate.state == "truncated" and end < len(text) and budget > 0
            wider = _extend_past_fence(text, candidate) if is_cut_by_fence else None
            budget -= len(text) - candidate.start if is_cut_by_fence else 0
            found.append(wider or candidate)
            if len(found) > MAX_CANDIDATES:
                return found
            if wider is not None:
                position = wider.start + wider.length
                break
    return found


def _candidates_in(region: ReplyRegion, offset: int) -> Iterator[JsonCandidate]:
    whole = parse_whole(region) if region.may_be_whole and offset == 0 else None
    if whole is not None:
        yield whole
        return
    text, position, budget = region.text, offset, 4 * len(region.text) + _MIN_BUDGET
    strictly = StrictPrefix(text)
    while budget > 0 and (bracket := _BRACKET.search(text, position)):
        start = bracket.start()
        prose = _PROSE.match(text, start)
        if prose:
            position = prose.end()
            continue
        candidate, position, work = _candidate_at(region, start, strictly)
        budget -= work
        if candidate is not None:
            yield candidate


def _candidate_at(region: ReplyRegion, start: int, strictly: StrictPrefix) -> tuple[JsonCandidate | None, int, int]:
    """The candidate at one bracket, where to go on, and the work that was spent on what was given up."""
    strict = strictly.read(start)
    if strict:
        is_list = isinstance(strict.value, list)
        reading = RepairResult("complete", strict.value, strict.end, frozenset(), size=1, is_list=is_list)
    else:
        reading = parse_damaged(region.text, start)
    if not is_plausible(reading, _bracket_context(region, start, reading.end)) and reading.problem != "depth":
        onward = reading.end if strict else start + 1
        return None, onward, _COST_PER_TRY + (0 if strict else reading.end - start)
    candidate = _candidate_from(region, start, reading)
    return candidate, candidate.start + candidate.length - region.start, 0


def _candidate_from(region: ReplyRegion, start: int, reading: RepairResult) -> JsonCandidate:
    if reading.problem == "depth":
        return region.too_deep(start)
    if reading.problem is not None:
        length = _balanced_end(region.text, start, reading.end) - start
        return region.refused(reading.problem, start, length, reading.end)
    if reading.state == "truncated":
        return region.truncated(reading.value, start)
    if has_more_content(region.text[reading.end : reading.end + _LOOK_AFTER]):
        return region.refused("brackets", start, len(region.text) - start, reading.end)
    rung: ParseStage = "repaired" if reading.repairs else "strict"
    return region.complete(reading.value, rung, start, reading.end - start)


def _bracket_context(region: ReplyRegion, start: int, end: int) -> BracketContext:
    text = region.text
    before, behind = text[max(0, start - _LOOK_BEFORE) : start], text[end : end + _LOOK_NEAR]
    is_whole = region.may_be_whole and start <= _LOOK_BEFORE and not before.strip() and not behind.strip(_TRAILING)
    return BracketContext(before, behind, is_whole, region.is_code)


def _balanced_end(text: str, start: int, at_least: int) -> int:
    """Where the bracket at `start` is closed again, so that no part of a refused value is taken for the whole."""
    depth = 0
    for token in _BALANCE.finditer(text, start):
        if token[0] in "{[":
            depth += 1
        elif token[0] in "}]":
            depth -= 1
            if depth <= 0:
                return max(token.end(), at_least)
    return len(text)


def _extend_past_fence(text: str, candidate: JsonCandidate) -> JsonCandidate | None:
    """A value that the end of its region cut off, read on: a fence inside a string is part of that string."""
    reading = parse_damaged(text, candidate.start)
    if reading.state != "complete":
        return None
    length = reading.end - candidate.start
    return JsonCandidate("complete", reading.value, "repaired", candidate.place, candidate.start, length)
