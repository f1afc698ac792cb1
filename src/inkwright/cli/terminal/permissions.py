"""What may be read and written outside the workspace: asked first, and remembered where the person wants it."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Literal, get_args

from inkwright.conversation.asks import Answer, Ask, AskOption, AskQuestion, Wanted
from inkwright.errors import InvalidSetting
from inkwright.i18n import Language, text
from inkwright.settings import write_privately

Access = Literal["read", "write"]
Decision = Literal["once", "remember", "deny"]
FILE_NAME: Final = "permissions.json"
_QUESTION: Final = "permission"
_VERSION: Final = 1


@dataclass(frozen=True, slots=True, order=True)
class Rule:
    """What the person allows for good: to read, or to write, this path and all below it. The path is resolved."""

    access: Access
    path: str

    def covers(self, access: Access, path: Path) -> bool:
        """Whether it allows this. To write is not to read: each is asked for by itself."""
        return self.access == access and resolved(path).is_relative_to(self.path)


class Permissions:
    """The rules that are kept in the home folder. Each question reads the file: another process may have changed it."""

    def __init__(self, home: Path, workspace: Path) -> None:
        self._file = home / FILE_NAME
        self._workspace = resolved(workspace)

    def rules(self) -> list[Rule]:
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
        return resolved(path).is_relative_to(self._workspace) or any(rule.covers(access, path) for rule in self.rules())

    def remember(self, access: Access, path: Path) -> Rule:
        """Allow it from now on."""
        rule = Rule(access, str(resolved(path)))
        self._keep([*self.rules(), rule])
        return rule

    def forget(self, rule: Rule) -> bool:
        """Take a rule back; whether there was one."""
        rules = self.rules()
        if rule not in rules:
            return False
        self._keep([each for each in rules if each != rule])
        return True

    def _keep(self, rules: Sequence[Rule]) -> None:
        kept = {"version": _VERSION, "rules": [asdict(rule) for rule in sorted(set(rules))]}
        # A path may hold bytes that are no text; JSON in ASCII carries them unharmed.
        write_privately(self._file, json.dumps(kept, indent=2) + "\n")

    def _entries(self, kept: Any) -> list[Any]:
        entries = kept.get("rules") if isinstance(kept, dict) and kept.get("version") == _VERSION else None
        if not isinstance(entries, list):
            raise self._broken("it is not a list of rules of version 1")
        return entries

    def _rule(self, entry: Any) -> Rule:
        match entry:
            case {"access": "read" | "write" as access, "path": str(path)} if Path(path).is_absolute():
                return Rule(access, path)
        raise self._broken(f"{entry!r} is not a rule")

    def _broken(self, problem: str) -> InvalidSetting:
        return InvalidSetting(name="permissions", origin=str(self._file), problem=problem)


def resolved(path: Path) -> Path:
    """Where the path really leads: links followed, `..` gone. What is not there yet is resolved as far as it is."""
    return path.expanduser().resolve()


def wanted_permission(access: Access, path: Path, language: Language) -> Wanted:
    """The question for the person. It names the resolved path, and what is highlighted first is to deny."""
    allowed: tuple[Decision, ...] = get_args(Decision)
    options = tuple(AskOption(label=text(language, f"terminal.permission.{each}"), value=each) for each in allowed)
    shown = text(language, f"terminal.permission.{access}", path=resolved(path))
    question = AskQuestion(id=_QUESTION, question=shown, options=options, recommended="deny", allow_freeform=False)
    return Wanted(kind="permission", title=text(language, "terminal.permission.title"), questions=(question,))


def permission_ask(wanted: Wanted, *, id: str, turn_id: str, owner: str) -> Ask:  # noqa: A002 - as the field is named
    """The question as an ask of a turn."""
    return Ask(**wanted.model_dump(), id=id, turn_id=turn_id, owner=owner)


def decision_of(answer: Answer) -> Decision:
    """What the person decided. Whatever does not clearly allow is a denial."""
    if answer.status == "answered":
        for each in answer.answers:
            if each.id == _QUESTION and not each.skipped and each.value in ("once", "remember"):
                return "once" if each.value == "once" else "remember"
    return "deny"
