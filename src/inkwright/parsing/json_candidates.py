"""Find the JSON candidates of a reply: fenced blocks and bare objects or lists, parsed once and checked."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

from inkwright.parsing.fences import FencedBlock, fenced_blocks
from inkwright.parsing.json_embedded import EmbeddedValues, is_escaped, unescaped
from inkwright.parsing.json_invisibles import space_invisibles
from inkwright.parsing.json_repair import RepairResult, parse_damaged, parse_headless
from inkwright.parsing.json_scalars import JsonProblem
from inkwright.parsing.json_strict import StrictPrefix, parse_json5, parse_strict
from inkwright.parsing.json_structure import parse_structure
from inkwright.parsing.json_truncated import parse_truncated

ParseStage = Literal["strict", "json5", "repaired"]
CandidateState = Literal["complete", "truncated", "refused", "too_deep"]

_CODE_TAGS: Final = frozenset(
    "bash c c++ cpp cs csharp css diff dockerfile go html ini java javascript js jsx kotlin latex lua makefile "
    "markdown md mermaid perl php py python r ruby rust scss sh shell sql swift tex text toml ts tsx txt "
    "typescript xml yaml yml".split()
)


@dataclass(frozen=True, slots=True)
class JsonCandidate:
    """A value that the reply may mean. `priority` grows from bare text to code fences to other fences."""

    state: CandidateState
    value: object
    stage: ParseStage
    priority: int
    start: int
    length: int
    problem: JsonProblem | None = None
    problem_at: int = 0

    @property
    def rank(self) -> tuple[int, bool, int, int]:
        """The sort key (ruling 8): fences before bare text, strict before repaired, then the longer, then the later."""
        return (self.priority, self.stage == "strict", self.length, self.start)


class ReplyRegion(NamedTuple):
    """The body of a fence, or the text between two. `may_be_whole`: it may consist of the value alone.

    `ends_line`: a closing fence follows on the next line.
    """

    text: str
    start: int
    priority: int
    may_be_whole: bool
    is_code: bool = False
    ends_line: bool = False

    def complete(self, value: object, stage: ParseStage, start: int = 0, length: int | None = None) -> JsonCandidate:
        """Return a candidate for a complete value."""
        size = len(self.text) if length is None else length
        return JsonCandidate("complete", value, stage, self.priority, self.start + start, size)

    def truncated(self, value: object, start: int) -> JsonCandidate:
        """Return a candidate for a value that is cut off by the end of the region."""
        return JsonCandidate("truncated", value, "repaired", self.priority, self.start + start, len(self.text) - start)

    def draft(self, start: int, end: int) -> JsonCandidate:
        """Return a candidate for a value that was given up, because a complete one follows it."""
        return JsonCandidate("truncated", None, "repaired", self.priority, self.start + start, end - start)

    def refused(self, problem: JsonProblem, start: int, length: int, at: int) -> JsonCandidate:
        """Return a candidate for JSON with no meaning, or more than one; `at` is the position of the problem."""
        return JsonCandidate(
            "refused", None, "repaired", self.priority, self.start + start, length, problem, self.start + at
        )

    def too_deep(self, start: int) -> JsonCandidate:
        """Return a candidate for a value with too many nested containers."""
        return JsonCandidate("too_deep", None, "repaired", self.priority, self.start + start, len(self.text) - start)


def find_regions(text: str) -> Iterator[ReplyRegion]:
    """Yield the regions of a text in order, without blank ones."""
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
    ends_line = block.closing is not None
    return ReplyRegion(block.body, block.opening.end, 1 if is_code else 2, True, is_code, ends_line)


_OWN_LINE_BEFORE = re.compile(r"(?:\A|\n|\*/)(?:[^\S\n]|>)*\Z")
_OWN_LINE_AFTER = re.compile(r"(?:[^\S\n]|[;,.。])*(?:\n|\Z)")
_INTRODUCED = re.compile(r"(?:[:：=(>]|\bis|\bare|是|为|了)\s*\Z")
_GIVEN = re.compile(r"(?:[:：]|(?:\A|\n)\s*(?:(?:const|let|var)\s+)?[\w.]+\s*=|\w ?\()\s*\Z")
_END_OF_LINE = re.compile(r"(?:[^\S\n]|[;,.。)])*(?:\n|\Z)")
_CODE_BEFORE = re.compile(r"(?:[\w)]|=>|\breturn|\\\w+(?:\{[^{}]*\})*)\s*\Z")
_TOKEN = re.compile(r"\"[^\"\n]*\"|[{}\[\]]|\n\n")
_OPENING: Final = frozenset("{[")
_CLOSING: Final = frozenset("}]")
_CONTENT = re.compile(r"[\"':\w\[{]")
_CONTINUES = re.compile(r"\s*[,，\"'“”}\]｝］]|[^\S\n]*[:：;]")
_MEMBER_FOLLOWS = re.compile(r"[\"']?[\s}\]]*[,，]\s*(?:\"[^\"\n]{1,80}\"|'[^'\n]{1,80}'|“[^”\n]{1,80}”)\s*[:：]")
_NEXT_VALUE = re.compile(r"\s*[,，]\s*[{\[\"]")
_ONLY_CLOSERS = re.compile(r"[\s}\]｝］);,，.。`]*\Z")


@dataclass(frozen=True, slots=True)
class BracketContext:
    """The text around a value: up to 80 characters before it and 200 after it."""

    before: str
    after: str
    is_whole: bool
    is_code: bool


def is_plausible(reading: RepairResult, context: BracketContext) -> bool:
    """Whether a repaired value counts as a candidate."""
    if not reading.is_list:
        return _is_plausible_object(reading, context)
    if reading.state == "refused":
        return reading.size > 0 and "word" not in reading.repairs and (context.is_whole or _starts_line(context))
    return isinstance(reading.value, list) and _is_plausible_list(reading, reading.value, context)


def _is_plausible_object(reading: RepairResult, context: BracketContext) -> bool:
    if reading.state == "complete" and not reading.repairs:
        return bool(reading.value) or context.is_whole or _is_on_own_line(context) or _is_given(context)
    if reading.size == 0:
        is_introduced = context.is_whole or _starts_line(context) or bool(_INTRODUCED.search(context.before))
        return reading.state != "complete" and is_introduced
    if "word_key" not in reading.repairs:
        return True
    return reading.state != "refused" and _is_plausible_without_quotes(reading, context)


def _is_plausible_without_quotes(reading: RepairResult, context: BracketContext) -> bool:
    """Whether an object with bare keys is a value: with bare words as values it may be CSS, code or prose."""
    has_words, has_semicolons = "word" in reading.repairs, "semicolon" in reading.repairs
    if has_words and has_semicolons:
        return False
    if context.is_whole:
        return True
    if has_words and context.is_code:
        return False
    if has_words or context.is_code:
        return bool(_INTRODUCED.search(context.before)) or _starts_line(context)
    return not _CODE_BEFORE.search(context.before)


def _is_plausible_list(reading: RepairResult, value: list[object], context: BracketContext) -> bool:
    has_words = "word" in reading.repairs
    if value and all(isinstance(item, dict) and item for item in value):
        return True
    if any(isinstance(item, dict | list) or (isinstance(item, str) and not has_words) for item in value):
        return not has_words or context.is_whole or _starts_line(context)
    if context.is_whole:
        return not has_words or len(value) >= 2
    if has_words or reading.state != "complete":
        return False
    if not value and _is_given(context):
        return True
    return _is_on_own_line(context) or (len(value) >= 2 and bool(_INTRODUCED.search(context.before)))


def _is_given(context: BracketContext) -> bool:
    """Whether an empty value ends its line, after a colon, an equals sign or the parenthesis of a call."""
    is_last = bool(_END_OF_LINE.match(context.after))
    return is_last and not context.is_code and bool(_GIVEN.search(context.before))


def _is_on_own_line(context: BracketContext) -> bool:
    return _starts_line(context) and bool(_OWN_LINE_AFTER.match(context.after))


def _starts_line(context: BracketContext) -> bool:
    return bool(_OWN_LINE_BEFORE.search(context.before))


def has_more_content(after_value: str) -> bool:
    """Whether the text after a value shows that the value continues: with a member, or an extra closing bracket.

    Closing brackets alone are dropped as superfluous; a member or an element before them is part of the value.
    """
    if not _CONTINUES.match(after_value) or _ONLY_CLOSERS.match(after_value):
        return False
    if _MEMBER_FOLLOWS.match(after_value):
        return True
    depth = 0
    for token in _TOKEN.finditer(after_value):
        mark = token[0]
        if mark in _CLOSING:
            depth -= 1
            if depth < 0:
                if _CONTENT.search(after_value, 0, token.start()):
                    return True
                depth = 0
        elif mark in _OPENING:
            depth += 1
        elif depth == 0 and mark == "\n\n":
            return False
    return False


_HEADLESS_START = re.compile(r"""(?:"[^"\n]{1,80}"|'[^'\n]{1,80}'|“[^”\n]{1,80}”)\s*[:：]""")
_DOUBLED_START = re.compile(r"[\[{](?:\s|[\[{])*+\"\"[^\s,:\]}\"]")
_AFTER_VALUE = " \n\t\r;`"


