"""Reasons that arise in English are told in Chinese to people who read Chinese."""

import errno
import os
import re
from pathlib import Path

import pytest

import inkwright
from inkwright.errors import InvalidOption, ModelUnavailable, ModelUnknown, NotFound, UnreadableFile
from inkwright.i18n import error_text, translate_reason
from inkwright.i18n.zh.error_reasons import REASONS
from inkwright.llm.model_names import parse_model_name

SOURCE = "\n".join(path.read_text(encoding="utf-8") for path in Path(inkwright.__file__).parent.rglob("*.py"))
COMMON = (
    "EACCES EADDRINUSE ECONNREFUSED ECONNRESET EDQUOT EEXIST EFBIG EHOSTUNREACH EINVAL EIO EISDIR ELOOP EMFILE "
    "ENAMETOOLONG ENETUNREACH ENOENT ENOSPC ENOTDIR ENOTEMPTY EPERM EPIPE EROFS ETIMEDOUT"
).split()
OF_ARGPARSE = (
    "ambiguous option", "argument {name}:", "expected", "ignored explicit", "invalid", "not allowed", "one of the",
    "the following", "unrecognized", "[Errno",
)  # fmt: skip


@pytest.mark.parametrize("name", COMMON)
def test_what_the_system_says_is_told_in_chinese(name: str) -> None:
    said = os.strerror(getattr(errno, name))
    assert translate_reason("en", said) == said
    assert not re.search("[A-Za-z]", translate_reason("zh", said))


def test_a_message_of_the_system_is_found_inside_of_what_a_library_says() -> None:
    assert translate_reason("zh", "[Errno 2] No such file or directory: 'a.md'") == "没有这个文件或文件夹: 'a.md'"
    assert translate_reason("zh", "local: gone; my: All connection attempts failed") == "local: gone; my: 连接不上"


def test_what_is_not_known_stays_as_it_is() -> None:
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
def test_what_stands_inside_of_a_reason_is_kept_and_a_reason_inside_is_put_into_chinese(said: str, told: str) -> None:
    assert translate_reason("zh", said) == told


def test_errors_are_told_in_chinese_with_their_reasons() -> None:
    missing = UnreadableFile(name="default", problem=os.strerror(errno.ENOENT))
    assert error_text("zh", missing)[0] == "无法读取 default：没有这个文件或文件夹。"
    assert error_text("en", missing)[0] == "Cannot read default: No such file or directory."
    assert error_text("zh", ModelUnavailable(model="m", problem="timed out"))[0] == "无法连接模型 m：超时。"
    assert error_text("zh", InvalidOption(option="o", value="timed out", allowed="It must be new or empty.")) == (
        "o='timed out' 不可用。",
        "应为新文件夹或空文件夹。",
    )
    assert error_text("zh", NotFound(what_kind="项目", id="flag"))[0] == "没有 项目 'flag'。"


def test_a_wrong_name_of_a_model_is_told_in_chinese() -> None:
    with pytest.raises(ModelUnknown) as caught:
        parse_model_name("opnai:gpt")
    told = error_text("zh", caught.value)[0]
    assert told.startswith("没有 'opnai:gpt' 这个模型：名称以 openai,")
    assert told.endswith("；是不是想写 'openai:gpt'。")


@pytest.mark.parametrize("english", sorted(REASONS))
def test_each_reason_is_one_that_the_program_gives(english: str) -> None:
    """A reason whose English words change would be told in English again."""
    if english.startswith(OF_ARGPARSE):
        return
    written = [part for part in re.split(r"\{\w+\}", english) if re.search("[a-z]", part)]
    spoken = SOURCE.replace(
        (Path(inkwright.__file__).parent / "i18n/zh/error_reasons.py").read_text(encoding="utf-8"), ""
    )
    assert [part for part in written if part not in spoken and part.removesuffix("local") not in spoken] == []
