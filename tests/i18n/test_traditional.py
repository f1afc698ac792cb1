"""Traditional Chinese messages: made from the simplified ones, with words as they are used in Taiwan."""

import asyncio
import re

from inkwright.i18n import is_traditional_locale, script_of, text, write_traditional
from inkwright.i18n.traditional import is_traditional, to_traditional
from inkwright.i18n.zh import MESSAGES
from tests.each import each


def test_no_message_keeps_a_character_that_only_simplified_texts_have() -> None:
    """Big5 has the traditional characters and none of the simplified ones that differ."""
    left = {
        sign: key
        for key, message in MESSAGES.items()
        for sign in re.findall("[\u3400-\u9fff]", to_traditional(message))
        if sign.encode("big5", "ignore") == b""
    }
    assert left == {}


@each(
    "simplified, traditional",
    [
        ("文件夹里的文件", "資料夾裡的檔案"),
        ("默认设置", "預設設定"),
        ("重复", "重複"),
        ("恢复", "恢復"),
        ("若干幻灯片", "若干投影片"),
        ("批准", "批准"),
        ("按 {文件} 打开", "按 {文件} 開啟"),
        ("English {count:page|pages}", "English {count:page|pages}"),
    ],
)
def test_words_and_characters_are_those_of_taiwan(simplified: str, traditional: str) -> None:
    assert to_traditional(simplified) == traditional


@each(
    "written, expected",
    [
        ("用這份筆記做一份測驗", True),
        ("用这份笔记做一份测验", False),
        ("做一份 PDF", False),
        ("請用 @笔记.md 做簡報", True),
        ("Rivers", False),
        ("", False),
    ],
)
def test_a_text_shows_its_script(written: str, expected: bool) -> None:
    assert is_traditional(written) is expected


def test_messages_are_traditional_within_a_turn_of_such_a_message_and_not_after_it() -> None:
    with script_of("這是什麼？"):
        assert text("zh", "cli.error") == to_traditional(MESSAGES["cli.error"])
        assert text("zh", "write.done", path="文件夹", size="1").count("文件夹") == 1
        assert text("en", "cli.error") == "Error"
    assert text("zh", "chat.command.files") == MESSAGES["chat.command.files"]


def test_the_choice_holds_for_a_task_and_those_that_it_starts() -> None:
    async def said() -> str:
        return text("zh", "terminal.queue.hint")

    async def work() -> list[str]:
        write_traditional(True)
        return [await asyncio.create_task(said()), await asyncio.to_thread(text, "zh", "terminal.queue.hint")]

    assert asyncio.run(work()) == ["按 Esc 收回最後一條。"] * 2
    assert text("zh", "terminal.queue.hint") == "按 Esc 收回最后一条。"


@each(
    "environ, expected",
    [
        ({"LANG": "zh_TW.UTF-8"}, True),
        ({"LANG": "zh_HK.UTF-8", "LC_ALL": ""}, True),
        ({"LANG": "zh_TW.UTF-8", "LC_ALL": "zh_CN.UTF-8"}, False),
        ({}, False),
    ],
)
def test_a_locale_chooses_the_script(environ: dict[str, str], expected: bool) -> None:
    assert is_traditional_locale(environ) is expected