def parse_whole(region: ReplyRegion) -> JsonCandidate | None:
    """Parse the whole region as one value, if possible."""
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
    if is_escaped(text):
        return _parse_escaped(region, text)
    if _DOUBLED_START.match(text):
        return _parse_doubled(region, text)
    structure = parse_structure(text)
    return region.complete(structure.value, "repaired") if structure else None


def _parse_escaped(region: ReplyRegion, text: str) -> JsonCandidate | None:
    """Parse `{\\"a\\": 1}`: an encoded string without its outer quotes."""
    decoded = unescaped(text)
    strict = parse_strict(decoded)
    if strict:
        return region.complete(strict.value, "repaired")
    reading = parse_damaged(decoded)
    return region.complete(reading.value, "repaired") if reading.state == "complete" else None


def _parse_doubled(region: ReplyRegion, text: str) -> JsonCandidate | None:
    """Parse `{""a"": 1}`: every quote is doubled, as in CSV."""
    strict = parse_strict(text.replace('""', '"'))
    return region.complete(strict.value, "repaired") if strict else None


def _parse_headless(region: ReplyRegion, text: str) -> JsonCandidate | None:
    """Parse `"a": 1}`: only the opening brace is missing."""
    reading = parse_headless(text)
    if reading.state != "complete" or reading.size == 0 or text[reading.end :].strip(_AFTER_VALUE):
        return None
    return region.complete(reading.value, "repaired")


