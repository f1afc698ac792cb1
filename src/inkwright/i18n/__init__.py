"""Messages for people and models, in each language."""

import errno
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, get_args

from inkwright.errors import InkwrightError
from inkwright.i18n.en import MESSAGES as EN
from inkwright.i18n.en.page import MESSAGES as EN_PAGE
from inkwright.i18n.traditional import is_traditional, to_traditional
from inkwright.i18n.zh import MESSAGES as ZH
from inkwright.i18n.zh.page import MESSAGES as ZH_PAGE
from inkwright.plurals import fill_in

Language = Literal["en", "zh"]
LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
Door = Literal["terminal", "page"]
"""Where a person meets Inkwright. It decides how advice is worded: a page has no commands."""
DOOR_HEADER: Final = "x-inkwright-door"
"""With it a client says that its advice is read in a terminal; to others a service names its page."""

_CATALOGUES: Final[Mapping[Language, dict[str, str]]] = {"en": dict(EN), "zh": dict(ZH)}
_PAGE_WORDINGS: Final[Mapping[Language, Mapping[str, str]]] = {"en": EN_PAGE, "zh": ZH_PAGE}
_DOOR: ContextVar[Door] = ContextVar("door", default="terminal")
_IS_TRADITIONAL: ContextVar[bool] = ContextVar("is_traditional", default=False)
_OBJECT: Final = re.compile(r"<[^<>]{1,200} at 0x[0-9a-fA-F]{1,16}>:?")
_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff]")
_FULL_WIDTH = re.compile("[，。？！、；：《》【】（）～]")
_KANA = re.compile("[\u3041-\u30fa]")
_HAN_PER_KANA = 4
_LATIN_WORD = re.compile(r"[A-Za-z]+(?:['’][A-Za-z]+)?")
_MIN_ENGLISH = 2
_HAN_PER_WORD = 2
_ENGLISH_GRAMMAR = frozenset(
    "a an the is are was were do does did of about for from in on to with and what who how why when where which".split()
)
_CHINESE_GRAMMAR = re.compile(
    "[的了吗嗎呢把被請请給给帮幫做写寫用讲講关關是在我你他她们們这這那哪几幾什谁誰怎题題页頁份个個]|多少|中文|汉语|漢語|国语|國語|翻译|翻譯"
)
"""Words of a Chinese sentence, which a name does not have, and the wish for an answer in Chinese."""
"""Japanese has at least one kana for so many Chinese characters; a Chinese text may hold one for decoration."""

_FILE_NAME = re.compile(r"(?<!\S)\S+\.[A-Za-z][A-Za-z0-9]{0,7}(?=[\s,;:!?)]|\.?(?:\s|$))")
_MAX_EXAMINED = 4_000


@dataclass(frozen=True, slots=True, init=False)
class Reason:
    """A message before its language is chosen: a key and its fields.

    Code that finds a problem does not know the language of the reader. It puts a reason into the error or message, and
    the reason is rendered together with it. The fields of a reason may be reasons too.
    """

    key: str
    fields: Mapping[str, object]

    def __init__(self, key: str, /, **fields: object) -> None:
        object.__setattr__(self, "key", key)
        object.__setattr__(self, "fields", fields)

    def text(self, language: Language) -> str:
        """Return the reason in `language`."""
        return text(language, self.key, **self.fields)

    def __str__(self) -> str:
        return self.text("en")


def system_reason(error: OSError) -> "Reason | str":
    """Return the reason for an error of the operating system; the system's own text if its number is not known."""
    key = f"reason.system.{errno.errorcode.get(error.errno or 0, '')}"
    return Reason(key) if has_message(key) else error.strerror or str(error)


def library_reason(problem: Exception, limit: int = 200) -> str:
    """Return what a library says of a problem, in one line, without the addresses of its objects."""
    said = " ".join(_OBJECT.sub("", str(problem)[: 10 * limit]).split())
    return said[:limit] or type(problem).__name__


def register_messages(messages: Mapping[Language, Mapping[str, str]]) -> None:
    """Add the messages of an extension. Other languages show the English text of a message that they lack.

    A key can be taken once; adding the same text again changes nothing.
    """
    for key, english in messages["en"].items():
        for language, catalogue in _CATALOGUES.items():
            written = messages.get(language, {}).get(key, english)
            if catalogue.setdefault(key, written) != written:
                raise ValueError(f"Another message has the key {key!r}.")


def has_message(key: str) -> bool:
    """Whether there is a message with this key."""
    return key in _CATALOGUES["en"]


def message_keys(prefix: str) -> list[str]:
    """Return the keys of all messages that begin with a prefix."""
    return [key for key in _CATALOGUES["en"] if key.startswith(prefix)]


