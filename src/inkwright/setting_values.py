"""What the values of settings are: each parser turns what was written into a value, or says what it must be."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from inkwright.i18n import Reason
from inkwright.redaction import redact

_MAX_DIGITS: Final = 12


class InvalidValue(ValueError):
    """A value that a setting cannot have. `reason` says what the value must be."""

    def __init__(self, key: str, **fields: object) -> None:
        self.reason = Reason(f"reason.settings.{key}", **fields)
        super().__init__(self.reason)


def one_of(*allowed: str) -> Callable[[object], str]:
    """Return a parser that accepts only these words."""

    def parse(raw: object) -> str:
        if isinstance(raw, str) and raw.lower() in allowed:
            return raw.lower()
        raise InvalidValue("one_of", allowed=", ".join(allowed), raw=repr(raw))

    return parse


def parse_size(raw: object) -> int:
    """Parse a number of bytes; `64KB` and `8 MB` are accepted too."""
    written = str(raw).strip().upper().replace("_", "")
    for unit, factor in (("KB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000), ("B", 1), ("", 1)):
        if written.endswith(unit):
            number = written.removesuffix(unit).strip()
            if number.isascii() and number.isdigit() and len(number) <= _MAX_DIGITS and int(number) > 0:
                return int(number) * factor
            break
    raise InvalidValue("size", raw=repr(raw))


class WordList(tuple[str, ...]):
    """A list of words, shown with commas between them."""

    __slots__ = ()

    def __str__(self) -> str:
        return ", ".join(self) or "none"


def parse_words(raw: object) -> WordList:
    """Parse words separated by commas, or a list of words. `none` means no words."""
    given = raw.split(",") if isinstance(raw, str) else raw
    if isinstance(given, list) and all(isinstance(word, str) for word in given):
        return WordList(dict.fromkeys(word.strip() for word in given if word.strip() not in ("", "none")))
    raise InvalidValue("words", raw=repr(raw))


class StoreAddress(str):
    """The address of a server or a file, shown without its password."""

    __slots__ = ()

    def __str__(self) -> str:
        return redact(str.__str__(self))

    def __repr__(self) -> str:
        return repr(str(self))


def parse_address(raw: object) -> StoreAddress:
    """Parse a URL, or a single word such as `auto`."""
    return StoreAddress(parse_text(raw))


def parse_files(raw: object) -> str:
    """Parse where files are kept: `auto`, an absolute folder, or a bucket such as `s3://BUCKET/PREFIX`."""
    written = parse_text(raw).removeprefix("file://")
    if written == "auto" or written.startswith(("/", "s3://")):
        return written
    raise InvalidValue("files", raw=repr(raw)[:200])


def parse_text(raw: object) -> str:
    """Parse any text that is not empty."""
    if isinstance(raw, str) and raw.strip():
        return raw.strip()
    raise InvalidValue("text", raw=repr(raw))


def parse_hub(raw: object) -> str:
    """Parse where models are downloaded from: a known hub, or the address of a mirror."""
    written = parse_text(raw)
    is_known = written.lower() in ("auto", "huggingface", "modelscope")
    if is_known or (re.fullmatch(r"https?://[^/\s@]+(/[^ ]*)?", written)):
        return written.lower() if is_known else written
    raise InvalidValue("hub", raw=repr(raw))


def parse_search(raw: object) -> str:
    """Return a search service: the address of a SearXNG server, `tavily`, `mcp:SERVER/TOOL`, or `none`."""
    name = parse_text(raw).rstrip("/")
    if re.fullmatch(r"none|tavily|https?://.+|mcp:[a-z][a-z0-9_]{0,30}/[^\s/]{1,100}", name):
        return name
    raise InvalidValue("search", raw=repr(raw))


def parse_seconds(raw: object) -> float:
    """Parse a number of seconds, at most one day."""
    number = _parse_number(raw)
    if 0 < number <= 86_400:
        return number
    raise InvalidValue("seconds", raw=repr(raw))


def parse_wait(raw: object) -> float:
    """Parse a number of seconds, at most one day; 0 is without limit."""
    return 0.0 if _parse_number(raw) == 0 else parse_seconds(raw)


def parse_amount(raw: object) -> float:
    """Parse a number above 0, such as a price."""
    number = _parse_number(raw)
    if 0 < number < 1e9:
        return number
    raise InvalidValue("amount", raw=repr(raw))


def parse_percent(raw: object) -> float:
    """Parse a percentage above 0, such as `50` or `50%`."""
    if 0 < (number := _parse_number(str(raw).removesuffix("%"))) <= 100:
        return number
    raise InvalidValue("percent", raw=repr(raw))


def parse_whole_number(raw: object) -> int:
    """Parse a whole number above 0."""
    number = _parse_number(raw)
    if 0 < number < 1e12 and number == int(number):
        return int(number)
    raise InvalidValue("whole_number", raw=repr(raw))


def _parse_number(raw: object) -> float:
    """Parse a number; 0 if the value is not a number."""
    try:
        return float(raw) if isinstance(raw, str | int | float) and not isinstance(raw, bool) else 0.0
    except (ValueError, OverflowError):
        return 0.0


def parse_switch(raw: object) -> bool:
    """Parse on or off: a TOML boolean or one of the usual words."""
    written = str(raw).strip().lower()
    on, off = ("on", "true", "yes", "1"), ("off", "false", "no", "0")
    if written in on + off:
        return written in on
    raise InvalidValue("switch", raw=repr(raw))


@dataclass(frozen=True, slots=True)
class McpServerSetting:
    """An MCP server whose tools are used: a command to run, or the address of one that runs.

    `env` are the names of variables that the command gets besides the usual ones. Every call is asked for, unless
    `allow` says that the person agrees in advance.
    """

    name: str
    command: str = ""
    args: tuple[str, ...] = ()
    url: str = ""
    env: tuple[str, ...] = ()
    timeout: float = 60.0
    allow: bool = False

    def __str__(self) -> str:
        target = self.url or " ".join([self.command, *self.args])
        return f"{self.name}: {target}{' (allowed)' if self.allow else ''}"


class McpServers(tuple[McpServerSetting, ...]):
    """The MCP servers in the order of their names."""

    __slots__ = ()

    def __str__(self) -> str:
        return "; ".join(map(str, self)) or "none"


def parse_mcp(raw: object) -> McpServers:
    """Parse the table `[mcp.servers.NAME]`."""
    rows = raw.get("servers") if isinstance(raw, dict) and set(raw) <= {"servers"} else None
    if not isinstance(rows, dict):
        raise InvalidValue("mcp", raw=repr(raw)[:200])
    return McpServers(_mcp_server(name, row) for name, row in sorted(rows.items()))


def _mcp_server(name: str, row: object) -> McpServerSetting:
    given = dict(row) if isinstance(row, dict) else {}
    lists = [given.setdefault(key, []) for key in ("args", "env")]
    texts = [given.get("command", ""), given.get("url", ""), *(word for words in lists for word in words)]
    is_valid = (
        set(given) <= {"command", "args", "url", "env", "timeout", "allow"}
        and all(isinstance(words, list) for words in lists)
        and all(isinstance(written, str) and "\0" not in written for written in texts)
        and bool(given.get("command")) != bool(given.get("url"))
        and (not given.get("url") or re.match(r"https?://[^/\s@]+", given["url"]) is not None)
        and isinstance(given.get("allow", False), bool)
        and re.fullmatch(r"[a-z][a-z0-9_]{0,30}", name) is not None
    )
    if not is_valid:
        raise InvalidValue("mcp", raw=f"{name} = {row!r}"[:200])
    seconds = parse_seconds(given.pop("timeout", 60))
    args, env = (tuple(given.pop(key)) for key in ("args", "env"))
    return McpServerSetting(name, args=args, env=env, timeout=seconds, **given)
