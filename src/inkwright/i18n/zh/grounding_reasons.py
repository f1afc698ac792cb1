"""Chinese reasons of papers and authoring, to be put into errors."""

from typing import Final

MESSAGES: Final[dict[str, str]] = {
    "reason.authoring.empty_markup": "网页的标记是空的",
    "reason.authoring.no_code": "其中没有代码",
    "reason.papers.repeated_quote": "每个句子只能选择一次",
}
