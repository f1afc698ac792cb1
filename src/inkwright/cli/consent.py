"""Questions to the person at the terminal. Where no person is there, nothing is asked."""

import sys
from typing import Final

from inkwright.cli.shell import Shell
from inkwright.llm.discovery import Proposal
from inkwright.usecases.choose_model import Ask

_YES: Final = frozenset({"y", "yes", "是", "好", "可以"})
_NO: Final = frozenset({"n", "no", "否", "不", ""})


def consent_of(shell: Shell) -> Ask | None:
    """Asks whether a provider may be used; None where nobody can be asked."""
    return (lambda proposal: _ask(shell, proposal)) if can_ask(shell) else None


def can_ask(shell: Shell) -> bool:
    """Whether a person sees the question and can answer it."""
    return shell.stdin.isatty() and sys.stderr.isatty()


def yes_or_no(shell: Shell, question: str) -> bool | None:
    """The person's answer; None where the input ends without one. Ctrl+C stops the program, as everywhere."""
    while True:
        print(f"{question} {shell.text('consent.choices')} ", end="", file=sys.stderr, flush=True)
        line = shell.stdin.readline()
        if not line:
            print(file=sys.stderr)
            return None
        answer = line.decode("utf-8", "replace").strip().lower()
        if answer in _YES | _NO:
            return answer in _YES


def _ask(shell: Shell, proposal: Proposal) -> bool | None:
    fields = {"provider": proposal.name, "variable": proposal.variable, "host": proposal.host}
    return yes_or_no(shell, shell.text("consent.question", **fields))