def _parse_tuple(region: ReplyRegion, text: str) -> JsonCandidate | None:
    """Parse `("a", 1)`, but not a sentence in parentheses, which has words in it."""
    reading = parse_damaged(text)
    context = BracketContext("", text[reading.end :], is_whole=True, is_code=False)
    if reading.state != "complete" or "word" in reading.repairs or not is_plausible(reading, context):
        return None
    if isinstance(reading.value, list) and len(reading.value) < 2:
        return None
    return region.complete(reading.value, "repaired")


MAX_CANDIDATES: Final = 1_000

_BRACKET = re.compile(
    # Search for one set of characters, and check their context afterwards. A brace opens an object only before a key,
    # a quote, a comment or its end, which skips TeX groups at once. A TeX bracket such as \\[ does not count. Neither
    # does a citation: `[1]` after a word, `[2, 3]` after a word that does not introduce a list.
    r"[{｛\[［](?<!\\.)(?:(?<=[\[［])(?!(?:(?<=[^\s]\[)|(?<=[^\s] \[))[0-9]{1,6}\])"
    r"(?!(?:(?<=[^\s:：=(>]\[)|(?<=[^\s:：=(>se是为了] \[))[0-9]{1,6}(?:[,–-] ?[0-9]{1,6}){1,20}\])"
    r"|(?=\s*+(?:[\"'“”‘’„＂`\\}｝#/<,.…]|[rRbBuUfF]{1,2}[\"']"
    r"|[\w$@*-][\w$@*./ -]{0,80}?[\"”']?\s{0,20}[:：=]|\Z)))"
)
_PROSE = re.compile(
    r"\[\[[\w:./ -]{1,80}\]\]|\[CDATA\[|\[[ xX]\](?=\s)|!?\[[^\[\]{}\n]{0,200}\]\([^()\s]{0,500}\)"
    r"|\[(?!(?:true|false|null|None|True|False|undefined|NaN)\b)\#?[^\W\d_][^\[\]{}\"'\n,，、]{0,200}\]|\[\#[^\[\]\n]{0,200}\]"
)
_VALUE_LINE = re.compile(r"^[^\S\n]*+[{\[]", re.MULTILINE)
_PROSE_LINE = re.compile(r"[^\n\"{}\[\]]*[.:!?。：！？…—-]|[ \t]*```\w*")
_KEY_ALONE = re.compile(r"\{\s*\"[^\"\n]{1,80}\"")
_FIRST_KEY = re.compile(r"[{\[\s]{0,20}+\"([^\"\n]{1,80})\"\s*:")
_TRAILING = " \t\r\n}]｝］;,`"
_BALANCE = re.compile(r"\"(?:[^\"\\\n]|\\.)*+(?:\"|$)|[{}\[\]]", re.MULTILINE)
_COST_PER_TRY: Final = 128
_COST_OF_OVERRUN: Final = 8
_MIN_BUDGET: Final = 100_000
_LOOK_BEFORE: Final = 80
_LOOK_NEAR: Final = 200
_LOOK_AFTER: Final = 2_000


