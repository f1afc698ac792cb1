"""Yes-or-no questions at the terminal: consent to use a provider, trust in a folder."""

import sys
from typing import TYPE_CHECKING, Final

from inkwright.cli.shell import Shell
from inkwright.folder_trust import FolderSettings
from inkwright.usecases.trust import save_answer, setting_changes, showable

if TYPE_CHECKING:
    from inkwright.llm.discovery import AskConsent, KeyProposal

_YES: Final = frozenset({"y", "yes", "是", "好", "可以"})
_NO: Final = frozenset({"n", "no", "否", "不", ""})


def provider_consent(shell: Shell) -> "AskConsent | None":
    """Return a function that asks whether a provider may be used; None if no one can be asked."""
    return (lambda proposal: _ask_provider_consent(shell, proposal)) if can_ask(shell) else None


def can_ask(shell: Shell) -> bool:
    """Whether a person sees questions and can answer them."""
    return shell.stdin.isatty() and sys.stderr.isatty()


def ask_yes_or_no(shell: Shell, question: str) -> bool | None:
    """Return the person's answer; None if the input ends without one. Ctrl+C stops the program."""
    while True:
        print(shell.fitted(f"{question} {shell.text('consent.choices')} "), end="", file=sys.stderr, flush=True)
        line = shell.stdin.readline()
        if not line:
            print(file=sys.stderr)
            return None
        answer = line.decode("utf-8", "replace").strip().lower()
        if answer in _YES | _NO:
            return answer in _YES


def _ask_provider_consent(shell: Shell, proposal: "KeyProposal") -> bool | None:
    fields = {"provider": proposal.name, "variable": proposal.variable, "host": proposal.host}
    return ask_yes_or_no(shell, shell.text("consent.question", **fields))


def ask_folder_trust(shell: Shell, *, may_ask: bool) -> bool:
    """Ask once whether the settings of this folder may be used; return whether they were trusted just now.

    Settings that are not trusted are ignored, with a notice.
    """
    asked = shell.settings.guarded
    if asked is None or asked.answer:
        return False
    if may_ask and asked.answer is None and can_ask(shell):
        shell.note("\n".join(folder_trust_lines(shell, asked)))
        answer = ask_yes_or_no(shell, shell.text("trust.question"))
        if answer is not None:
            save_answer(shell.settings.home, asked, is_trusted=answer)
        if answer:
            return True
    fields = {"names": ", ".join(asked.values), "count": len(asked.values)}
    shell.note(shell.text("trust.ignored", folder=showable(str(asked.folder)), **fields))
    return False


def folder_trust_lines(shell: Shell, asked: FolderSettings) -> list[str]:
    """Return what the settings of a folder would change, for the person to decide."""
    changes = setting_changes(shell.settings, asked)
    rows = [f"  {change.name}: {change.now} → {change.then}" for change in changes]
    return [shell.text("trust.about", folder=showable(str(asked.folder))), *rows, shell.text("trust.warning")]
