"""How fast each kind of damage is repaired: one damage in every record of a long list."""

import json
import re
import statistics
import time
from collections.abc import Callable
from typing import Final

from inkwright import json_parser

RUNS: Final = 5
RECORDS: Final = 1_300
TARGET: Final = 5.0
_NAME = re.compile(r'"name": "(Question \d+)"')
_QUOTED = re.compile(r'"([^"]*)"')


def _replace(old: str, new: str) -> Callable[[str], str]:
    return lambda text: text.replace(old, new)


def _name(new: str) -> Callable[[str], str]:
    return lambda text: _NAME.sub(new, text)


def _quotes(new: str) -> Callable[[str], str]:
    return lambda text: _QUOTED.sub(new, text)


KINDS: Final[dict[str, Callable[[str], str]]] = {
    "missing commas between objects": _replace("}, {", "}\n{"),
    "missing commas between members": _replace(', "points"', ' "points"'),
    "missing commas between elements": _replace('"a", "b"', '"a" "b"'),
    "missing colons": _replace('"name":', '"name"'),
    "missing values": _name('"name": '),
    "missing closing quotes": _name(r'"name": "\1'),
    "missing opening quotes of keys": _replace('"name"', 'name"'),
    "missing closing quotes of keys": _replace('"name"', '"name'),
    "missing brackets of lists": _replace('"b"], "points"', '"b", "points"'),
    "missing braces of objects": _replace("}, {", ", {"),
    "wrong brackets": _replace('"b"]', '"b"}'),
    "double commas": _replace('"a", "b"', '"a",, "b"'),
    "semicolons": _replace(', "', '; "'),
    "ideographic commas": _replace('"a", "b"', '"a"、"b"'),
    "full-width punctuation": lambda text: text.replace(": ", "：").replace(", ", "，"),
    "full-width brackets": lambda text: text.translate(str.maketrans("{}[]", "｛｝［］")),
    "equals signs": _replace('": ', '"= '),
    "curly quotes": _quotes(r"“\1”"),
    "single curly quotes": _quotes(r"‘\1’"),
    "backticks": _quotes(r"`\1`"),
    "escaped quotes": _replace('"', '\\"'),
    "quotes of two kinds": lambda text: text.replace('"name"', "'name'").replace('"points"', '"ok": True, "points"'),
    "unescaped quotes in strings": _name(r'"name": "The "big" \1"'),
    "apostrophes in single quotes": _name(r"'name': 'It's \1'"),
    "literals of Python": _replace('"points"', '"ok": True, "points"'),
    "NaN and undefined": _replace('"points"', '"x": NaN, "y": undefined, "points"'),
    "unquoted words": _name('"name": question'),
    "unquoted phrases": _name(r'"name": \1'),
    "unquoted dates": _replace('"points"', '"at": 2024-01-05, "points"'),
    "tuples": _replace('["a", "b"]', '("a", "b")'),
    "joined strings": _name(r'"name": "\1" + "x"'),
    "calls": _name(r'"name": ObjectId("\1")'),
    "comments with a hash": _replace("}, {", "}, # next\n{"),
    "ellipses": _replace("}, {", "}, ...\n{"),
    "unquoted percentages": _name('"name": 50%'),
    "unquoted fractions": _name('"name": 1/2'),
    "unquoted words with apostrophes": _name('"name": it\'s new'),
    "unquoted Chinese": _name('"name": 第一题'),
    "unquoted elements": _replace('["a", "b"]', "[a, b]"),
    "unquoted keys and values": lambda text: re.sub(r'"(\w+)":', r"\1:", _name('"name": question')(text)),
    "missing opening quotes": _name(r'"name": \1"'),
    "missing closing quotes of elements": _replace('"a", "b"', '"a, "b"'),
    "two phrases in quotes in a string": _name(r'"name": "The "big" and "bad" \1"'),
    "curly quotes among straight ones": _name(r'"name": “\1”'),
    "triple quotes": _name(r'"name": """\1"""'),
    "line breaks in strings, missing commas": lambda text: text.replace("Question", "The\n").replace("}, {", "} {"),
    "single quotes, missing commas": lambda text: text.replace('"', "'").replace("}, {", "} {"),
    "comments, missing commas": _replace("}, {", "} // next\n{"),
    "missing colons and commas": lambda text: text.replace('"name":', '"name"').replace("}, {", "} {"),
    "nested: missing brackets of lists": _replace('[2, 3]], "by"', '[2, 3], "by"'),
    "nested: missing braces of objects": _replace("}}, {", "}, {"),
    "nested: wrong brackets": _replace('3]], "by"', '3]}, "by"'),
    "nested: unquoted words": lambda text: _name('"name": question')(text).replace('"Ann"', "Ann"),
}


def damaged(kind: str, count: int = RECORDS) -> str:
    """A list of records with this damage in each of them, about 100 KB."""
    rows: list[dict[str, object]] = [
        {"id": n, "name": f"Question {n}", "tags": ["a", "b"], "points": n * 1.5} for n in range(count)
    ]
    for row in rows if kind.startswith("nested") else []:
        row["more"] = {"range": [1, [2, 3]], "by": {"name": "Ann"}}
    return KINDS[kind](json.dumps(rows))


def megabytes_per_second() -> dict[str, float]:
    """For each kind the speed, from the time that the processor spent on it: the median of five."""
    figures: dict[str, float] = {}
    for kind in KINDS:
        text = damaged(kind)
        assert json_parser(text)["status"] == "success", kind
        figures[kind] = len(text.encode()) / statistics.median(_seconds(text) for _ in range(RUNS)) / 1e6
    return figures


def _seconds(text: str) -> float:
    start = time.thread_time()
    json_parser(text)
    return time.thread_time() - start


def report() -> list[str]:
    """The part of the page."""
    figures = megabytes_per_second()
    kept = sum(speed >= TARGET for speed in figures.values())
    return [
        "## Repair, by kind of damage",
        "",
        f"{RECORDS:,} records, about 100 KB, with one damage in each; MB per second of processor time, median of five. "
        f"{kept} of {len(figures)} kinds reach {TARGET:g} MB/s.",
        "",
        "| | MB/s |",
        "|---|---|",
        *(f"| {kind} | {speed:.1f} |" for kind, speed in sorted(figures.items(), key=lambda item: -item[1])),
        "",
    ]


if __name__ == "__main__":
    print("\n".join(report()))
