"""The terminal measured: how soon the prompt of a talk is shown, and what a long text costs that comes in pieces."""

import io
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from inkwright.cli.terminal.live_view import LiveTurnView
from inkwright.conversation.events import TextAppended, TextEnded

_CHARACTERS = 100_000
_PIECE = 4
_RUNS = 5
_PROMPT = "❯".encode()
_PROMPT_SECONDS = 1.2
_CPU_SECONDS = 1.0
_STREAMS = {"slow": 100, "usual": 1_000, "at once": 1_000_000}
"""Characters a second."""
_FUNCTION = """def greet_{0}(name: str, count: int = {0}) -> str:
    # why, never what
    return f"hello {{name}}" * count + 'text' + str([each for each in range({0})])

"""
_CELLS = "| deck {0} | {0} | slides for a class, one point on **each** of them |\n"
_ITEM = "- An item of a list, number {0}, with *emphasis* and `names`\n  - and something below it that belongs to it\n"
_TEXTS = {
    "prose": "A paragraph as models write them, with **bold** words, `code` and a [link](https://example.org/page). It "
    "goes on for a while, because most paragraphs do, and it has *more* of it in the second sentence.\n\n",
    "code": f"```python\n{''.join(map(_FUNCTION.format, range(10_000)))}"[:_CHARACTERS],
    "tables": f"| kind | pages | about |\n|---|---|---|\n{''.join(map(_CELLS.format, range(40)))}\n",
    "lists": f"{''.join(map(_ITEM.format, range(20)))}\nText.\n\n",
    "Chinese": "我们先看目标，再看方法，最后看结果。每一步都要**检查**，检查通过之后才算完成。\n\n",
    "short paragraphs": "Yes.\n\nNo, it is **not** so.\n\n",
}


def prompt_seconds(home: Path) -> float:
    """Seconds until a person sees the prompt, with everything in the caches of the machine."""
    return statistics.median([_seconds_to_prompt(home) for _ in range(_RUNS + 1)][1:])


def _seconds_to_prompt(home: Path) -> float:
    environ = {**os.environ, "INKWRIGHT_HOME": str(home), "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
    ours, theirs = os.openpty()
    start = time.perf_counter()
    chat = subprocess.Popen(
        [sys.executable, "-m", "inkwright.cli.main", "chat", "--model", "local"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        cwd=home,
        env=environ,
        start_new_session=True,
    )
    os.close(theirs)
    seen = b""
    try:
        while _PROMPT not in seen:
            seen += os.read(ours, 65_536)
        return time.perf_counter() - start
    finally:
        chat.kill()
        chat.wait()
        os.close(ours)


def cpu_seconds(markdown: str, characters_a_second: int) -> float:
    """Seconds of CPU for drawing the text in a window of 80 columns, with colours."""
    text = (markdown * (_CHARACTERS // len(markdown) + 1))[:_CHARACTERS]
    clock = [0.0]
    view = LiveTurnView(
        io.StringIO(),
        "en",
        has_colour=True,
        path_of=lambda _id: None,
        size=lambda: os.terminal_size((80, 24)),
        now=lambda: clock[0],
    )
    events = [TextAppended(text_id="t", text=text[start : start + _PIECE]) for start in range(0, len(text), _PIECE)]
    start = time.process_time()
    for number, event in enumerate(events):
        clock[0] = number * _PIECE / characters_a_second
        view.show(number, event)
    view.show(len(events), TextEnded(text_id="t"))
    return time.process_time() - start


def report() -> tuple[list[str], bool]:
    """The lines of the page, and whether every target is met."""
    with tempfile.TemporaryDirectory() as folder:
        prompt = prompt_seconds(Path(folder))
    figures = {
        name: [statistics.median(cpu_seconds(text, speed) for _ in range(3)) for speed in _STREAMS.values()]
        for name, text in _TEXTS.items()
    }
    lines = [
        "## The prompt",
        "",
        f"- `inkwright chat` shows its prompt {prompt:.2f} s after the start (median of five, warm; target: at "
        f"most {_PROMPT_SECONDS}).",
        "",
        "## A long text",
        "",
        f"Seconds of CPU for {_CHARACTERS:,} characters in pieces of {_PIECE}, 80 columns, in colours, median of three "
        f"(target: at most {_CPU_SECONDS:g}); at 100, 1,000 and 1,000,000 characters per second.",
        "",
        f"| | {' | '.join(_STREAMS)} |",
        "|---" * (len(_STREAMS) + 1) + "|",
        *(f"| {name} | {' | '.join(f'{taken:.2f}' for taken in found)} |" for name, found in figures.items()),
        "",
    ]
    worst = max(taken for found in figures.values() for taken in found)
    return lines, prompt <= _PROMPT_SECONDS and worst <= _CPU_SECONDS
