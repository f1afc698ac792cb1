"""Read subtitles (.srt, .vtt) as running text, without their times."""

import html
import re
from typing import Final

from inkwright.artifacts.source_formats.records import DocumentFormat, begins_with
from inkwright.artifacts.text_decoding import decode_text
from inkwright.i18n import Language

_TIMES: Final = re.compile(r"^\s*(?:\d{1,3}:)?\d{1,2}:\d{2}[.,]\d{1,3}\s*-->")
_NUMBER: Final = re.compile(r"^\s*\d{1,7}\s*$")
_HEADER: Final = re.compile(r"^\ufeff?WEBVTT\b|^(?:Kind|Language):\s", re.IGNORECASE)
_BLOCK: Final = re.compile(r"^(?:NOTE|STYLE|REGION)\b")
_TAG: Final = re.compile(r"<[^<>\n]{0,100}>|\{\\[^{}\n]{0,100}\}")
_SENTENCE_END: Final = tuple(".!?。！？…”\"')）")
_PARAGRAPH: Final = 400
"""After about this many characters, the end of a sentence ends the paragraph."""


def read_subtitles(content: bytes, _language: Language) -> str:
    """Return what is said. Lines that a cue repeats from the one before are left out."""
    paragraphs: list[list[str]] = [[]]
    for cue in _cues(decode_text(content)):
        if paragraphs[-1] and cue == paragraphs[-1][-1]:
            continue
        paragraphs[-1].append(cue)
        if cue.endswith(_SENTENCE_END) and sum(map(len, paragraphs[-1])) > _PARAGRAPH:
            paragraphs.append([])
    return "\n\n".join(_joined(each) for each in paragraphs if each) + "\n"


def _cues(written: str) -> list[str]:
    lines: list[str] = []
    is_skipped = is_cue = False
    for line in written.split("\n"):
        if not line.strip():
            is_skipped = is_cue = False
        elif _BLOCK.match(line) and not is_cue:
            is_skipped = True
        elif _TIMES.match(line):
            is_cue = True
        elif is_cue and not is_skipped:
            lines.append(html.unescape(_TAG.sub("", line)).strip())
        elif not (is_skipped or _HEADER.match(line) or _NUMBER.match(line) or not lines):
            lines.append(line.strip())
    return [line for line in lines if line]


def _joined(lines: list[str]) -> str:
    """Join the lines: with a space, but not between Chinese characters."""
    return re.sub(r"(?<=[\u3000-\u9fff\uff00-\uffef]) (?=[\u3000-\u9fff\uff00-\uffef])", "", " ".join(lines))


FORMATS: Final = (
    DocumentFormat("vtt", (".vtt",), read_subtitles, begins_with(rb"WEBVTT\b"), is_text=True, is_bounded=True),
    DocumentFormat(
        "srt",
        (".srt",),
        read_subtitles,
        begins_with(rb"1\r?\n\d\d:\d\d:\d\d,\d{3} -->"),
        is_text=True,
        is_bounded=True,
    ),
)
