"""Findings as lines: where, what, and how to mend it."""

from collections.abc import Iterable
from typing import TextIO

from inkwright.artifacts.findings import Finding
from inkwright.cli.shell import Shell, plain


def show_findings(shell: Shell, findings: Iterable[Finding], *, out: TextIO | None = None) -> None:
    """The errors first, each with what to do about it; on the output, or where else is said."""
    for found in sorted(findings, key=lambda each: each.severity != "error"):
        is_error = found.severity == "error"
        mark = shell.styled("✗" if is_error else "!", "red" if is_error else "yellow")
        line = f"{mark} {plain(found.place)}: {plain(found.what)} {plain(found.mend)}".rstrip()
        print(line, file=out or shell.out)
