"""Rules that the user saved: which files outside the workspace may be read or written."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Literal

from inkwright.errors import InvalidSetting
from inkwright.i18n import Reason, system_reason
from inkwright.settings import write_private_file

Access = Literal["read", "write"]
FILE_NAME: Final = "permissions.json"
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
