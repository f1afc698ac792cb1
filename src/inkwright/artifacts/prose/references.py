"""Finds references to figures and tables that the text does not have, and contents that name no heading."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from inkwright.artifacts.prose.prose_blocks import ProseBlock

_FAMILIES: Final = {
    "figure": r"Fig(?:ure|\.)?|图|圖",
    "table": r"Table|表",
    "section": r"Section|Chapter",
}
_NUMBER: Final = r"(\d{1,2}(?:[.-]\d{1,2})?)(?!\.?\d)"
_CAPTIONS: Final = {
    name: re.compile(rf"\s*(?:{words})\s?{_NUMBER}(?=[:：.．、\s—–-]|\s*\Z|[\u4e00-\u9fff])", re.I)
    for name, words in _FAMILIES.items()
}
_OTHER_WORK: Final = r"(?!\s{0,2}(?:of|from|in)\b(?! (?:the )?(?:text|section|chapter|appendix|next|previous))| ?['’]s)"
_MENTIONS: Final = {
    name: re.compile(rf"(?:{before})\s?{_NUMBER}{_OTHER_WORK}")
    for name, before in (
        ("figure", r"(?<![\w-])(?:[Ff]ig(?:ure|\.))|(?:(?<![^见如由从据看按参及和与至、（(，。；：以在])(?:图|圖))"),
        ("table", r"(?<![\w-])Table|(?:(?<![^见如由从据看按参及和与至、（(，。；：以在])表)"),
        ("section", r"\b(?:[Ss]ee|[Ii]n) (?:[Ss]ection|[Cc]hapter)"),
    )
}
_LONGEST_CAPTION: Final = 240
_ENTRY: Final = re.compile(
    r"(?P<name>\S[^\t\n]{1,120}?)\s{0,3}(?:\t+|\.{3,200}|…{2,100}|·{3,200})\s{0,3}\d{1,3}\s{0,3}"
)
_FEWEST_ENTRIES: Final = 3


def missing_targets(blocks: Sequence[ProseBlock]) -> Iterator[str]:
    """Yield what a text refers to and does not have, such as `Figure 4`, if it numbers others of that kind.

    Figures of other works, as in `Figure 3 of the report`, are no references.
    """
    for name, caption in _CAPTIONS.items():
        captions = [_caption_number(block, name, caption) for block in blocks]
        known = {number for number in captions if number}
        if not known:
            continue
        said: dict[str, str] = {}
        for block, own in zip(blocks, captions, strict=True):
            for found in _MENTIONS[name].finditer(block.text):
                if found[1] not in known and found[1] != own:
                    said.setdefault(found[1], found[0].strip())
        yield from said.values()


def _caption_number(block: ProseBlock, family: str, pattern: re.Pattern[str]) -> str:
    """Return the number of a caption; of sections, the number in the heading itself."""
    if family == "section":
        found = re.match(r"\s*(?:(?:Section|Chapter)\s)?(\d{1,2}(?:\.\d{1,2})?)[.:、\s]", block.text)
        return found[1] if found and block.kind == "heading" else ""
    written = pattern.match(block.text) if len(block.text) <= _LONGEST_CAPTION else None
    return written[1] if written else ""


def missing_headings(blocks: Sequence[ProseBlock]) -> Iterator[str]:
    """Yield the entries of contents with page numbers that name no heading. Most of the others must name one."""
    headings = {_plain(block.text) for block in blocks if block.kind == "heading"}
    entries = [found["name"] for block in blocks if block.kind != "heading" and (found := _ENTRY.fullmatch(block.text))]
    lost = [name for name in entries if _plain(name) not in headings]
    if len(entries) >= _FEWEST_ENTRIES and len(lost) <= len(entries) // 3:
        yield from lost


def _plain(name: str) -> str:
    return re.sub(r"\W+", "", name).casefold()


def skipped_levels(blocks: Sequence[ProseBlock]) -> Iterator[str]:
    """Yield headings two or more levels below the heading before them."""
    level = 0
    for block in blocks:
        if block.kind != "heading" or not block.text.strip():
            continue
        if level and block.level > level + 1:
            yield block.text.strip()
        level = block.level
