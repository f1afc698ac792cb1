"""Whether scripts are valid JavaScript: an engine parses them, and runs nothing of them."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from inkwright.artifacts.findings import Finding, quoted_line
from inkwright.artifacts.webpages.issues import page_issue

MAX_PARSED: Final = 200_000
"""The number of characters that are parsed in one page: the engine needs quadratic time for many variables."""

_MEMORY_BYTES: Final = 256 * 1024 * 1024
_STACK_BYTES: Final = 512 * 1024
_SECONDS: Final = 5
# The engine parses all of a script before it runs the first statement, which ends the script.
_STOP: Final = "throw 0;"
_STRICT: Final = re.compile(r"\s*(?:\"use strict\"|'use strict')")
_WRAPPERS: Final = {
    "script": ("", ""),
    "handler": ("(function (event) {", "\n})"),
    "module": ("(async function () { 'use strict';", "\n})"),
}
_PROBLEM: Final = re.compile(r"SyntaxError: (?P<what>.*)(?:\n\s*at <input>:(?P<line>\d+))?")


class PageScript(NamedTuple):
    """A script of a page, and the line of the page on which it starts."""

    code: str
    line: int
    kind: Literal["script", "handler", "module"] = "script"


def find_syntax_issues(scripts: Sequence[PageScript]) -> Iterator[Finding]:
    """Yield the first syntax error of each script. Names that an earlier script declares are taken, as in a browser."""
    import quickjs  # noqa: PLC0415 - only for pages with scripts

    engine = quickjs.Context()
    engine.set_memory_limit(_MEMORY_BYTES)
    engine.set_max_stack_size(_STACK_BYTES)
    engine.set_time_limit(_SECONDS)
    room = MAX_PARSED
    for script in scripts:
        room -= len(script.code)
        if room < 0:
            return
        try:
            engine.eval(_stopped(script))
        except quickjs.JSException as problem:
            if found := _PROBLEM.match(str(problem)):
                yield _issue(script, found)


def _stopped(script: PageScript) -> str:
    """Return the script as one that ends before its first statement, with its mode and its line numbers."""
    before, after = _WRAPPERS[script.kind]
    mode = "'use strict';" if _STRICT.match(script.code) else ""
    # Browsers replace this character, and the engine does not take it.
    code = script.code.replace("\0", "\ufffd")
    return f"{mode}{_STOP}{before}{code}{after}"


def _issue(script: PageScript, found: re.Match[str]) -> Finding:
    lines = script.code.split("\n")
    # An error at the end is reported on the line after the last one.
    number = min(int(found["line"] or 1), len(lines))
    return page_issue("syntax", script.line + number - 1, problem=found["what"], text=quoted_line(lines[number - 1]))
