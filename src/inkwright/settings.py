"""Settings: one value each, from the first place that has it, and the place is remembered.

Flag > environment > `./inkwright.toml` > `$INKWRIGHT_HOME/inkwright.toml` > default.
"""

import difflib
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Generic, TypeVar, cast

import platformdirs

from inkwright.errors import InvalidSetting

T = TypeVar("T")
FILE_NAME: Final = "inkwright.toml"


@dataclass(frozen=True)
class Setting(Generic[T]):
    """One thing that can be set. `parse` raises ValueError with a phrase that completes "is not usable: …"."""

    name: str
    default: T
    parse: Callable[[object], T]

    @property
    def variable(self) -> str:
        """Its name in the environment."""
        return f"INKWRIGHT_{self.name.upper()}"


@dataclass(frozen=True)
class Resolved(Generic[T]):
    """A setting's value and where it came from (`flag`, `$VARIABLE`, a file's path, `default`)."""

    setting: Setting[T]
    value: T
    origin: str


def one_of(*allowed: str) -> Callable[[object], str]:
    """A parser that takes just these words."""

    def parse(raw: object) -> str:
        if isinstance(raw, str) and raw.lower() in allowed:
            return raw.lower()
        raise ValueError(f"it must be one of {', '.join(allowed)}, not {raw!r}")

    return parse


def size_in_bytes(raw: object) -> int:
    """A whole number of bytes, also written `64KB` or `8 MB`."""
    written = str(raw).strip().upper().replace("_", "")
    for unit, factor in (("KB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("B", 1), ("", 1)):
        if written.endswith(unit):
            number = written.removesuffix(unit).strip()
            if number.isascii() and number.isdigit() and int(number) > 0:
                return int(number) * factor
            break
    raise ValueError(f"it must be a size such as 8000000 or 8MB, not {raw!r}")


LANGUAGE: Final = Setting("language", "auto", one_of("auto", "en", "zh"))
COLOR: Final = Setting("color", "auto", one_of("auto", "always", "never"))
MAX_INPUT: Final = Setting("max_input", 16_000_000, size_in_bytes)

SETTINGS: Final[tuple[Setting[Any], ...]] = (LANGUAGE, COLOR, MAX_INPUT)


class Settings:
    """All settings, resolved once at the start of a program."""

    def __init__(self, resolved: Mapping[str, Resolved[Any]], home: Path) -> None:
        self._resolved = resolved
        self.home = home

    def get(self, setting: Setting[T]) -> T:
        """The value of one setting."""
        return cast("T", self._resolved[setting.name].value)

    def all(self) -> list[Resolved[Any]]:
        """Every setting with its origin, in the documented order."""
        return [self._resolved[setting.name] for setting in SETTINGS]


def load_settings(
    *, flags: Mapping[str, object], environ: Mapping[str, str], folder: Path, home: Path | None = None
) -> Settings:
    """Resolve every setting. Flags with the value None count as not given."""
    home = home or home_folder(environ)
    places: list[tuple[str, Mapping[str, object]]] = [("flag", _given(flags))]
    places.append(("environment", _from_environment(environ)))
    places += [(str(path), _from_file(path)) for path in (folder / FILE_NAME, home / FILE_NAME)]
    resolved: dict[str, Resolved[Any]] = {setting.name: _resolve(setting, places) for setting in SETTINGS}
    return Settings(resolved, home)


def home_folder(environ: Mapping[str, str]) -> Path:
    """Where Inkwright keeps what is its own: `$INKWRIGHT_HOME`, else the platform's data folder."""
    given = environ.get("INKWRIGHT_HOME")
    return Path(given).expanduser() if given else Path(platformdirs.user_data_dir("inkwright"))


def _given(flags: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in flags.items() if value is not None}


def _from_environment(environ: Mapping[str, str]) -> dict[str, object]:
    return {setting.name: environ[setting.variable] for setting in SETTINGS if environ.get(setting.variable)}


def _from_file(path: Path) -> dict[str, object]:
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as problem:
        raise InvalidSetting(name="*", origin=str(path), problem=str(problem)) from problem
    known = {setting.name for setting in SETTINGS}
    for name in values:
        if name not in known:
            raise InvalidSetting(name=name, origin=str(path), problem=_unknown(name, known))
    return values


def _unknown(name: str, known: set[str]) -> str:
    near = difflib.get_close_matches(name, known, n=1)
    return "there is no such setting" + (f"; did you mean {near[0]!r}" if near else "")


def _resolve(setting: Setting[T], places: list[tuple[str, Mapping[str, object]]]) -> Resolved[T]:
    for origin, values in places:
        if setting.name in values:
            shown = f"${setting.variable}" if origin == "environment" else origin
            try:
                return Resolved(setting, setting.parse(values[setting.name]), shown)
            except ValueError as problem:
                raise InvalidSetting(name=setting.name, origin=shown, problem=str(problem)) from problem
    return Resolved(setting, setting.default, "default")
