"""The messages of argparse in Chinese."""

import argparse

import pytest

from inkwright.cli.argparse_messages import translate_usage_error


class Refusing(argparse.ArgumentParser):
    """Raises what argparse says, instead of ending the program."""

    def error(self, message: str) -> None:  # type: ignore[override]
        raise ValueError(message)


def message_of(*words: str) -> str:
    """What this version of argparse really says."""
    parser = Refusing()
    parser.add_argument("--number", type=int)
    parser.add_argument("--size", choices=["small", "large"])
    parser.add_argument("--switch", action="store_true")
    either = parser.add_mutually_exclusive_group(required=True)
    either.add_argument("--first")
    either.add_argument("--second")
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - the message is what is tested
        parser.parse_args(words)
    return str(refused.value)


@pytest.mark.parametrize(
    ("words", "chinese"),
    [
        (("--first", "1", "--number", "x"), "参数 --number：'x' 不是整数"),
        (("--first",), "参数 --first：后面要写一个值"),
        (("--first", "1", "--switch=1"), "参数 --switch：后面不能写值（'1'）"),
        (("--first", "1", "--second", "2"), "参数 --second：不能与 --first 同时使用"),
        (("--first", "1", "--s", "x"), "--s 有歧义"),
        (("--first", "1", "--size", "huge"), "参数 --size：不能是 'huge'，只能是 "),
        ((), "--first --second 中要给出一个"),
        (("--first", "1", "word"), "不认识的参数 word"),
    ],
)
def test_each_message_has_a_translation(words: tuple[str, ...], chinese: str) -> None:
    message = message_of(*words)
    assert translate_usage_error("zh", message).startswith(chinese)
    assert translate_usage_error("en", message) == message


def test_an_unknown_message_stays_in_english() -> None:
    assert translate_usage_error("zh", "argument N: out of paper") == "参数 N：out of paper"
    assert translate_usage_error("zh", "out of paper") == "out of paper"
