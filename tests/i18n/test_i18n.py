"""Messages: the same keys and the same fields in every language."""

import contextvars
import errno
import io
import os
import re
import string
from typing import Final

import pytest

from inkwright import i18n
from inkwright.errors import InkwrightError, InvalidSetting, NotFound, UnreadableFile
from inkwright.i18n import (
    Language,
    Reason,
    enter_by,
    error_message,
    error_text,
    has_message,
    language_from_environment,
    language_of,
    library_reason,
    register_messages,
    system_reason,
    text,
)
from inkwright.i18n.en import MESSAGES as EN
from inkwright.i18n.en.page import MESSAGES as EN_PAGE
from inkwright.i18n.zh import MESSAGES as ZH
from inkwright.i18n.zh.page import MESSAGES as ZH_PAGE
from inkwright.plurals import fill_in
from tests.each import each

FILLED_IN_THE_BROWSER: Final = ("page.", "quiz.page.")
"""The script of a page fills these in, without plurals."""

TEXTS: Final = frozenset(
    "address answer command ending extension file id item kind model name origin parser part path place program"
    " provider question reason server setting tag text title type value variable version wanted what what_kind written"
    " log opened url".split()
)
"""Fields that never hold a number. Every other field may be a count."""

COUNTED: Final = re.compile(r"\b[12] ((?:[a-z-]+ )?[a-z]+)\b")
"""A number and the one or two words after it."""

NO_PLURALS: Final = frozenset("already as does has is its lines needs s this was yours".split())
"""Words that end in s but are not plurals."""

PLURAL_VERBS: Final = frozenset("are do have need were".split())


SAME_IN_CHINESE: Final = {
    "doctor.python",
    "error.invalid_option.todo",
    "error.sources_lacking.todo",
    "error.unreadable_quiz.todo",
    "error.invalid_slide.todo",
    "error.limit_exceeded.todo",
    "files.title.id",
    "history.title.id",
    "origin.environment",
    "origin.file",
    "resume.title.id",
    "server.login.title",
    "token.row",
    "share.row",
}


def all_errors(kind: type[InkwrightError]) -> list[type[InkwrightError]]:
    return [kind, *(each for child in kind.__subclasses__() for each in all_errors(child))]


def english() -> dict[str, str]:
    """The English messages, those of the errors taken from their classes."""
    kinds = all_errors(InkwrightError)
    return {**EN} | {f"error.{kind.code}.{part}": getattr(kind, part) for kind in kinds for part in ("what", "todo")}


def fields(message: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(message) if name}


def test_every_language_has_the_same_keys() -> None:
    assert set(ZH) == set(english())


@each("key", sorted(EN))
def test_a_message_has_the_same_fields_in_every_language(key: str) -> None:
    assert fields(ZH[key]) == fields(EN[key])


def test_chinese_messages_are_chinese() -> None:
    same = {key for key, message in ZH.items() if message and message == english()[key]}
    assert same <= SAME_IN_CHINESE


@pytest.mark.parametrize(
    ("written", "language"),
    [
        ("hello", "en"),
        ("", "en"),
        ("你好", "zh"),
        ("Plan 计划", "zh"),
        ("ひらがな", "en"),
        ("x" * 5_000 + "汉", "en"),
        ("Make slides from 雨.md, and 云.md.", "en"),
        ("根据 雨.md 出题", "zh"),
        ("雨.md", "zh"),
        ("川についてのスライドを作って", "en"),
        ("关于河流の幻灯片", "zh"),
        ("How long is 长江?", "en"),
        ("Make a quiz about 长江三峡 for class 9", "en"),
        ("Explain the water cycle in 中文", "zh"),
        ("Make a 测验 about 长江的历史", "zh"),
    ],
)
def test_an_answer_is_in_the_language_of_the_text(written: str, language: Language) -> None:
    assert language_of(written) == language


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "zh_TW.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LC_MESSAGES": "zh_HK"}, "zh"),
    ],
)
def test_the_environment_decides_the_language(environ: dict[str, str], language: Language) -> None:
    assert language_from_environment(environ) == language