def find_candidates(text: str) -> list[JsonCandidate]:
    """Return every candidate of the text in order; at most one more than `MAX_CANDIDATES`.

    Invisible characters between the tokens are white space; those in strings stay.
    """
    spaced = space_invisibles(text)
    if spaced is None:
        return _find_candidates(text)
    found = _find_candidates(spaced.text)
    return [replace(candidate, value=spaced.restore(candidate.value)) for candidate in found]


def _find_candidates(text: str) -> list[JsonCandidate]:
    found: list[JsonCandidate] = []
    position = 0
    budget = 4 * len(text) + 4_000
    for region in find_regions(text):
        end = region.start + len(region.text)
        if end <= position:
            continue
        for candidate in _candidates_in(region, max(0, position - region.start)):
            is_cut_by_fence = candidate.state == "truncated" and end < len(text) and budget > 0
            extended = _extend_past_fence(text, candidate) if is_cut_by_fence else None
            budget -= len(text) - candidate.start if is_cut_by_fence else 0
            found.append(extended or candidate)
            if len(found) > MAX_CANDIDATES:
                return found
            if extended is not None:
                position = extended.start + extended.length
                break
    return found


def _candidates_in(region: ReplyRegion, offset: int) -> Iterator[JsonCandidate]:
    whole = parse_whole(region) if region.may_be_whole and offset == 0 else None
    if whole is not None:
        yield whole
        return
    text, position, budget = region.text, offset, 4 * len(region.text) + _MIN_BUDGET
    strict_prefix = StrictPrefix(text.rstrip())
    embedded = EmbeddedValues(text)
    while budget > 0 and (bracket := _BRACKET.search(text, position)):
        start = bracket.start()
        prose = _PROSE.match(text, start)
        if prose:
            position = prose.end()
            continue
        candidate, position, work = _candidate_at(region, start, strict_prefix, embedded)
        budget -= work
        if candidate is not None and candidate.state in ("refused", "truncated"):
            restart = find_restart(text, start, position, strict_prefix)
            if restart is not None:
                candidate, position = region.draft(start, restart), restart
        if candidate is not None:
            yield candidate
            if budget <= 0 and position < len(text):
                yield region.refused("brackets", position, len(text) - position, position)


def find_restart(text: str, start: int, end: int, strict_prefix: StrictPrefix) -> int | None:
    """Return where a complete value replaces the unfinished draft from `start` to `end`.

    An element of the draft is not a restart: it follows a comma or a bracket, or more of the draft follows it.
    """
    for line in _VALUE_LINE.finditer(text, start + 1, end):
        opening = line.end() - 1
        whole = strict_prefix.read(opening) if replaces_draft(text, start, opening) else None
        if whole is not None and not _CONTINUES.match(text, whole.end):
            return opening
    return None


