"""Messages for people and models, in each language."""

import errno
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, get_args

from inkwright.errors import InkwrightError
from inkwright.i18n.en import MESSAGES as EN
from inkwright.i18n.zh import MESSAGES as ZH
from inkwright.i18n.zh.error_reasons import REASONS, SYSTEM_REASONS
from inkwright.plurals import fill_in

Language = Literal["en", "zh"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)

_SYSTEM_REASON: Final = re.compile("|".join(map(re.escape, SYSTEM_REASONS)))
_CATALOGUES: Final[Mapping[Language, Mapping[str, str]]] = {"en": EN, "zh": ZH}
_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff]")
_FILE_NAME = re.compile(r"(?<!\S)\S+\.[A-Za-z][A-Za-z0-9]{0,7}(?=[\s,;:!?)]|\.?(?:\s|$))")
_MAX_EXAMINED = 4_000
_FIELD = re.compile(r"\\\{(\w+)\\\}")
_REASON_FIELDS: Final = ("allowed", "origin", "problem")
"""The fields of errors that may hold a reason in English. The others hold what the person wrote."""


@dataclass(frozen=True, slots=True, init=False)
class Reason:
    """A message before its language is chosen: a key and its fields.

    Code that finds a problem does not know who will read about it. It puts a reason into the error or the message, and
    whoever renders that for a reader renders the reason too. Reasons may hold reasons.
    """

    key: str
    fields: Mapping[str, object]

    def __init__(self, key: str, /, **fields: object) -> None:
        object.__setattr__(self, "key", key)
        object.__setattr__(self, "fields", fields)

    def text(self, language: Language) -> str:
        """The reason in `language`."""
        return text(language, self.key, **self.fields)

    def __str__(self) -> str:
        return self.text("en")


def system_reason(error: OSError) -> "Reason | str":
    """Why the operating system refused: a reason where the error number is a known one, else the system's words."""
    key = f"reason.system.{errno.errorcode.get(error.errno or 0, '')}"
    return Reason(key) if key in EN else error.strerror or str(error)


def text(language: Language, key: str, /, **fields: object) -> str:
    """The message `key` in `language`, its fields filled in."""
    return fill_in(_CATALOGUES[language][key], _rendered(language, fields))


def _rendered(language: Language, fields: Mapping[str, object]) -> dict[str, object]:
    """The fields, with every reason among them in `language`."""
    return {name: value.text(language) if isinstance(value, Reason) else value for name, value in fields.items()}


def error_text(language: Language, error: InkwrightError) -> tuple[str, str]:
    """What happened and what to do, in `language`."""
    if language == "en":
        return fill_in(error.what, error.fields), fill_in(error.todo, error.fields)
    key = f"error.{error.code}"
    told = {name: _translate_field(name, value, language) for name, value in error.fields.items()}
    return text(language, f"{key}.what", **told), text(language, f"{key}.todo", **told)


def _translate_field(name: str, value: object, language: Language) -> object:
    return translate_reason(language, value) if name in _REASON_FIELDS and isinstance(value, str) else value


def translate_reason(language: Language, written: str) -> str:
    """What the system or a part of the program says in English, in `language`; what is not known stays as it is."""
    if language == "en":
        return written
    known = REASONS.get(written) or SYSTEM_REASONS.get(written)
    if known is not None:
        return known
    for pattern, chinese in _reason_patterns():
        found = pattern.fullmatch(written)
        if found:
            inner = {
                name: translate_reason(language, part) for name, part in found.groupdict().items() if name == "problem"
            }
            return chinese.format(**found.groupdict() | inner)
    return _SYSTEM_REASON.sub(lambda found: SYSTEM_REASONS[found[0]], written)


@cache
def _reason_patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """The reasons with something in them, as they are recognised: of two that fit the longer one is meant."""
    open_ones = sorted((each for each in REASONS.items() if "{" in each[0]), key=lambda each: -len(each[0]))
    return tuple(
        (re.compile(_FIELD.sub(r"(?P<\1>.+?)", re.escape(english)), re.DOTALL), chinese)
        for english, chinese in open_ones
    )


def language_of(written: str) -> Language:
    """The language in which to answer this text: Chinese as soon as it holds a Chinese character. The names of files
    do not count beside other words.
    """
    if not _HAN.search(written, 0, _MAX_EXAMINED):
        return "en"
    words = _FILE_NAME.sub("", written[:_MAX_EXAMINED])
    return "zh" if _HAN.search(words) or not any(map(str.isalpha, words)) else "en"


def language_from_environment(environ: Mapping[str, str]) -> Language:
    """The language of a POSIX environment (`LC_ALL`, `LC_MESSAGES`, `LANG`), English where none is known."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = environ.get(name, "")
        if value:
            return "zh" if value.lower().startswith("zh") else "en"
    return "en"
