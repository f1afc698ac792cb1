"""Finds references to figures and tables that the text does not have, and contents that name no heading."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
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
    r"(?P<name>\S[^\t\n]{1,120}?)\s{0,3}(?:\t+|(?:\s?\.){3,110}|…{2,100}|·{3,200})\s{0,3}\d{1,3}\s{0,3}"
)
_FEWEST_ENTRIES: Final = 3
_MOST_ENTRIES: Final = 300
_LONG: Final = 60
_LETTERS: Final = re.compile(r"[^\W\d_]{3}")


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
    entries = [name for block in blocks if block.kind != "heading" and (name := _entry(block.text))]
    yield from _lost(entries, [name for name in entries if _plain(name) not in headings])


def missing_lines(lines: Sequence[str]) -> Iterator[str]:
    """Yield the entries of contents that no other text names, where nobody knows what is a heading."""
    entries = [name for line in lines if (name := _entry(line))][:_MOST_ENTRIES]
    others = "".join(_plain(line) for line in lines if not _entry(line)) if len(entries) >= _FEWEST_ENTRIES else ""
    yield from _lost(entries, [name for name in entries if _plain(name) not in others])


def _entry(line: str) -> str:
    found = _ENTRY.fullmatch(line) if len(line) <= _LONGEST_CAPTION else None
    return found["name"] if found else ""


def _lost(entries: Sequence[str], lost: Sequence[str]) -> Sequence[str]:
    return lost if len(entries) >= _FEWEST_ENTRIES and len(lost) <= len(entries) // 3 else ()


def _plain(name: str) -> str:
    return re.sub(r"\W+", "", name).casefold()


def repeated_text(blocks: Sequence[ProseBlock]) -> Iterator[str]:
    """Yield long paragraphs that say what the one before says, and sections that come again with their headings."""
    sections: set[tuple[str, str]] = set()
    for before, block in pairwise(blocks):
        if block.kind != "paragraph" or len(block.text) < _LONG or not _LETTERS.search(block.text):
            continue
        if before.kind == "paragraph" and before.text == block.text:
            yield block.text
        elif before.kind == "heading":
            section = (before.text, block.text)
            if section in sections:
                yield before.text
            sections.add(section)


def skipped_levels(blocks: Sequence[ProseBlock]) -> Iterator[str]:
    """Yield headings two or more levels below the heading before them."""
    level = 0
    for block in blocks:
        if block.kind != "heading" or not block.text.strip():
            continue
        if level and block.level > level + 1:
            yield block.text.strip()
        level = block.level