def message_template(language: Language, key: str) -> str:
    """Return a message with the names of its fields in braces."""
    return _CATALOGUES[language][key]


def text(language: Language, key: str, /, **fields: object) -> str:
    """Return the message `key` in `language`, with its fields filled in."""
    message = _page_wording(language, key) or _CATALOGUES[language][key]
    if language == "zh" and _IS_TRADITIONAL.get():
        message = _traditional(message)
    return fill_in(message, _rendered(language, fields))


def labelled(language: Language, label: str, value: object) -> str:
    """Return a label and its value with the colon of the language between them."""
    return text(language, "cli.labelled", label=label, value=value)


def enter_by(door: Door) -> None:
    """Let the advice in messages be worded for this door, in this task and those that it starts."""
    _DOOR.set(door)


def _page_wording(language: Language, key: str) -> str | None:
    return _PAGE_WORDINGS[language].get(key) if _DOOR.get() == "page" else None


@lru_cache(maxsize=4_096)
def _traditional(message: str) -> str:
    return to_traditional(message)


def write_traditional(is_chosen: bool) -> None:
    """Let Chinese messages be traditional, or simplified again, in this task and those that it starts."""
    _IS_TRADITIONAL.set(is_chosen)


@contextmanager
def script_of(written: str) -> Iterator[None]:
    """Within this context, Chinese messages are traditional if the text of the person is."""
    token = _IS_TRADITIONAL.set(_IS_TRADITIONAL.get() or is_traditional(written))
    try:
        yield
    finally:
        _IS_TRADITIONAL.reset(token)


def _rendered(language: Language, fields: Mapping[str, object]) -> dict[str, object]:
    """Return the fields with every reason, and the kind of what was not found, rendered in `language`."""
    rendered = {name: value.text(language) if isinstance(value, Reason) else value for name, value in fields.items()}
    kind = rendered.get("what_kind")
    if isinstance(kind, str) and has_message(key := f"kind.{kind.replace(' ', '_')}"):
        rendered["what_kind"] = text(language, key)
    return rendered


def error_text(language: Language, error: InkwrightError) -> tuple[str, str]:
    """Return what happened and what to do, in `language`."""
    key = f"error.{error.code}"
    if language == "en":
        todo = _page_wording("en", f"{key}.todo") or error.todo
        fields = _rendered("en", error.fields)
        return fill_in(error.what, fields), fill_in(todo, fields)
    return text(language, f"{key}.what", **error.fields), text(language, f"{key}.todo", **error.fields)


def error_message(language: Language, error: InkwrightError) -> str:
    """Return what happened and what to do as one text: Chinese sentences have no space between them."""
    return ("" if language == "zh" else " ").join(filter(None, error_text(language, error)))


def language_of(written: str) -> Language:
    """Return the language for the answer to a text: Chinese if it contains a Chinese character and is not Japanese, or
    has Chinese punctuation and no letter.

    File names count only if the text has no other words.
    """
    if not _HAN.search(written, 0, _MAX_EXAMINED):
        examined = written[:_MAX_EXAMINED]
        return "zh" if _FULL_WIDTH.search(examined) and not any(map(str.isalpha, examined)) else "en"
    words = _FILE_NAME.sub("", written[:_MAX_EXAMINED])
    if len(_KANA.findall(words)) * _HAN_PER_KANA > len(_HAN.findall(words)):
        return "en"
    if _is_english_with_names(words):
        return "en"
    return "zh" if _HAN.search(words) or not any(map(str.isalpha, words)) else "en"


def _is_english_with_names(words: str) -> bool:
    """Whether an English sentence contains no more Chinese than names: "How long is 长江?"."""
    letters = next((each for each in words if each.isalpha()), "")
    latin = _LATIN_WORD.findall(words)
    names = "".join(_HAN.findall(words))
    is_english = letters.isascii() and len(latin) >= _MIN_ENGLISH and not _FULL_WIDTH.search(words)
    grammar = sum(each.lower() in _ENGLISH_GRAMMAR for each in latin)
    return (
        is_english and grammar > 0 and len(names) <= _HAN_PER_WORD * len(latin) and not _CHINESE_GRAMMAR.search(names)
    )


def language_from_environment(environ: Mapping[str, str]) -> Language:
    """Return the language of a POSIX environment (`LC_ALL`, `LC_MESSAGES`, `LANG`); English by default."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = environ.get(name, "")
        if value:
            return "zh" if value.lower().startswith("zh") else "en"
    return "en"


def is_traditional_locale(environ: Mapping[str, str]) -> bool:
    """Whether a POSIX environment asks for traditional Chinese: Taiwan, Hong Kong, Macau."""
    values = (environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return next(filter(None, values), "").lower().startswith(("zh_tw", "zh_hk", "zh_mo", "zh_hant"))