def test_a_message_is_filled_in() -> None:
    assert text("en", "cli.near", name="parse") == " Did you mean 'parse'?"


def forms(message: str) -> list[tuple[str, str]]:
    """The singular and the plural of every word that follows a number."""
    specs = [spec or "" for _, _, spec, _ in string.Formatter().parse(message)]
    return [(one, other) for one, bar, other in (spec.partition("|") for spec in specs) if bar]


SINGULARS: Final = {one for message in english().values() for one, _ in forms(message)} - NO_PLURALS


def counted(number: int, key: str) -> list[str]:
    """The words after every count of a message, where all of its counts are this number."""
    message = english()[key]
    filled = {name: "x" if name in TEXTS else number for name in fields(message)}
    return COUNTED.findall(fill_in(message, filled))


def is_plural(word: str) -> bool:
    return word in PLURAL_VERBS or (word.endswith("s") and word not in NO_PLURALS)


@each("key", sorted(key for key, message in english().items() if fields(message)))
def test_a_number_and_its_noun_agree(key: str) -> None:
    """No message says "1 questions", "1 empty pages", "1 were" or "2 question"."""
    ones = [words for words in counted(1, key) if words not in SINGULARS]
    assert [words for words in ones if any(map(is_plural, words.split()))] == []
    assert [words for words in counted(2, key) if words in SINGULARS] == []


@pytest.mark.parametrize("words", ["questions", "empty pages", "were", "of questions"])
def test_what_does_not_agree_is_recognised(words: str) -> None:
    assert any(map(is_plural, words.split()))


def test_no_message_leaves_the_plural_to_the_reader() -> None:
    assert [key for key, message in english().items() if "(s)" in message] == []


def test_a_message_that_a_page_fills_in_has_no_forms() -> None:
    assert [key for key, message in EN.items() if key.startswith(FILLED_IN_THE_BROWSER) and forms(message)] == []


def test_chinese_has_one_form() -> None:
    assert [key for key, message in ZH.items() if forms(message)] == []


def test_a_reason_is_rendered_in_the_language_of_the_message_around_it() -> None:
    unknown = Reason("reason.settings.unknown")
    reason = Reason("reason.did_you_mean", problem=unknown, near="'model'")
    assert str(reason) == "there is no such setting; did you mean 'model'"
    assert reason.text("zh") == "没有这项设置；是不是想写 'model'"
    error = InvalidSetting(name="modle", origin="a.toml", problem=reason)
    assert reason.text("zh") in error_text("zh", error)[0]
    assert str(reason) in str(error)


@each(
    "name",
    (
        "EACCES EADDRINUSE ECONNREFUSED ECONNRESET EDQUOT EEXIST EFBIG EHOSTUNREACH EINVAL EIO EISDIR ELOOP EMFILE "
        "ENAMETOOLONG ENETUNREACH ENOENT ENOSPC ENOTDIR ENOTEMPTY EPERM EPIPE EROFS ETIMEDOUT"
    ).split(),
)
def test_common_errors_of_the_system_are_reasons_in_both_languages(name: str) -> None:
    number = getattr(errno, name)
    reason = system_reason(OSError(number, "in the words of a library"))
    assert isinstance(reason, Reason)
    assert reason.text("en").casefold() == os.strerror(number).casefold()
    assert not re.search("[A-Za-z]", reason.text("zh"))


def test_an_unknown_error_of_the_system_keeps_its_own_text() -> None:
    assert system_reason(OSError(errno.EXDEV, "Invalid cross-device link")) == "Invalid cross-device link"
    assert system_reason(OSError("the moon is down")) == "the moon is down"


def test_the_words_of_a_library_are_one_line_without_addresses() -> None:
    said = ValueError(f"stream {io.BytesIO()!r}:\n unable to find {object()!r}")
    assert library_reason(said) == "stream unable to find"
    assert library_reason(ValueError("<" * 9_000), 20) == "<" * 20
    assert library_reason(KeyError()) == "KeyError"


