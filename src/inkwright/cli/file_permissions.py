"""Access to files outside the workspace: the question to the user."""

import asyncio
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, Literal, get_args

from inkwright.cli.consent import can_ask
from inkwright.cli.options import ConsentOptions
from inkwright.cli.shell import Shell
from inkwright.cli.terminal.columns import single_line
from inkwright.cli.terminal.questions import ask_person
from inkwright.conversation.asks import Answer, Ask, AskDraft, AskOption, AskQuestion
from inkwright.i18n import Language, text
from inkwright.usecases.permission_rules import Access, PermissionRules, resolve_path

AccessRequest = tuple[Access, Path]
Decision = Literal["once", "remember", "deny"]
_QUESTION: Final = "permission"


def permission_request(access: Access, path: Path, language: Language) -> AskDraft:
    """Return the question to the user. It names the resolved path, and "deny" is recommended."""
    decisions: tuple[Decision, ...] = get_args(Decision)
    options = tuple(AskOption(label=text(language, f"terminal.permission.{each}"), value=each) for each in decisions)
    shown = text(language, f"terminal.permission.{access}", path=resolve_path(path))
    question = AskQuestion(id=_QUESTION, question=shown, options=options, recommended="deny", allow_freeform=False)
    return AskDraft(kind="permission", title=text(language, "terminal.permission.title"), questions=(question,))


def permission_ask(draft: AskDraft, *, id: str, turn_id: str, owner: str) -> Ask:  # noqa: A002 - named like the field
    """Return the draft as an ask."""
    return Ask(**draft.model_dump(), id=id, turn_id=turn_id, owner=owner)


def permission_decision(answer: Answer) -> Decision:
    """Return the user's decision. An answer that does not clearly allow is a denial."""
    if answer.status == "answered":
        for each in answer.answers:
            if each.id == _QUESTION and not each.skipped and each.value in ("once", "remember"):
                return "once" if each.value == "once" else "remember"
    return "deny"


def check_access(consent: ConsentOptions, shell: Shell, *, writes: Iterable[Path]) -> bool:
    """Whether a command may write into these folders. Files that the user names on the command line may be read."""
    return asyncio.run(request_access([("write", folder) for folder in writes], shell, consent))


async def request_access(requests: Sequence[AccessRequest], shell: Shell, consent: ConsentOptions) -> bool:
    """Whether every request is allowed. The workspace is the current folder; `--yes` allows access once.

    Where no one can be asked, access is denied and the user learns how to allow it.
    """
    permissions = PermissionRules(shell.settings.home, Path.cwd())
    for access, path in requests:
        if permissions.allows(access, path) or consent.yes:
            continue
        if not (consent.may_ask and can_ask(shell)):
            _report_refusal(shell, "chat.permission.needed", path)
            return False
        ask = permission_ask(permission_request(access, path, shell.language), id="permission", turn_id="", owner="")
        answer = await ask_person(ask, shell, folder=Path.cwd())
        decision = permission_decision(answer or Answer(status="cancelled"))
        if decision == "deny":
            _report_refusal(shell, "chat.permission.denied", path)
            return False
        if decision == "remember":
            permissions.remember(access, path)
    return True


def _report_refusal(shell: Shell, key: str, path: Path) -> None:
    shell.note(shell.text(key, path=single_line(str(resolve_path(path)))))
