"""Settings: each value comes from the first source that has it, and its origin is remembered.

Flag > environment > `./inkwright.toml` > `$INKWRIGHT_HOME/inkwright.toml` > default. Most settings in
`./inkwright.toml` count only if the person trusts the folder: it may have been downloaded.
"""

import difflib
import os
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Generic, Literal, TypeVar, cast

import platformdirs

from inkwright.errors import InvalidSetting, UnwritableOutput
from inkwright.folder_trust import FolderSettings, folder_settings
from inkwright.i18n import Reason, system_reason
from inkwright.setting_values import (
    InvalidValue,
    McpServers,
    StoreAddress,
    WordList,
    one_of,
    parse_address,
    parse_amount,
    parse_files,
    parse_hub,
    parse_mcp,
    parse_percent,
    parse_search,
    parse_seconds,
    parse_size,
    parse_switch,
    parse_text,
    parse_wait,
    parse_whole_number,
    parse_words,
)
from inkwright.toml_reading import read_toml

T = TypeVar("T")
FILE_NAME: Final = "inkwright.toml"


class Origin(Reason):
    """Where a value came from. `name` is the variable (with its `$`) or the path of the file."""

    __slots__ = ()

    def __init__(self, kind: Literal["flag", "environment", "file", "default"], name: str = "") -> None:
        super().__init__(f"origin.{kind}", name=name)

    @property
    def code(self) -> str:
        """The origin for programs: the variable, the path, `flag` or `default`."""
        return str(self.fields["name"]) or self.key.removeprefix("origin.")


@dataclass(frozen=True)
class Setting(Generic[T]):
    """A setting. `parse` turns a raw value into a typed one, and raises InvalidValue where that is not possible.

    `is_harmless`: it cannot send, move or spend anything, so any folder may set it.
    """

    name: str
    default: T
    parse: Callable[[object], T]
    is_harmless: bool = False

    @property
    def variable(self) -> str:
        """The name of its environment variable."""
        return f"INKWRIGHT_{self.name.upper()}"


@dataclass(frozen=True)
class ResolvedSetting(Generic[T]):
    """A setting with its value and the origin of the value."""

    setting: Setting[T]
    value: T
    origin: Origin


TRADITIONAL: Final = "zh-Hant"  # Chinese in traditional characters, as a language that a person can choose.
LANGUAGE: Final = Setting("language", "auto", one_of("auto", "en", "zh", TRADITIONAL), is_harmless=True)
COLOR: Final = Setting("color", "auto", one_of("auto", "always", "never"), is_harmless=True)
PICTURES: Final = Setting("pictures", "auto", one_of("auto", "never"), is_harmless=True)
MAX_INPUT: Final = Setting("max_input", 16_000_000, parse_size, is_harmless=True)