def test_an_error_is_translated_together_with_its_reason() -> None:
    missing = UnreadableFile(name="default", problem=system_reason(FileNotFoundError(errno.ENOENT, "")))
    assert error_text("zh", missing)[0] == "无法读取 default：没有这个文件或文件夹。"
    assert error_text("en", missing)[0] == "Cannot read default: no such file or directory."


def test_text_in_the_fields_of_an_error_is_never_translated() -> None:
    assert error_text("zh", NotFound(what_kind="项目", id="timed out"))[0] == "没有项目 'timed out'。"
    foreign = UnreadableFile(name="a.md", problem="Permission denied by the server")
    assert error_text("zh", foreign)[0] == "无法读取 a.md：Permission denied by the server。"


def test_what_was_not_found_is_named_in_the_language_of_the_message() -> None:
    found = [error_text(language, NotFound(what_kind="ask", id="a"))[0] for language in ("en", "zh")]
    assert found == ["No question 'a' found.", "没有问题 'a'。"]


def test_the_messages_of_an_extension_are_shown_and_english_replaces_missing_ones() -> None:
    added = {"rain.count": "{count} {count:drop|drops}", "rain.only_english": "wet"}
    register_messages({"en": added, "zh": {"rain.count": "{count} 滴"}})
    try:
        register_messages({"en": added, "zh": {"rain.count": "{count} 滴"}})
        assert (text("en", "rain.count", count=1), text("zh", "rain.count", count=1)) == ("1 drop", "1 滴")
        assert text("zh", "rain.only_english") == "wet"
        assert has_message("rain.count")
        with pytest.raises(ValueError, match=r"Another message has the key 'rain\.count'"):
            register_messages({"en": {"rain.count": "other"}})
    finally:
        for catalogue in i18n._CATALOGUES.values():
            for key in added:
                del catalogue[key]


IN_A_TERMINAL: Final = re.compile(r"`?\binkwright [a-z]|(?<![\w-])--[a-z]|@notes|@FILE|(?<![\w/])/[a-z]{3,}\b")
SAID_IN_A_PAGE: Final = (
    "error.",
    "too_small.",
    "turn.",
    "by_rule.",
    "help_topic.",
    "authoring.",
    "grounded.",
    "export.",
)
"""What a turn or a request of a page may say. Commands and settings of the terminal speak of the terminal."""


def test_a_page_is_never_told_to_use_a_terminal() -> None:
    spoken = {key for key, message in english().items() if key.startswith(SAID_IN_A_PAGE)}
    terminal = {key for key in spoken if IN_A_TERMINAL.search(english()[key])}
    assert not terminal - EN_PAGE.keys()
    assert set(EN_PAGE) == set(ZH_PAGE)
    assert set(EN_PAGE) <= set(english())
    assert not [each for each in (*EN_PAGE.values(), *ZH_PAGE.values()) if IN_A_TERMINAL.search(each)]
    assert not [key for key in EN_PAGE if not fields(EN_PAGE[key]) == fields(ZH_PAGE[key]) <= fields(english()[key])]


def test_the_door_chooses_the_words_of_advice_and_only_within_its_task() -> None:
    def in_a_page() -> tuple[str, str]:
        enter_by("page")
        return text("zh", "too_small.model"), error_text("en", InvalidSetting(name="x", origin="y", problem="z"))[1]

    assert contextvars.copy_context().run(in_a_page) == (
        "先停下：我去设置更好的模型",
        "Whoever runs this service can fix it.",
    )
    assert "inkwright models set" in text("en", "too_small.model")


def test_a_message_of_two_sentences_has_no_space_between_them_in_chinese() -> None:
    missing = UnreadableFile(name="a.md", problem=Reason("reading.empty"))
    assert error_message("zh", missing) == "无法读取 a.md：它是空的。请检查文件名、文件内容和读取权限。"
    assert error_message("en", missing).startswith("Cannot read a.md: the file is empty. Check ")
