"""Yes-or-no questions at the terminal, such as consent to use a provider."""

import sys
from typing import Final

from inkwright.cli.shell import Shell
from inkwright.llm.discovery import AskConsent, KeyProposal

_YES: Final = frozenset({"y", "yes", "是", "好", "可以"})
_NO: Final = frozenset({"n", "no", "否", "不", ""})


def provider_consent(shell: Shell) -> AskConsent | None:
    """Return a function that asks whether a provider may be used; None if no one can be asked."""
    return (lambda proposal: _ask_provider_consent(shell, proposal)) if can_ask(shell) else None


def can_ask(shell: Shell) -> bool:
    """Whether a person sees questions and can answer them."""
    return shell.stdin.isatty() and sys.stderr.isatty()


def ask_yes_or_no(shell: Shell, question: str) -> bool | None:
    """Return the person's answer; None if the input ends without one. Ctrl+C stops the program."""
    while True:
        print(f"{question} {shell.text('consent.choices')} ", end="", file=sys.stderr, flush=True)
        line = shell.stdin.readline()
        if not line:
            print(file=sys.stderr)
            return None
        answer = line.decode("utf-8", "replace").strip().lower()
        if answer in _YES | _NO:
            return answer in _YES


def _ask_provider_consent(shell: Shell, proposal: KeyProposal) -> bool | None:
    fields = {"provider": proposal.name, "variable": proposal.variable, "host": proposal.host}
    return ask_yes_or_no(shell, shell.text("consent.question", **fields))