MODEL: Final = Setting("model", "auto", parse_text)
MODEL_FAST: Final = Setting("model_fast", "auto", parse_text)
MODEL_STANDARD: Final = Setting("model_standard", "auto", parse_text)
MODEL_STRONG: Final = Setting("model_strong", "auto", parse_text)
MODEL_VISION: Final = Setting("model_vision", "auto", parse_text)
MODEL_TIMEOUT: Final = Setting("model_timeout", 120.0, parse_seconds)
MODEL_HUB: Final = Setting("model_hub", "auto", parse_hub)
IGNORED_KEYS: Final = Setting("ignored_keys", WordList(), parse_words)
LOG_CALLS: Final = Setting("log_calls", True, parse_switch)
HIDE_NAMES: Final = Setting("hide_names", True, parse_switch)
PASS_MARK: Final = Setting("pass_mark", 60.0, parse_percent)
DATABASE: Final = Setting("database", StoreAddress("auto"), parse_address)
FILES: Final = Setting("files", "auto", parse_files)
AGENT_UNIFIED_ENABLED: Final = Setting("agent_unified_enabled", True, parse_switch)
TURN_SECONDS: Final = Setting("turn_seconds", 900.0, parse_seconds)
TURN_CALLS: Final = Setting("turn_calls", 200, parse_whole_number)
TURN_TOKENS: Final = Setting("turn_tokens", 2_000_000, parse_whole_number)
TURN_DOLLARS: Final = Setting("turn_dollars", 5.0, parse_amount)
ASK_SECONDS: Final = Setting("ask_seconds", 0.0, parse_wait)
TOOLS_OFF: Final = Setting("tools_off", WordList(), parse_words)
RUN_AT_ONCE: Final = Setting("run_at_once", 4, parse_whole_number)
SEARCH: Final = Setting("search", "none", parse_search)
SEARCH_PRIVATE: Final = Setting("search_private", False, parse_switch)
EMBEDDINGS: Final = Setting("embeddings", "none", parse_text)
MCP: Final = Setting("mcp", McpServers(), parse_mcp)

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
    MODEL_HUB,
    IGNORED_KEYS,
    LOG_CALLS,
    HIDE_NAMES,
    PASS_MARK,
    DATABASE,
    FILES,
    AGENT_UNIFIED_ENABLED,
    TURN_SECONDS,
    TURN_CALLS,
    TURN_TOKENS,
    TURN_DOLLARS,
    ASK_SECONDS,
    TOOLS_OFF,
    RUN_AT_ONCE,
    SEARCH,
    SEARCH_PRIVATE,
    EMBEDDINGS,
    MCP,
)


class Settings:
    """All settings, resolved once when the program starts.

    `guarded` are the settings of the folder that need trust; they count only if the person has given it.
    """

    def __init__(
        self, resolved: Mapping[str, ResolvedSetting[Any]], home: Path, guarded: FolderSettings | None = None
    ) -> None:
        self._resolved = resolved
        self.home = home
        self.guarded = guarded

    def get(self, setting: Setting[T]) -> T:
        """Return the value of a setting."""
        return cast("T", self._resolved[setting.name].value)

    def origin(self, setting: Setting[Any]) -> Origin:
        """Return the origin of a setting's value."""
        return self._resolved[setting.name].origin

    def moved_to(self, home: Path) -> "Settings":
        """Return the same settings for another home folder, with a database and files of its own."""
        stores: tuple[Setting[Any], ...] = (DATABASE, FILES)
        own = {each.name: ResolvedSetting(each, each.default, Origin("default")) for each in stores}
        return Settings({**self._resolved, **own}, home)

    def with_flags(self, flags: Mapping[str, object]) -> "Settings":
        """Return the same settings, except for what these flags say. Flags with the value None count as not given."""
        by_name = {setting.name: setting for setting in SETTINGS}
        given = {
            name: _resolve(by_name[name], [(Origin("flag"), value)])
            for name, value in flags.items()
            if value is not None
        }
        return Settings({**self._resolved, **given}, self.home, self.guarded)

    def keeping_flags(self, before: "Settings") -> "Settings":
        """Return these settings, except for the ones that were given as flags before."""
        flags = {each.setting.name: each for each in before.all() if each.origin == Origin("flag")}
        return Settings({**self._resolved, **flags}, self.home, self.guarded)

    def all(self) -> list[ResolvedSetting[Any]]:
        """Return every setting with its value and origin, in the documented order."""
        return [self._resolved[setting.name] for setting in SETTINGS]


def load_settings(
    *, flags: Mapping[str, object], environ: Mapping[str, str], folder: Path, home: Path | None = None
) -> Settings:
    """Resolve every setting. Flags with the value None count as not given.

    A setting of `folder` that is not harmless is ignored, unless the person trusts it there.
    """
    home = home or home_folder(environ)
    files = {path: _from_file(path) for path in (folder / FILE_NAME, home / FILE_NAME)}
    guarded = _guarded(home, folder, files[folder / FILE_NAME])
    if guarded is not None and not guarded.answer:
        values = files[folder / FILE_NAME]
        files[folder / FILE_NAME] = {name: value for name, value in values.items() if name not in guarded.values}
    resolved: dict[str, ResolvedSetting[Any]] = {}
    for setting in SETTINGS:
        sources = [(Origin("flag"), flags.get(setting.name))]
        sources.append((Origin("environment", f"${setting.variable}"), environ.get(setting.variable) or None))
        sources += [(Origin("file", str(path)), values.get(setting.name)) for path, values in files.items()]
        resolved[setting.name] = _resolve(setting, sources)
    return Settings(resolved, home, guarded)


