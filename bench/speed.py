"""How fast: medians of five, in one process, the peers on the same texts."""

import contextlib
import gc
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import fast_json_repair
import json_repair
import pyjson5
from pydantic_core import from_json

from inkwright import json_parser, parse_markdown_blocks
from tests.hostile import HOSTILE, PARSERS, PREFIXES

RUNS = 5


def median_seconds(work: Callable[[], Any], runs: int = RUNS) -> float:
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        with contextlib.suppress(Exception):
            work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def least_seconds(work: Callable[[], Any]) -> float:
    """For ratios: the best of several runs is the one that was disturbed least."""
    return min(median_seconds(work, 1) for _ in range(2 * RUNS))


def records(**more: str) -> str:
    rows = [{"id": n, "name": f"Question {n}", "tags": ["a", "b"], "points": n * 1.5, **more} for n in range(13_000)]
    return json.dumps(rows, ensure_ascii=False)


def texts() -> dict[str, str]:
    """The texts that are measured, about a megabyte each but for the chatter."""
    valid = records()
    chatter = 'It\'s a long answer with a few "quoted" words (and brackets), but no value. ' * 40 + "\n\n"
    return {
        "valid JSON": valid,
        "valid JSON, Chinese, line breaks in strings": records(note="第一行\nsecond line"),
        "trailing commas and single quotes": valid.replace('"', "'").replace("}", ",}"),
        "missing commas between objects": valid.replace("}, {", "}\n{"),
        "an object in sparse chatter": chatter * 35 + '{"a": 1, "b": [1, 2, 3]}\n' + chatter * 35,
    }


PEERS: dict[str, Callable[[str], Any]] = {
    "Inkwright": json_parser,
    "pydantic-core": from_json,
    "json (standard library)": json.loads,
    "pyjson5": pyjson5.decode,
    "fast_json_repair": fast_json_repair.loads,
    "json_repair": json_repair.loads,
}


def works(parser: Callable[[str], Any], text: str) -> bool:
    try:
        return parser(text) not in (None, "")
    except Exception:  # noqa: BLE001
        return False


def megabytes_per_second() -> dict[str, dict[str, float | None]]:
    """For each text and tool the speed, or None where the tool finds nothing."""
    figures: dict[str, dict[str, float | None]] = {}
    for name, text in texts().items():
        figures[name] = {}
        for tool, parser in PEERS.items():
            runs = 1 if tool == "json_repair" else RUNS
            fits = works(parser, text)
            seconds = median_seconds(partial(parser, text), runs)
            figures[name][tool] = len(text.encode()) / seconds / 1e6 if fits else None
    return figures


def hostile() -> tuple[list[tuple[float, str]], list[tuple[float, str]]]:
    """100 KB of every hostile text through the JSON and file parsers: the slowest ones, and the steepest doublings."""
    slow: list[tuple[float, str]] = []
    steep: list[tuple[float, str]] = []
    gc.collect()
    gc.freeze()  # what the benchmark itself has piled up is not looked through again for every parser's garbage
    parsers = {**PARSERS, "markdown": lambda reply: parse_markdown_blocks(reply, "markdown")}
    for unit in HOSTILE:
        for prefix in PREFIXES:
            for name in ("json", "files", "sections", "envelope", "markdown"):
                text = prefix + unit * (100_000 // len(unit))
                seconds = median_seconds(partial(parsers[name], text), 1)
                slow.append((seconds, f"{name}: {prefix + unit!r}…"))
    for seconds, label in sorted(slow, reverse=True)[:12]:
        if seconds > 0.01:
            steep.append((_doubling(label, parsers), label))
    return sorted(slow, reverse=True)[:6], sorted(steep, reverse=True)[:3]


def _doubling(label: str, parsers: dict[str, Callable[[str], Any]]) -> float:
    name, _, written = label.partition(": ")
    for unit in HOSTILE:
        for prefix in PREFIXES:
            if written == f"{prefix + unit!r}…":
                once, twice = (prefix + unit * (size // len(unit)) for size in (100_000, 200_000))
                return least_seconds(partial(parsers[name], twice)) / least_seconds(partial(parsers[name], once))
    return 0.0


def seconds_of(*arguments: str) -> float:
    """The median time of a fresh interpreter."""
    run = [sys.executable, *arguments]
    return median_seconds(lambda: subprocess.run(run, check=True, capture_output=True), 9)


def start_up() -> dict[str, float]:
    return {
        "import inkwright, more than bare Python": seconds_of("-c", "import inkwright") - seconds_of("-c", "pass"),
        "inkwright --help": seconds_of("-m", "inkwright.cli.main", "--help"),
    }
