"""Reasons in English are translated for readers of Chinese."""

import errno
import os
import re

import pytest

from inkwright.errors import InvalidOption, ModelUnavailable, ModelUnknown, NotFound, UnreadableFile
from inkwright.i18n import error_text, translate_reason
from inkwright.llm.model_names import parse_model_name

COMMON = (
    "EACCES EADDRINUSE ECONNREFUSED ECONNRESET EDQUOT EEXIST EFBIG EHOSTUNREACH EINVAL EIO EISDIR ELOOP EMFILE "
    "ENAMETOOLONG ENETUNREACH ENOENT ENOSPC ENOTDIR ENOTEMPTY EPERM EPIPE EROFS ETIMEDOUT"
).split()


@pytest.mark.parametrize("name", COMMON)
def test_messages_of_the_system_are_translated(name: str) -> None:
    said = os.strerror(getattr(errno, name))
    assert translate_reason("en", said) == said
    assert not re.search("[A-Za-z]", translate_reason("zh", said))


def test_a_message_of_the_system_is_found_inside_the_text_of_a_library() -> None:
    assert translate_reason("zh", "[Errno 2] No such file or directory: 'a.md'") == "没有这个文件或文件夹: 'a.md'"
    assert translate_reason("zh", "local: gone; my: All connection attempts failed") == "local: gone; my: 连接不上"


def test_an_unknown_text_does_not_change() -> None:
    assert translate_reason("zh", "the moon is down") == "the moon is down"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("it is larger than 16,000,000 bytes (setting max_input)", "它超过 16,000,000 字节（设置 max_input）"),
        ("Its name ends in one of .md, .zip; or say --to.", "文件名应以其中之一结尾：.md, .zip；或者用 --to 说明。"),
        ("argument N: invalid int value: 'x'", "参数 N：'x' 不是整数"),
        ("it must be one of a, b, not 'c'", "应为 a, b 之一，而不是 'c'"),
    ],
)
def test_the_fields_of_a_reason_stay_and_a_nested_reason_is_translated(said: str, told: str) -> None:
    assert translate_reason("zh", said) == told


def test_errors_are_translated_with_their_reasons() -> None:
    missing = UnreadableFile(name="default", problem=os.strerror(errno.ENOENT))
    assert error_text("zh", missing)[0] == "无法读取 default：没有这个文件或文件夹。"
    assert error_text("en", missing)[0] == "Cannot read default: No such file or directory."
    assert error_text("zh", ModelUnavailable(model="m", problem="timed out"))[0] == "无法连接模型 m：超时。"
    assert error_text("zh", InvalidOption(option="o", value="timed out", allowed="It must be new or empty.")) == (
        "o='timed out' 不可用。",
        "应为新文件夹或空文件夹。",
    )
    assert error_text("zh", NotFound(what_kind="项目", id="flag"))[0] == "没有 项目 'flag'。"


def test_an_invalid_model_name_is_reported_in_chinese() -> None:
    with pytest.raises(ModelUnknown) as caught:
        parse_model_name("opnai:gpt")
    told = error_text("zh", caught.value)[0]
    assert told.startswith("没有 'opnai:gpt' 这个模型：名称以 openai,")
    assert told.endswith("；是不是想写 'openai:gpt'。")
