"""Messages: the same keys and the same fields in every language."""

import string

import pytest

from inkwright.errors import InkwrightError
from inkwright.i18n import Language, language_from_environment, language_of, text
from inkwright.i18n.en import MESSAGES as EN
from inkwright.i18n.zh import MESSAGES as ZH


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


@pytest.mark.parametrize("key", sorted(EN))
def test_a_message_has_the_same_fields_in_every_language(key: str) -> None:
    assert fields(ZH[key]) == fields(EN[key])


def test_chinese_messages_are_chinese() -> None:
    same = {key for key, message in ZH.items() if message and message == english()[key]}
    assert same <= {
        "doctor.python",
        "error.invalid_option.todo",
        "error.unreadable_quiz.todo",
        "origin.environment",
        "origin.file",
    }


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
