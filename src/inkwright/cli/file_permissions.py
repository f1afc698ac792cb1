"""Access to files outside the workspace: saved rules, and the question to the user."""

import asyncio
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Literal, get_args

from inkwright.cli.consent import can_ask
from inkwright.cli.options import ConsentOptions
from inkwright.cli.shell import Shell
from inkwright.cli.terminal.columns import single_line
from inkwright.cli.terminal.questions import ask_person
from inkwright.conversation.asks import Answer, Ask, AskDraft, AskOption, AskQuestion
from inkwright.errors import InvalidSetting
from inkwright.i18n import Language, Reason, system_reason, text
from inkwright.settings import write_private_file

Access = Literal["read", "write"]
AccessRequest = tuple[Access, Path]
Decision = Literal["once", "remember", "deny"]
FILE_NAME: Final = "permissions.json"
_QUESTION: Final = "permission"
_VERSION: Final = 1


@dataclass(frozen=True, slots=True, order=True)
class PermissionRule:
    """A saved permission to read, or to write, a resolved path and everything below it."""

    access: Access
    path: str

    def covers(self, access: Access, path: Path) -> bool:
        """Whether the rule allows this access. Reading and writing are separate permissions."""
        return self.access == access and resolve_path(path).is_relative_to(self.path)


class PermissionRules:
    """The rules in the home folder. Each call reads the file, because another process may have changed it."""

    def __init__(self, home: Path, workspace: Path) -> None:
        self._file = home / FILE_NAME
        self._workspace = resolve_path(workspace)

    def rules(self) -> list[PermissionRule]:
        """Return every rule, sorted."""
        try:
            saved = json.loads(self._file.read_text(encoding="utf-8"))
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as problem:
            raise self._broken(system_reason(problem)) from problem
        except (ValueError, RecursionError) as problem:
            raise self._broken(str(problem)) from problem
        return sorted(self._rule(entry) for entry in self._entries(saved))

    def allows(self, access: Access, path: Path) -> bool:
        """Whether the path is in the workspace or covered by a rule. Links are resolved first."""
        return resolve_path(path).is_relative_to(self._workspace) or any(
            rule.covers(access, path) for rule in self.rules()
        )

    def remember(self, access: Access, path: Path) -> PermissionRule:
        """Save a rule that allows this access."""
        rule = PermissionRule(access, str(resolve_path(path)))
        self._save([*self.rules(), rule])
        return rule

    def forget(self, rule: PermissionRule) -> bool:
        """Remove a rule; return whether it existed."""
        rules = self.rules()
        if rule not in rules:
            return False
        self._save([each for each in rules if each != rule])
        return True

    def _save(self, rules: Sequence[PermissionRule]) -> None:
        content = {"version": _VERSION, "rules": [asdict(rule) for rule in sorted(set(rules))]}
        # A path may contain bytes that are not text; JSON in ASCII preserves them.
        write_private_file(self._file, json.dumps(content, indent=2) + "\n")

    def _entries(self, saved: Any) -> list[Any]:
        entries = saved.get("rules") if isinstance(saved, dict) and saved.get("version") == _VERSION else None
        if not isinstance(entries, list):
            raise self._broken(Reason("reason.cli.permission_rules"))
        return entries

    def _rule(self, entry: Any) -> PermissionRule:
        match entry:
            case {"access": "read" | "write" as access, "path": str(path)} if Path(path).is_absolute():
                return PermissionRule(access, path)
        raise self._broken(Reason("reason.cli.permission_rule", entry=repr(entry)))

    def _broken(self, problem: Reason | str) -> InvalidSetting:
        return InvalidSetting(name="permissions", origin=str(self._file), problem=problem)


def resolve_path(path: Path) -> Path:
    """Return the path with `~`, links and `..` resolved, as far as it exists."""
    return path.expanduser().resolve()


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


def check_access(
    consent: ConsentOptions, shell: Shell, *, reads: Iterable[str | None] = (), writes: Iterable[Path] = ()
) -> bool:
    """Whether a command may read these files and write into these folders."""
    requests: list[AccessRequest] = [("read", Path(name)) for name in reads if name and name != "-"]
    requests += [("write", folder) for folder in writes]
    return asyncio.run(request_access(requests, shell, consent))


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
