"""Where a reply may hold JSON: fenced blocks and bare objects and lists, each read once, in order.

In each region every opening bracket is read strictly first, then as damaged JSON. What was read is not read again,
and the work spent on brackets that turn out to be prose is bounded, so that the whole stays linear.
"""

import re
from collections.abc import Iterator
from typing import Final

from inkwright.parsing.json_plausibility import Surroundings, is_left_over, is_plausible
from inkwright.parsing.json_reader import Reading, read_damaged
from inkwright.parsing.json_regions import Candidate, Region, Rung, regions
from inkwright.parsing.json_strict import StrictPrefix
from inkwright.parsing.json_wholes import read_whole

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
_COST_OF_A_TRY: Final = 128
_LEAST_BUDGET: Final = 100_000
_LOOK_BEFORE: Final = 80
_LOOK_NEAR: Final = 200
_LOOK_BEHIND: Final = 2_000


def candidates(text: str) -> list[Candidate]:
    """Every candidate of the text, in order; one more than allowed if there are too many to choose from."""
    found: list[Candidate] = []
    position = 0
    budget = 4 * len(text) + 4_000
    for region in regions(text):
        end = region.start + len(region.text)
        if end <= position:
            continue
        for candidate in _in_region(region, max(0, position - region.start)):
            is_cut_by_fence = candidate.state == "truncated" and end < len(text) and budget > 0
            wider = _past_the_fence(text, candidate) if is_cut_by_fence else None
            budget -= len(text) - candidate.start if is_cut_by_fence else 0
            found.append(wider or candidate)
            if len(found) > MAX_CANDIDATES:
                return found
            if wider is not None:
                position = wider.start + wider.length
                break
    return found


def _in_region(region: Region, offset: int) -> Iterator[Candidate]:
    whole = read_whole(region) if region.may_be_whole and offset == 0 else None
    if whole is not None:
        yield whole
        return
    text, position, budget = region.text, offset, 4 * len(region.text) + _LEAST_BUDGET
    strictly = StrictPrefix(text)
    while budget > 0 and (bracket := _BRACKET.search(text, position)):
        start = bracket.start()
        prose = _PROSE.match(text, start)
        if prose:
            position = prose.end()
            continue
        candidate, position, work = _at(region, start, strictly)
        budget -= work
        if candidate is not None:
            yield candidate


def _at(region: Region, start: int, strictly: StrictPrefix) -> tuple[Candidate | None, int, int]:
    """The candidate at one bracket, where to go on, and the work that was spent on what was given up."""
    strict = strictly.read(start)
    if strict:
        is_list = isinstance(strict.value, list)
        reading = Reading("complete", strict.value, strict.end, frozenset(), size=1, is_list=is_list)
    else:
        reading = read_damaged(region.text, start)
    if not is_plausible(reading, _around(region, start, reading.end)) and reading.problem != "depth":
        onward = reading.end if strict else start + 1
        return None, onward, _COST_OF_A_TRY + (0 if strict else reading.end - start)
    candidate = _found(region, start, reading)
    return candidate, candidate.start + candidate.length - region.start, 0


def _found(region: Region, start: int, reading: Reading) -> Candidate:
    if reading.problem == "depth":
        return region.too_deep(start)
    if reading.problem is not None:
        length = _balanced_end(region.text, start, reading.end) - start
        return region.refused(reading.problem, start, length, reading.end)
    if reading.state == "truncated":
        return region.truncated(reading.value, start)
    if is_left_over(region.text[reading.end : reading.end + _LOOK_BEHIND]):
        return region.refused("brackets", start, len(region.text) - start, reading.end)
    rung: Rung = "repaired" if reading.repairs else "strict"
    return region.complete(reading.value, rung, start, reading.end - start)


def _around(region: Region, start: int, end: int) -> Surroundings:
    text = region.text
    before, behind = text[max(0, start - _LOOK_BEFORE) : start], text[end : end + _LOOK_NEAR]
    is_whole = region.may_be_whole and start <= _LOOK_BEFORE and not before.strip() and not behind.strip(_TRAILING)
    return Surroundings(before, behind, is_whole, region.is_code)


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


def _past_the_fence(text: str, candidate: Candidate) -> Candidate | None:
    """A value that the end of its region cut off, read on: a fence inside a string is part of that string."""
    reading = read_damaged(text, candidate.start)
    if reading.state != "complete":
        return None
    length = reading.end - candidate.start
    return Candidate("complete", reading.value, "repaired", candidate.place, candidate.start, length)