def _guarded(home: Path, folder: Path, values: Mapping[str, object]) -> FolderSettings | None:
    """Return the settings of a folder that need trust; None if it has none, or is the home folder."""
    harmless = {setting.name for setting in SETTINGS if setting.is_harmless}
    needing = {name: value for name, value in values.items() if name not in harmless}
    if not needing or (folder / FILE_NAME).resolve() == (home / FILE_NAME).resolve():
        return None
    return folder_settings(home, folder, needing)


def home_folder(environ: Mapping[str, str]) -> Path:
    """Return the folder for settings and data: `$INKWRIGHT_HOME`, else the platform's data folder."""
    given = environ.get("INKWRIGHT_HOME")
    return Path(given).expanduser() if given else Path(platformdirs.user_data_dir("inkwright"))


def save_setting(home: Path, name: str, value: str | None) -> Path:
    """Write a setting to the file in the home folder, or remove it (None). The rest of the file does not change.

    Only the owner can read the file afterwards. The value is validated before it is written.
    """
    import tomlkit  # noqa: PLC0415 - saving is rare, and importing it would slow down the start of the program

    path = home / FILE_NAME
    if value is not None:
        setting = next(setting for setting in SETTINGS if setting.name == name)
        _resolve(setting, [(Origin("file", str(path)), value)])
    _from_file(path)
    document = tomlkit.parse(path.read_text(encoding="utf-8") if path.exists() else "")
    if value is not None:
        document[name] = value
    elif name in document:
        del document[name]
    write_private_file(path, tomlkit.dumps(document))
    return path


def write_private_file(path: Path, content: str) -> None:
    """Write a file completely or not at all; only the owner can read it. A symbolic link stays a link."""
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
        raise UnwritableOutput(path=str(path), problem=system_reason(problem)) from problem


def _from_file(path: Path) -> dict[str, object]:
    try:
        values = read_toml(path)
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as problem:
        raise InvalidSetting(name="*", origin=Origin("file", str(path)), problem=system_reason(problem)) from problem
    except ValueError as problem:  # also a number with thousands of digits
        raise InvalidSetting(name="*", origin=Origin("file", str(path)), problem=str(problem)) from problem
    except RecursionError as problem:
        nested = Reason("reason.settings.nested")
        raise InvalidSetting(name="*", origin=Origin("file", str(path)), problem=nested) from problem
    known = {setting.name for setting in SETTINGS}
    for name in values:
        if name not in known:
            unknown = _unknown_setting(name, known)
            raise InvalidSetting(name=name, origin=Origin("file", str(path)), problem=unknown)
    return values


def _unknown_setting(name: str, known: set[str]) -> Reason:
    near = difflib.get_close_matches(name, known, n=1)
    unknown = Reason("reason.settings.unknown")
    return Reason("reason.did_you_mean", problem=unknown, near=repr(near[0])) if near else unknown


def _resolve(setting: Setting[T], sources: Iterable[tuple[Origin, object]]) -> ResolvedSetting[T]:
    """Return the first value that is not None, parsed."""
    for origin, raw in sources:
        if raw is not None:
            try:
                return ResolvedSetting(setting, setting.parse(raw), origin)
            except InvalidValue as problem:
                raise InvalidSetting(name=setting.name, origin=origin, problem=problem.reason) from problem
    return ResolvedSetting(setting, setting.default, Origin("default"))
