"""Finds numbers of steps, items and headings that repeat or leave one out."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from inkwright.artifacts.prose.prose_blocks import ProseBlock

_HAN_DIGITS: Final = {char: value for value, char in enumerate("一二三四五六七八九", 1)}
_HAN: Final = "一二三四五六七八九十"
_MARKS: Final = re.compile(
    rf"(?P<dot>\d{{1,2}})[.)）、．](?:\s|(?=[^\W\d]))"
    r"|[（(](?P<paren>\d{1,2})[)）]"
    rf"|(?P<han>[{_HAN}]{{1,3}})[、．.]"
    rf"|[（(](?P<han_paren>[{_HAN}]{{1,3}})[)）]"
    r"|(?:Step|STEP)\s(?P<step>\d{1,2})\b|步[骤驟]\s?(?P<stride>[\d一二三四五六七八九十]{1,3})"
    r"|第\s?(?P<ordinal>[\d一二三四五六七八九十]{1,3})\s?步",
)
_HEADING: Final = re.compile(
    rf"(?P<number>\d{{1,2}})(?:[.、．)]?\s|[.、．](?=\D))"
    rf"|第\s?(?P<chapter>[\d{_HAN}]{{1,3}})\s?(?:章|节|節|条|條|课|課|部分|单元|單元)"
    rf"|(?P<han>[{_HAN}]{{1,3}})、|(?:Chapter|Part|Step|Section) (?P<part>\d{{1,2}})\b"
)
_OPTION: Final = re.compile(r"\s{0,8}[A-Ha-h][.)）、．]")
_ADJACENT: Final = frozenset({"dot", "paren", "han", "han_paren"})
_LARGEST_GAP: Final = 3


class NumberingFault(NamedTuple):
    """Two marks that should follow each other, and do not."""

    before: str
    found: str


class _Mark(NamedTuple):
    kind: str
    value: int
    written: str


def han_value(written: str) -> int:
    """Return the value of a number up to 99 in digits or Chinese characters; 0 for anything else."""
    if written.isdecimal():
        return int(written)
    tens, sign, ones = written.rpartition("十")
    if not sign:
        return _HAN_DIGITS.get(written, 0)
    if (tens and tens not in _HAN_DIGITS) or (ones and ones not in _HAN_DIGITS):
        return 0
    return 10 * _HAN_DIGITS.get(tens, 1) + _HAN_DIGITS.get(ones, 0)


def _mark(text: str, pattern: re.Pattern[str]) -> _Mark | None:
    found = pattern.match(text.lstrip())
    if found is None or found.lastgroup is None:
        return None
    value = han_value(found[found.lastgroup])
    return _Mark(found.lastgroup, value, found[0].strip()) if value else None


def numbering_faults(blocks: Sequence[ProseBlock]) -> Iterator[NumberingFault]:
    """Yield the first fault of each list of numbers that begins with 1. Plain numbers must be on adjacent lines."""
    runs: dict[str, list[_Mark]] = {}
    for block in blocks:
        mark = None if block.kind == "heading" else _mark(block.text, _MARKS)
        if mark is None and (block.kind == "heading" or not _OPTION.match(block.text)):
            for kind in _ADJACENT & runs.keys():
                yield from _faults(runs.pop(kind))
        if mark is None:
            continue
        if mark.value == 1:
            yield from _faults(runs.pop(mark.kind, []))
        if mark.value == 1 or mark.kind in runs:
            runs.setdefault(mark.kind, []).append(mark)
    for run in runs.values():
        yield from _faults(run)


def heading_faults(blocks: Sequence[ProseBlock]) -> Iterator[NumberingFault]:
    """Yield the first fault in the numbers of headings of each level."""
    runs: dict[tuple[int, str], list[_Mark]] = {}
    for block in blocks:
        if block.kind != "heading":
            continue
        for key in [key for key in runs if key[0] > block.level]:
            yield from _faults(runs.pop(key))
        mark = _mark(block.text, _HEADING)
        if mark is not None:
            key = (block.level, mark.kind)
            if mark.value == 1:
                yield from _faults(runs.pop(key, []))
            if mark.value == 1 or key in runs:
                runs.setdefault(key, []).append(mark)
    for run in runs.values():
        yield from _faults(run)


def _faults(run: Sequence[_Mark]) -> Iterator[NumberingFault]:
    """Yield the first fault of one list. Ranks may be shared (1, 2, 2, 4), and exercises may be chosen (1, 3, 5)."""
    values = [mark.value for mark in run]
    steps = {after - before for before, after in pairwise(values)}
    if len(values) < 3 or len(steps) == 1 or (run[0].kind in _ADJACENT and _is_ranking(values)):
        return
    for before, mark in pairwise(run):
        step = mark.value - before.value
        if step < 0:
            return
        if step != 1:
            if step <= _LARGEST_GAP:
                yield NumberingFault(before.written, mark.written)
            return


def _is_ranking(values: Sequence[int]) -> bool:
    """Whether equal numbers are shared ranks: as many as share one are left out after it."""
    if len(set(values)) == len(values):
        return False
    return all(value in (index, values[index - 2] if index > 1 else 0) for index, value in enumerate(values, 1))
