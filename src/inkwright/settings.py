"""Settings: one value each, from the first place that has it, and the place is remembered.

Flag > environment > `./inkwright.toml` > `$INKWRIGHT_HOME/inkwright.toml` > default.
"""

import difflib
import os
import re
import tempfile
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Generic, TypeVar, cast

import platformdirs

from inkwright.errors import InvalidSetting, UnwritableOutput

T = TypeVar("T")
FILE_NAME: Final = "inkwright.toml"
_PASSWORD: Final = re.compile(r"(://[^/:@]*:).*(@)")


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
class ResolvedSetting(Generic[T]):
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


def parse_size(raw: object) -> int:
    """A whole number of bytes, also written `64KB` or `8 MB`."""
    written = str(raw).strip().upper().replace("_", "")
    for unit, factor in (("KB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("B", 1), ("", 1)):
        if written.endswith(unit):
            number = written.removesuffix(unit).strip()
            if number.isascii() and number.isdigit() and int(number) > 0:
                return int(number) * factor
            break
    raise ValueError(f"it must be a size such as 8000000 or 8MB, not {raw!r}")


class WordList(tuple[str, ...]):
    """Several words; shown as people write them."""

    __slots__ = ()

    def __str__(self) -> str:
        return ", ".join(self) or "none"


def parse_words(raw: object) -> WordList:
    """Words with commas between them, or a list of words; `none` is none."""
    given = raw.split(",") if isinstance(raw, str) else raw
    if isinstance(given, list) and all(isinstance(word, str) for word in given):
        return WordList(dict.fromkeys(word.strip() for word in given if word.strip() not in ("", "none")))
    raise ValueError(f"it must be words with commas between them, not {raw!r}")


class StoreAddress(str):
    """The address of a server or a file. It is shown without its password."""

    __slots__ = ()

    def __str__(self) -> str:
        return _PASSWORD.sub(r"\1***\2", self)

    def __repr__(self) -> str:
        return repr(str(self))


def parse_address(raw: object) -> StoreAddress:
    """A URL, or one word such as `auto`."""
    return StoreAddress(parse_text(raw))


def parse_text(raw: object) -> str:
    """Any text that is not empty."""
    if isinstance(raw, str) and raw.strip():
        return raw.strip()
    raise ValueError(f"it must be a text, not {raw!r}")


def parse_seconds(raw: object) -> float:
    """A number of seconds, at most a day."""
    number = _parse_number(raw)
    if 0 < number <= 86_400:
        return number
    raise ValueError(f"it must be a number of seconds above 0, not {raw!r}")


def parse_amount(raw: object) -> float:
    """A number above 0, such as a price."""
    number = _parse_number(raw)
    if 0 < number < 1e9:
        return number
    raise ValueError(f"it must be a number above 0, not {raw!r}")


def parse_whole_number(raw: object) -> int:
    """A whole number above 0."""
    number = _parse_number(raw)
    if 0 < number < 1e12 and number == int(number):
        return int(number)
    raise ValueError(f"it must be a whole number above 0, not {raw!r}")


def _parse_number(raw: object) -> float:
    """The number, or 0 where there is none."""
    try:
        return float(raw) if isinstance(raw, str | int | float) and not isinstance(raw, bool) else 0.0
    except ValueError:
        return 0.0


def parse_switch(raw: object) -> bool:
    """On or off; a TOML boolean or one of the usual words."""
    written = str(raw).strip().lower()
    if written in ("on", "true", "yes", "1"):
        return True
    if written in ("off", "false", "no", "0"):
        return False
    raise ValueError(f"it must be on or off, not {raw!r}")


LANGUAGE: Final = Setting("language", "auto", one_of("auto", "en", "zh"))
COLOR: Final = Setting("color", "auto", one_of("auto", "always", "never"))
PICTURES: Final = Setting("pictures", "auto", one_of("auto", "never"))
MAX_INPUT: Final = Setting("max_input", 16_000_000, parse_size)

MODEL: Final = Setting("model", "auto", parse_text)
MODEL_FAST: Final = Setting("model_fast", "auto", parse_text)
MODEL_STANDARD: Final = Setting("model_standard", "auto", parse_text)
MODEL_STRONG: Final = Setting("model_strong", "auto", parse_text)
MODEL_VISION: Final = Setting("model_vision", "auto", parse_text)
MODEL_TIMEOUT: Final = Setting("model_timeout", 120.0, parse_seconds)
IGNORED_KEYS: Final = Setting("ignored_keys", WordList(), parse_words)
LOG_CALLS: Final = Setting("log_calls", True, parse_switch)
DATABASE: Final = Setting("database", StoreAddress("auto"), parse_address)
AGENT_UNIFIED_ENABLED: Final = Setting("agent_unified_enabled", True, parse_switch)
TURN_SECONDS: Final = Setting("turn_seconds", 900.0, parse_seconds)
TURN_CALLS: Final = Setting("turn_calls", 200, parse_whole_number)
TURN_TOKENS: Final = Setting("turn_tokens", 2_000_000, parse_whole_number)
TURN_DOLLARS: Final = Setting("turn_dollars", 5.0, parse_amount)

SETTINGS: Final[tuple[Setting[Any], ...]] = (
    LANGUAGE,
    COLOR,
    PICTURES,
    MAX_INPUT,
    MODEL,
    MODEL_FAST,
    MODEL_STANDARD,
    MODEL_STRONG,
    MODEL_VISION,
    MODEL_TIMEOUT,
    IGNORED_KEYS,
    LOG_CALLS,
    DATABASE,
    AGENT_UNIFIED_ENABLED,
    TURN_SECONDS,
    TURN_CALLS,
    TURN_TOKENS,
    TURN_DOLLARS,
)


class Settings:
    """All settings, resolved once at the start of a program."""

    def __init__(self, resolved: Mapping[str, ResolvedSetting[Any]], home: Path) -> None:
        self._resolved = resolved
        self.home = home

    def get(self, setting: Setting[T]) -> T:
        """The value of one setting."""
        return cast("T", self._resolved[setting.name].value)

    def origin(self, setting: Setting[Any]) -> str:
        """Where the value of one setting came from."""
        return self._resolved[setting.name].origin

    def all(self) -> list[ResolvedSetting[Any]]:
        """Every setting with its origin, in the documented order."""
        return [self._resolved[setting.name] for setting in SETTINGS]


def load_settings(
    *, flags: Mapping[str, object], environ: Mapping[str, str], folder: Path, home: Path | None = None
) -> Settings:
    """Resolve every setting. Flags with the value None count as not given."""
    home = home or home_folder(environ)
    places: list[tuple[str, Mapping[str, object]]] = [("flag", _from_flags(flags))]
    places.append(("environment", _from_environment(environ)))
    places += [(str(path), _from_file(path)) for path in (folder / FILE_NAME, home / FILE_NAME)]
    resolved: dict[str, ResolvedSetting[Any]] = {setting.name: _resolve(setting, places) for setting in SETTINGS}
    return Settings(resolved, home)


def home_folder(environ: Mapping[str, str]) -> Path:
    """Where Inkwright keeps what is its own: `$INKWRIGHT_HOME`, else the platform's data folder."""
    given = environ.get("INKWRIGHT_HOME")
    return Path(given).expanduser() if given else Path(platformdirs.user_data_dir("inkwright"))


def save_setting(home: Path, name: str, value: str | None) -> Path:
    """Write one setting into the home folder's file, or take it out (None); all else in the file stays as it is.

    Only its owner can read the file afterwards. The value is checked first, as it will be when it is read.
    """
    import tomlkit  # noqa: PLC0415 - saving is rare, and the start of the program should not wait for it

    path = home / FILE_NAME
    if value is not None:
        setting = next(setting for setting in SETTINGS if setting.name == name)
        _resolve(setting, [(str(path), {name: value})])
    _from_file(path)
    document = tomlkit.parse(path.read_text(encoding="utf-8") if path.exists() else "")
    if value is not None:
        document[name] = value
    elif name in document:
        del document[name]
    write_private_file(path, tomlkit.dumps(document))
    return path


def write_private_file(path: Path, content: str) -> None:
    """Write a file whole or not at all; only its owner can read it. A link stays a link."""
    try:
        target = path.resolve()
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, draft = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            Path(draft).replace(target)
        finally:
            Path(draft).unlink(missing_ok=True)
    except OSError as problem:
        raise UnwritableOutput(path=str(path), problem=problem.strerror or str(problem)) from problem


def _from_flags(flags: Mapping[str, object]) -> dict[str, object]:
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
            raise InvalidSetting(name=name, origin=str(path), problem=_unknown_setting(name, known))
    return values


def _unknown_setting(name: str, known: set[str]) -> str:
    near = difflib.get_close_matches(name, known, n=1)
    return "there is no such setting" + (f"; did you mean {near[0]!r}" if near else "")


def _resolve(setting: Setting[T], places: list[tuple[str, Mapping[str, object]]]) -> ResolvedSetting[T]:
    for origin, values in places:
        if setting.name in values:
            shown = f"${setting.variable}" if origin == "environment" else origin
            try:
                return ResolvedSetting(setting, setting.parse(values[setting.name]), shown)
            except ValueError as problem:
                raise InvalidSetting(name=setting.name, origin=shown, problem=str(problem)) from problem
    return ResolvedSetting(setting, setting.default, "default")