def replaces_draft(text: str, start: int, other: int) -> bool:
    """Whether the value at `other` begins again what began at `start`.

    It does after a line of prose, and after a blank line if it begins with the same key.
    """
    before = text[max(start, other - _LOOK_NEAR) : other]
    written = before.rstrip()
    if "\n" not in before[len(written) :]:
        return False
    if _PROSE_LINE.fullmatch(written, written.rfind("\n") + 1):
        return True
    first, again = _FIRST_KEY.match(text, start), _FIRST_KEY.match(text, other)
    is_same_kind = text[start] == text[other] and before.count("\n", len(written)) > 1
    return is_same_kind and first is not None and again is not None and first[1] == again[1]


def _candidate_at(
    region: ReplyRegion, start: int, strict_prefix: StrictPrefix, embedded: EmbeddedValues
) -> tuple[JsonCandidate | None, int, int]:
    """Return the candidate at a bracket, the next position, and the cost of a rejected attempt."""
    strict = strict_prefix.read(start)
    cut = parse_truncated(region.text, start, ends_line=region.ends_line) if strict_prefix.reached_end else None
    if strict:
        is_list = isinstance(strict.value, list)
        reading = RepairResult("complete", strict.value, strict.end, frozenset(), size=1, is_list=is_list)
    elif cut:
        is_list, size = isinstance(cut.value, list), len(cut.value) or bool(_KEY_ALONE.match(region.text, start))
        reading = RepairResult("truncated", cut.value, len(region.text), frozenset(), size=size, is_list=is_list)
    else:
        reading = embedded.read(start) or parse_damaged(region.text, start, ends_line=region.ends_line)
    if not is_plausible(reading, _bracket_context(region, start, reading.end)) and reading.problem != "depth":
        next_position = reading.end if strict else start + 1
        return (
            None,
            next_position,
            _COST_PER_TRY + (0 if strict else 3 * (max(reading.searched_to, reading.end) - start)),
        )
    candidate = _candidate_from(region, start, reading)
    end = candidate.start + candidate.length - region.start
    return candidate, end, _COST_OF_OVERRUN * max(0, reading.searched_to - end)


def _candidate_from(region: ReplyRegion, start: int, reading: RepairResult) -> JsonCandidate:
    if reading.problem == "depth":
        return region.too_deep(start)
    if reading.problem is not None:
        length = _balanced_end(region.text, start, reading.end) - start
        return region.refused(reading.problem, start, length, reading.end)
    if reading.state == "truncated":
        return region.truncated(reading.value, start)
    was_unclosed = not reading.repairs.isdisjoint(("bracket", "unclosed"))
    goes_on = was_unclosed and _NEXT_VALUE.match(region.text, reading.end) is not None
    if goes_on or has_more_content(region.text[reading.end : reading.end + _LOOK_AFTER]):
        return region.refused("brackets", start, len(region.text) - start, reading.end)
    stage: ParseStage = "repaired" if reading.repairs else "strict"
    return region.complete(reading.value, stage, start, reading.end - start)


def _bracket_context(region: ReplyRegion, start: int, end: int) -> BracketContext:
    text = region.text
    before, after_value = text[max(0, start - _LOOK_BEFORE) : start], text[end : end + _LOOK_NEAR]
    is_whole = region.may_be_whole and start <= _LOOK_BEFORE and not before.strip() and not after_value.strip(_TRAILING)
    return BracketContext(before, after_value, is_whole, region.is_code)


def _balanced_end(text: str, start: int, at_least: int) -> int:
    """Return where the bracket at `start` is closed, so that no part of a refused value is taken for a value."""
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
    """Continue a value past the end of its region: a fence inside a string is part of the string."""
    reading = parse_damaged(text, candidate.start)
    if reading.state != "complete":
        return None
    length = reading.end - candidate.start
    return JsonCandidate("complete", reading.value, "repaired", candidate.priority, candidate.start, length)
