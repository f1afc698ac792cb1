"""The sections of a Markdown text: found by heading, and edited without changing the rest."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from inkwright.artifacts.documents.source import split_source
from inkwright.parsing.fences import fenced_blocks

SectionAction = Literal["replace", "append", "insert_after", "delete"]
PATH_SEPARATOR: Final = " > "
"""Stands between the headings of a path."""

_ATX = re.compile(r" {0,3}(#{1,6})[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*")
_SETEXT = re.compile(r" {0,3}(?:=+|-{2,})[ \t]*")
_PLAIN = re.compile(r" {0,3}[^\s#>|`~:=*+-].*")
_ATTRIBUTES = re.compile(r"\s*\{[^{}]*\}\s*\Z")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()]*\)")
_NEW_PAGE = re.compile(r"^:{3,}[ \t]*\{\.newpage\}[ \t]*\n:{3,}[ \t]*\n\s*", re.MULTILINE)
_LONGEST_NEW_PAGE: Final = 100
_NUMBER = re.compile(r"\A第?[\d一二三四五六七八九十百]+(?:[.．]\d+)*[章节節]?[.．、:：)）]?\s*(?=\S)")


class MarkdownSection(NamedTuple):
    """A heading and what stands under it, smaller headings included. `body` is where the line after it begins.

    Where the heading begins a new page, the section starts with the mark that says so.
    `path` are the headings around it, the outermost first, and its own.
    """

    heading: str
    level: int
    start: int
    body: int
    end: int
    path: tuple[str, ...]

    @property
    def shown(self) -> str:
        """Its path as it is written."""
        return PATH_SEPARATOR.join(self.path)


def sections_of(markdown: str) -> list[MarkdownSection]:
    """All sections, in order. Headings in code, in front matter and in quotations are none."""
    made: list[MarkdownSection] = []
    # Where the next heading of each level or a larger one begins, seen from the end.
    ends = [len(markdown)] * 7
    for heading, level, at, body in reversed([*_headings(markdown)]):
        start = _with_new_page(markdown, at)
        made.append(MarkdownSection(heading, level, start, body, ends[level], ()))
        ends[level:] = [start] * (7 - level)
    above: list[MarkdownSection] = []
    found: list[MarkdownSection] = []
    for section in reversed(made):
        above = [each for each in above if each.level < section.level] + [section]
        found.append(section._replace(path=tuple(each.heading for each in above)))
    return found


def _with_new_page(markdown: str, at: int) -> int:
    """Where the mark of a new page begins that stands right before the heading, else where the heading does."""
    near = max(at - _LONGEST_NEW_PAGE, 0)
    marks = (mark.start() for mark in _NEW_PAGE.finditer(markdown, near, at) if mark.end() == at)
    return next(marks, at)


def _headings(markdown: str) -> Iterator[tuple[str, int, int, int]]:
    """The words, the level, where the heading begins and where its body does."""
    spans = [
        (block.opening.start, block.closing.end if block.closing else len(markdown))
        for block in fenced_blocks(markdown)
    ]
    start = len(markdown) - len(split_source(markdown)[1])
    before, before_start, has_gap = "", start, True
    for match in re.finditer(r"[^\n]*(?:\n|\Z)", markdown[start:]):
        at, end, line = start + match.start(), start + match.end(), match[0].rstrip("\r\n")
        if at == end:
            break
        while spans and spans[0][1] <= at:
            spans.pop(0)
        if spans and spans[0][0] <= at:
            before, has_gap = "", False
            continue
        if found := _ATX.fullmatch(line):
            yield _ATTRIBUTES.sub("", found[2]), len(found[1]), at, end
            before, has_gap = "", True
            continue
        if before and _SETEXT.fullmatch(line):
            yield _ATTRIBUTES.sub("", before.strip()), 1 if "=" in line else 2, before_start, end
            before, has_gap = "", True
            continue
        # Only a line that stands alone can be underlined: below a paragraph it is a rule or a table.
        before = line if has_gap and _PLAIN.fullmatch(line) else ""
        before_start, has_gap = at, not line.strip()


def find_sections(markdown: str, wanted: str) -> list[MarkdownSection]:
    """The sections that a person may mean by this heading or path: exact ones, else those without their number."""
    every = sections_of(markdown)
    path = [part for part in wanted.split(PATH_SEPARATOR.strip()) if part.strip()] or [wanted]
    for tidy in (_clean_heading, _heading_without_number):
        ending = [tidy(part) for part in path]
        found = [each for each in every if [tidy(part) for part in each.path][-len(ending) :] == ending]
        if found:
            return found
    return []


def heading_paths(markdown: str) -> list[str]:
    """The headings that there are; one that stands several times is written with those around it."""
    every = sections_of(markdown)
    names = [_clean_heading(each.heading) for each in every]
    counts = Counter(names)
    return [each.heading if counts[name] == 1 else each.shown for each, name in zip(every, names, strict=True)]


def _clean_heading(heading: str) -> str:
    words = _LINK.sub(r"\1", heading.lstrip("# \t"))
    words = unicodedata.normalize("NFKC", re.sub(r"[*_`]", "", words)).casefold()
    return " ".join(words.split())


def _heading_without_number(heading: str) -> str:
    return _NUMBER.sub("", _clean_heading(heading)).rstrip(":：.。 ")


def edit_section(markdown: str, section: MarkdownSection, action: SectionAction, new: str = "") -> str:
    """The text with the section changed. What is before and behind it stays to the letter.

    Where `new` begins with a heading it replaces the section's own heading too; else that one stays.
    """
    before, own, behind = markdown[: section.start], markdown[section.start : section.end], markdown[section.end :]
    if action == "delete":
        return before + behind
    new = new.strip("\n")
    gap = "\n\n" if behind else "\n"
    if action == "insert_after":
        return before + own + _missing_newlines(before + own) + new + gap + behind
    if action == "append":
        return before + own.rstrip("\n") + "\n\n" + new + gap + behind
    if begins_with_heading(new):
        mark = _NEW_PAGE.match(own)
        return before + (mark[0] if mark else "") + new + gap + behind
    head = markdown[section.start : section.body].rstrip("\n")
    return before + head + "\n\n" + new + gap + behind


def begins_with_heading(markdown: str) -> bool:
    """Whether the first thing in it is a heading."""
    first = next(iter(sections_of(markdown)), None)
    return first is not None and not markdown[: first.start].strip()


def keeps_other_sections(before: str, section: MarkdownSection, after: str) -> bool:
    """Whether the headings around the changed section are still what they were: an open fence swallows them."""
    every = sections_of(before)
    ahead = [_section_identity(each) for each in every if each.start < section.start]
    behind = [_section_identity(each) for each in every if each.start >= section.end]
    found = [_section_identity(each) for each in sections_of(after)]
    return found[: len(ahead)] == ahead and found[len(found) - len(behind) :] == behind


def _section_identity(section: MarkdownSection) -> tuple[str, int]:
    return section.heading, section.level


def _missing_newlines(written: str) -> str:
    """The newlines that are missing before the next paragraph."""
    return "" if written.endswith("\n\n") or not written else "\n" if written.endswith("\n") else "\n\n"


class SectionChunk(NamedTuple):
    """A part of a text that is written anew as a whole: its heading stays, its body may change."""

    head: str
    body: str

    @property
    def text(self) -> str:
        """As it stands in the text."""
        return self.head + self.body


def split_into_chunks(markdown: str) -> list[SectionChunk]:
    """The text in its largest sections, what stands before the first included; joined, they are the text."""
    every = sections_of(markdown)
    if not every:
        return [SectionChunk("", markdown)]
    top = min(each.level for each in every)
    largest = [each for each in every if each.level == top]
    made = [SectionChunk(markdown[each.start : each.body], markdown[each.body : each.end]) for each in largest]
    # What stands before the first of them may hold smaller headings.
    before = markdown[: largest[0].start]
    return [SectionChunk("", before), *made] if before.strip() else made


def join_chunks(chunks: Sequence[SectionChunk]) -> str:
    """The text of the chunks, each apart from the one before."""
    made = ""
    for chunk in chunks:
        made += (_missing_newlines(made) if made else "") + chunk.text
    return made
