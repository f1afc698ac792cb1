"""Keys that a person stored: in the system's keyring if there is one, else in a file that only the owner can read.

A key is stored under the name of its environment variable, so a stored key goes where that variable's key would go.
"""

import contextlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Literal, Protocol

from inkwright.errors import InvalidOption
from inkwright.i18n import Reason
from inkwright.settings import write_private_file

KEYS_FILE: Final = "keys.json"
ENVIRONMENT_FILE: Final = ".env"
KeyPlace = Literal["keyring", "file"]
_SERVICE: Final = "inkwright"
_MAX_KEY: Final = 4_096
_MAX_FILE: Final = 1_000_000
_MIN_PRIORITY: Final = 1
_ASSIGNMENT = re.compile(r"\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=(.*)")


class Keyring(Protocol):
    """The functions of the `keyring` library that are used here."""

    def get_password(self, service_name: str, username: str) -> str | None: ...

    def set_password(self, service_name: str, username: str, password: str) -> None: ...

    def delete_password(self, service_name: str, username: str) -> None: ...


class KeyStore:
    """The stored keys. The file says where each key is; one in the keyring is read only when it is needed."""

    def __init__(self, home: Path) -> None:
        self.path = home / KEYS_FILE
        self._entries = _read_entries(self.path)

    def places(self) -> dict[str, KeyPlace]:
        """Return the variable of each stored key, and where the key is."""
        return {variable: "file" if entry else "keyring" for variable, entry in sorted(self._entries.items())}

    def get(self, variable: str) -> str | None:
        """Return a key; None if it is not stored, or the keyring does not give it."""
        entry = self._entries.get(variable)
        if entry is None:
            return None
        return entry or _from_keyring(variable)

    def save(self, variable: str, key: str) -> KeyPlace:
        """Store a key, and return where. Its value never appears in an error."""
        key = checked_key(key)
        keyring = usable_keyring()
        is_in_keyring = keyring is not None and _saved_in(keyring, variable, key)
        self._write({**self._entries, variable: "" if is_in_keyring else key})
        return "keyring" if is_in_keyring else "file"

    def remove(self, variable: str) -> bool:
        """Delete a key; return whether it was stored."""
        if variable not in self._entries:
            return False
        if not self._entries[variable] and (keyring := usable_keyring()) is not None:
            with contextlib.suppress(Exception):  # backends raise their own errors if it is gone already
                keyring.delete_password(_SERVICE, variable)
        self._write({name: entry for name, entry in self._entries.items() if name != variable})
        return True

    def _write(self, entries: Mapping[str, str]) -> None:
        write_private_file(self.path, json.dumps(entries, indent=2) + "\n")
        self._entries = dict(entries)


class KeyEnvironment(Mapping[str, str]):
    """The environment with the keys of a home folder: variables of the process count first, then `.env`, then keys."""

    def __init__(self, environ: Mapping[str, str], home: Path) -> None:
        self._environ = environ
        self._file = read_environment_file(home / ENVIRONMENT_FILE)
        self._keys = KeyStore(home)
        self.stored = frozenset(self._keys.places())

    def __getitem__(self, name: str) -> str:
        for source in (self._environ, self._file):
            if source.get(name, "").strip():
                return source[name]
        key = self._keys.get(name)
        if key is not None:
            return key
        return self._environ[name]

    def __iter__(self) -> Any:
        return iter({**self._environ, **self._file, **dict.fromkeys(self.stored)})

    def __len__(self) -> int:
        return len({**self._environ, **self._file, **dict.fromkeys(self.stored)})


def checked_key(key: str) -> str:
    """Return the key without the spaces around it; raise InvalidOption if it cannot be a key."""
    plain = key.strip()
    if plain and len(plain) <= _MAX_KEY and plain.isascii() and plain.isprintable() and " " not in plain:
        return plain
    raise InvalidOption(option="KEY", value="…", allowed=Reason("reason.llm.key_format"))


def usable_keyring() -> Keyring | None:
    """Return the keyring of the system; None if the library or a real keyring is missing."""
    try:
        import keyring  # noqa: PLC0415 - an extra
    except ImportError:
        return None
    with contextlib.suppress(Exception):  # a backend may raise anything where no desktop runs
        if keyring.get_keyring().priority >= _MIN_PRIORITY:
            return keyring  # type: ignore[no-any-return]
    return None


def read_environment_file(path: Path) -> dict[str, str]:
    """Read `NAME=value` lines. Other lines are ignored, and so is a file that cannot be read."""
    try:
        lines = path.read_bytes()[:_MAX_FILE].decode("utf-8", "replace").splitlines()
    except OSError:
        return {}
    found = {}
    for line in lines:
        if match := _ASSIGNMENT.fullmatch(line):
            found[match[1]] = _unquoted(match[2].strip())
    return found


def _unquoted(written: str) -> str:
    if len(written) > 1 and written[0] == written[-1] and written[0] in "'\"":
        return written[1:-1]
    return written.partition(" #")[0].rstrip()


def _read_entries(path: Path) -> dict[str, str]:
    with contextlib.suppress(OSError, ValueError, RecursionError):
        found = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(found, dict):
            return {str(name): entry for name, entry in found.items() if isinstance(entry, str)}
    return {}


def _saved_in(keyring: Keyring, variable: str, key: str) -> bool:
    """Store the key and read it back: some backends accept a key and lose it."""
    with contextlib.suppress(Exception):  # backends raise their own errors, such as a locked keyring
        keyring.set_password(_SERVICE, variable, key)
        return keyring.get_password(_SERVICE, variable) == key
    return False


def _from_keyring(variable: str) -> str | None:
    keyring = usable_keyring()
    with contextlib.suppress(Exception):  # as above
        return keyring.get_password(_SERVICE, variable) if keyring is not None else None
    return None
