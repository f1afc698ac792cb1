"""Chinese messages: the library of the person's own documents."""

from typing import Final

MESSAGES: Final[dict[str, str]] = {
    "reading.interrupted": "读取被中断；请重新添加这个文件",
    "reading.page_no_text": "这一页没有文字，可能是图片",
    "reason.library.full": "一个书架最多容纳 {limit} 份文档；请先删除一些",
}
