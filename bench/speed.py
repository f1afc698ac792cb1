"""How fast: medians of five, in one process, the peers on the same texts."""

import contextlib
import gc
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import fast_json_repair
import json_repair
import pyjson5
from pydantic_core import from_json

from inkwright import json_parser, parse_markdown_blocks
from tests.hostile_texts import HOSTILE, PARSERS, PREFIXES

RUNS = 5


def median_seconds(work: Callable[[], Any], runs: int = RUNS) -> float:
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        with contextlib.suppress(Exception):
            work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def ratio(longer: Callable[[], Any], shorter: Callable[[], Any]) -> float:
    """How much longer one takes: the best of several runs of each, taken in turn, so that a busy machine hits both."""
    pairs = [(median_seconds(longer, 1), median_seconds(shorter, 1)) for _ in range(2 * RUNS)]
    return min(pair[0] for pair in pairs) / min(pair[1] for pair in pairs)


def records(**more: str) -> str:
    rows = [{"id": n, "name": f"Question {n}", "tags": ["a", "b"], "points": n * 1.5, **more} for n in range(13_000)]
    return json.dumps(rows, ensure_ascii=False)


def texts() -> dict[str, str]:
    """The texts that are measured, about a megabyte each but for the chatter."""
    valid = records()
    chatter = 'It\'s a long answer with a few "quoted" words (and brackets), but no value. ' * 40 + "\n\n"
    citations = "This was shown before [1] and again [2, 3], as in [12], but see [4] for a counterexample.\n" * 40
    return {
        "valid JSON": valid,
        "valid JSON, Chinese, line breaks in strings": records(note="第一行\nsecond line"),
        "trailing commas and single quotes": valid.replace('"', "'").replace("}", ",}"),
        "missing commas between objects": valid.replace("}, {", "}\n{"),
        "missing commas between members": valid.replace(', "points"', ' "points"'),
        "literals of Python": valid.replace('"points"', '"ok": True, "points"'),
        "an object among citations": citations * 70 + '{"a": 1, "b": [1, 2, 3]}\n' + citations * 70,
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


def valid_ratio() -> float:
    """Valid JSON beside pydantic-core alone."""
    text = records()
    return ratio(partial(json_parser, text), partial(from_json, text))


@dataclass(frozen=True)
class Attack:
    """A hostile text for one parser."""

    name: str
    parser: Callable[[str], Any]
    prefix: str
    unit: str

    @property
    def label(self) -> str:
        return f"{self.name}: {self.prefix + self.unit!r}…"

    def run(self, size: int) -> Callable[[], Any]:
        return partial(self.parser, self.prefix + self.unit * (size // len(self.unit)))


def hostile() -> tuple[list[tuple[float, str]], list[tuple[float, str]]]:
    """100 KB of every hostile text through the parsers: the slowest, and the steepest doublings among them.

    Every text is run once; the slowest forty are then measured properly.
    """
    gc.collect()
    gc.freeze()  # what the benchmark itself has piled up is not looked through again for every parser's garbage
    parsers = {**PARSERS, "markdown": lambda reply: parse_markdown_blocks(reply, "markdown")}
    chosen = ("json", "files", "sections", "envelope", "markdown")
    attacks = [Attack(name, parsers[name], prefix, unit) for unit in HOSTILE for prefix in PREFIXES for name in chosen]
    attacks.sort(key=lambda attack: -median_seconds(attack.run(100_000), 1))
    slow = sorted(((median_seconds(attack.run(100_000)), attack.label) for attack in attacks[:40]), reverse=True)
    doublings = ((ratio(attack.run(200_000), attack.run(100_000)), attack.label) for attack in attacks[:12])
    return slow[:6], sorted(doublings, reverse=True)[:3]


def seconds_of(*arguments: str) -> float:
    """The median time of a fresh interpreter."""
    run = [sys.executable, *arguments]
    return median_seconds(lambda: subprocess.run(run, check=True, capture_output=True), 9)


def start_up() -> dict[str, float]:
    return {
        "import inkwright, more than bare Python": seconds_of("-c", "import inkwright") - seconds_of("-c", "pass"),
        "inkwright --help": seconds_of("-m", "inkwright.cli.main", "--help"),
    }
