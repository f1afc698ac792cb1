"""Access to files outside the workspace: saved rules, and the question to the user."""

import argparse
import asyncio
import json
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Literal, get_args

from inkwright.cli.consent import can_ask
from inkwright.cli.shell import CommandParser, Shell
from inkwright.cli.terminal.columns import single_line
from inkwright.cli.terminal.questions import ask_person
from inkwright.conversation.asks import Answer, Ask, AskDraft, AskOption, AskQuestion
from inkwright.errors import InvalidSetting
from inkwright.i18n import Language, text
from inkwright.settings import write_private_file

Access = Literal["read", "write"]
Decision = Literal["once", "remember", "deny"]
FILE_NAME: Final = "permissions.json"
_QUESTION: Final = "permission"
_VERSION: Final = 1


@dataclass(frozen=True, slots=True, order=True)
class PermissionRule:
    """What the person allows for good: to read, or to write, this path and all below it. The path is resolved."""

    access: Access
    path: str

    def covers(self, access: Access, path: Path) -> bool:
        """Whether it allows this. To write is not to read: each is asked for by itself."""
        return self.access == access and resolve_path(path).is_relative_to(self.path)


class PermissionRules:
    """The rules that are kept in the home folder. Each question reads the file: another process may have changed it."""

    def __init__(self, home: Path, workspace: Path) -> None:
        self._file = home / FILE_NAME
        self._workspace = resolve_path(workspace)

    def rules(self) -> list[PermissionRule]:
        """Every rule, in order."""
        try:
            kept = json.loads(self._file.read_text(encoding="utf-8"))
        except (FileNotFoundError, NotADirectoryError):
            return []
        except (OSError, ValueError, RecursionError) as problem:
            raise self._broken(str(problem)) from problem
        return sorted(self._rule(entry) for entry in self._entries(kept))

    def allows(self, access: Access, path: Path) -> bool:
        """Whether nobody need be asked: the path is in the workspace, or a rule covers it. Links are followed first."""
        return resolve_path(path).is_relative_to(self._workspace) or any(
            rule.covers(access, path) for rule in self.rules()
        )

    def remember(self, access: Access, path: Path) -> PermissionRule:
        """Allow it from now on."""
        rule = PermissionRule(access, str(resolve_path(path)))
        self._keep([*self.rules(), rule])
        return rule

    def forget(self, rule: PermissionRule) -> bool:
        """Take a rule back; whether there was one."""
        rules = self.rules()
        if rule not in rules:
            return False
        self._keep([each for each in rules if each != rule])
        return True

    def _keep(self, rules: Sequence[PermissionRule]) -> None:
        kept = {"version": _VERSION, "rules": [asdict(rule) for rule in sorted(set(rules))]}
        # A path may hold bytes that are no text; JSON in ASCII carries them unharmed.
        write_private_file(self._file, json.dumps(kept, indent=2) + "\n")

    def _entries(self, kept: Any) -> list[Any]:
        entries = kept.get("rules") if isinstance(kept, dict) and kept.get("version") == _VERSION else None
        if not isinstance(entries, list):
            raise self._broken("it is not a list of rules of version 1")
        return entries

    def _rule(self, entry: Any) -> PermissionRule:
        match entry:
            case {"access": "read" | "write" as access, "path": str(path)} if Path(path).is_absolute():
                return PermissionRule(access, path)
        raise self._broken(f"{entry!r} is not a rule")

    def _broken(self, problem: str) -> InvalidSetting:
        return InvalidSetting(name="permissions", origin=str(self._file), problem=problem)


def resolve_path(path: Path) -> Path:
    """Where the path really leads: links followed, `..` gone. What is not there yet is resolved as far as it is."""
    return path.expanduser().resolve()


def permission_request(access: Access, path: Path, language: Language) -> AskDraft:
    """The question for the person. It names the resolved path, and what is highlighted first is to deny."""
    allowed: tuple[Decision, ...] = get_args(Decision)
    options = tuple(AskOption(label=text(language, f"terminal.permission.{each}"), value=each) for each in allowed)
    shown = text(language, f"terminal.permission.{access}", path=resolve_path(path))
    question = AskQuestion(id=_QUESTION, question=shown, options=options, recommended="deny", allow_freeform=False)
    return AskDraft(kind="permission", title=text(language, "terminal.permission.title"), questions=(question,))


def permission_ask(wanted: AskDraft, *, id: str, turn_id: str, owner: str) -> Ask:  # noqa: A002 - as the field is named
    """The question as an ask of a turn."""
    return Ask(**wanted.model_dump(), id=id, turn_id=turn_id, owner=owner)


def permission_decision(answer: Answer) -> Decision:
    """What the person decided. Whatever does not clearly allow is a denial."""
    if answer.status == "answered":
        for each in answer.answers:
            if each.id == _QUESTION and not each.skipped and each.value in ("once", "remember"):
                return "once" if each.value == "once" else "remember"
    return "deny"


AccessRequest = tuple[Access, Path]


def add_yes_flag(parser: CommandParser) -> None:
    """The flag of a command that asks nothing but whether it may leave the workspace."""
    parser.add_argument("--yes", action="store_true", help=text(parser.language, "cli.flag.yes"))


def check_access(
    arguments: argparse.Namespace, shell: Shell, *, reads: Iterable[str | None] = (), writes: Iterable[Path] = ()
) -> bool:
    """Whether a command may read these files, where they are named, and write into these folders."""
    wants: list[AccessRequest] = [("read", Path(name)) for name in reads if name and name != "-"]
    wants += [("write", folder) for folder in writes]
    may_ask = not getattr(arguments, "json", False)
    return asyncio.run(request_access(wants, shell, says_yes=arguments.yes, may_ask=may_ask))


async def request_access(wants: Sequence[AccessRequest], shell: Shell, *, says_yes: bool, may_ask: bool = True) -> bool:
    """Whether all of it may be done. The workspace is the current folder; `--yes` allows this once.

    Where nobody can be asked nothing is allowed, and the person is told how to allow it.
    """
    permissions = PermissionRules(shell.settings.home, Path.cwd())
    for access, path in wants:
        if permissions.allows(access, path) or says_yes:
            continue
        if not (may_ask and can_ask(shell)):
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
    print(shell.text(key, path=single_line(str(resolve_path(path)))), file=sys.stderr)
