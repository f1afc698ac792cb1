"""Messages for people and models, in each language."""

import re
from collections.abc import Mapping
from typing import Final, Literal, get_args

from inkwright.errors import InkwrightError
from inkwright.i18n.en import MESSAGES as EN
from inkwright.i18n.zh import MESSAGES as ZH

Language = Literal["en", "zh"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)

_CATALOGUES: Final[Mapping[Language, Mapping[str, str]]] = {"en": EN, "zh": ZH}
_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff]")
_FILE_NAME = re.compile(r"(?<!\S)\S+\.[A-Za-z][A-Za-z0-9]{0,7}(?=[\s,;:!?)]|\.?(?:\s|$))")
_LOOK_AT = 4_000


def text(language: Language, key: str, /, **fields: object) -> str:
    """The message `key` in `language`, its fields filled in."""
    return _CATALOGUES[language][key].format(**fields)


def error_text(language: Language, error: InkwrightError) -> tuple[str, str]:
    """What happened and what to do, in `language`."""
    if language == "en":
        return error.what.format(**error.fields), error.todo.format(**error.fields)
    key = f"error.{error.code}"
    return text(language, f"{key}.what", **error.fields), text(language, f"{key}.todo", **error.fields)


def language_of(written: str) -> Language:
    """The language in which to answer this text: Chinese as soon as it holds a Chinese character. The names of files
    do not count beside other words.
    """
    if not _HAN.search(written, 0, _LOOK_AT):
        return "en"
    words = _FILE_NAME.sub("", written[:_LOOK_AT])
    return "zh" if _HAN.search(words) or not any(map(str.isalpha, words)) else "en"


def language_from_environment(environ: Mapping[str, str]) -> Language:
    """The language of a POSIX environment (`LC_ALL`, `LC_MESSAGES`, `LANG`), English where none is known."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = environ.get(name, "")
        if value:
            return "zh" if value.lower().startswith("zh") else "en"
    return "en"
