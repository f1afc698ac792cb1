"""The sections of a Markdown text: found by heading, and edited without changing the rest."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from inkwright.artifacts.documents.source import split_source
from inkwright.parsing.markdown_tree import MarkdownHeading, line_starts, parse_tree

SectionAction = Literal["replace", "append", "insert_after", "delete"]
PATH_SEPARATOR: Final = " > "
"""The separator between the headings of a path."""

_ATTRIBUTES = re.compile(r"(?<!\s)\s*+\{[^{}]*+\}\s*+\Z")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()]*\)")
_NEW_PAGE = re.compile(r"^:{3,}[ \t]*\{\.newpage\}[ \t]*\n:{3,}[ \t]*\n\s*", re.MULTILINE)
_LONGEST_NEW_PAGE: Final = 100
_NUMBER = re.compile(r"\A第?[\d一二三四五六七八九十百]+(?:[.．]\d+)*[章节節]?[.．、:：)）]?\s*(?=\S)")


class MarkdownSection(NamedTuple):
    """A heading and the text under it, including subsections. `body` is the start of the line after the heading.

    If the heading begins a new page, the section starts with the page break mark.
    `path` holds the enclosing headings, the outermost first, and its own.
    """

    heading: str
    level: int
    start: int
    body: int
    end: int
    path: tuple[str, ...]

    @property
    def shown(self) -> str:
        """The path as text."""
        return PATH_SEPARATOR.join(self.path)


def sections_of(markdown: str) -> list[MarkdownSection]:
    """Return all sections in order. Headings in code, in front matter and in quotations do not count."""
    made: list[MarkdownSection] = []
    # For each level, the start of the next heading of that level or above, filled from the end.
    ends = [len(markdown)] * 7
    for heading, level, position, body in reversed([*_headings(markdown)]):
        start = _with_new_page(markdown, position)
        made.append(MarkdownSection(heading, level, start, body, ends[level], ()))
        ends[level:] = [start] * (7 - level)
    above: list[MarkdownSection] = []
    found: list[MarkdownSection] = []
    for section in reversed(made):
        above = [each for each in above if each.level < section.level] + [section]
        found.append(section._replace(path=tuple(each.heading for each in above)))
    return found


def _with_new_page(markdown: str, position: int) -> int:
    """Return the start of a page break mark directly before a heading, else the position of the heading."""
    near = max(position - _LONGEST_NEW_PAGE, 0)
    marks = (mark.start() for mark in _NEW_PAGE.finditer(markdown, near, position) if mark.end() == position)
    return next(marks, position)


def _headings(markdown: str) -> Iterator[tuple[str, int, int, int]]:
    """Yield the text, the level, the start of each heading, and the start of its body."""
    body = split_source(markdown)[1]
    offset = len(markdown) - len(body)
    starts = line_starts(body)
    for block in parse_tree(body):
        if isinstance(block, MarkdownHeading) and _is_heading(block, body, starts):
            start, end = starts[block.lines.first - 1], starts[block.lines.last]
            yield _ATTRIBUTES.sub("", block.source), block.level, offset + start, offset + end


def _is_heading(heading: MarkdownHeading, body: str, starts: Sequence[int]) -> bool:
    """Whether pandoc reads it as a heading too: below several lines or before one dash, it reads a rule or a list."""
    first, last = heading.lines
    is_short = body[starts[last - 1] : starts[last]].strip() == "-"
    return not heading.is_underlined or (last == first + 1 and not is_short)


def find_sections(markdown: str, heading: str) -> list[MarkdownSection]:
    """Return the sections that match a heading or path: exact matches, else matches without their numbers."""
    every = sections_of(markdown)
    path = [part for part in heading.split(PATH_SEPARATOR.strip()) if part.strip()] or [heading]
    for tidy in (_clean_heading, _heading_without_number):
        ending = [tidy(part) for part in path]
        found = [each for each in every if [tidy(part) for part in each.path][-len(ending) :] == ending]
        if found:
            return found
    return []


def heading_paths(markdown: str) -> list[str]:
    """Return all headings. A heading that occurs several times is given with its path."""
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
    """Return the text with one section changed. The text before and after it stays unchanged.

    If `new` begins with a heading, it replaces the heading of the section too; otherwise that heading stays.
    """
    before, own, rest = (
        markdown[: section.start],
        markdown[section.start : section.end],
        markdown[section.end :],
    )
    if action == "delete":
        return before + rest
    new = new.strip("\n")
    gap = "\n\n" if rest else "\n"
    if action == "insert_after":
        return before + own + _missing_newlines(before + own) + new + gap + rest
    if action == "append":
        return before + own.rstrip("\n") + "\n\n" + new + gap + rest
    if begins_with_heading(new):
        mark = _NEW_PAGE.match(own)
        return before + (mark[0] if mark else "") + new + gap + rest
    head = markdown[section.start : section.body].rstrip("\n")
    return before + head + "\n\n" + new + gap + rest


def begins_with_heading(markdown: str) -> bool:
    """Whether the text begins with a heading."""
    first = next(iter(sections_of(markdown)), None)
    return first is not None and not markdown[: first.start].strip()


def keeps_other_sections(before: str, section: MarkdownSection, after: str) -> bool:
    """Whether the headings outside the changed section are the same as before. An open fence would hide them."""
    every = sections_of(before)
    ahead = [_section_identity(each) for each in every if each.start < section.start]
    rest = [_section_identity(each) for each in every if each.start >= section.end]
    found = [_section_identity(each) for each in sections_of(after)]
    return found[: len(ahead)] == ahead and found[len(found) - len(rest) :] == rest


def _section_identity(section: MarkdownSection) -> tuple[str, int]:
    return section.heading, section.level


def _missing_newlines(written: str) -> str:
    """Return the newlines needed before the next paragraph."""
    return "" if written.endswith("\n\n") or not written else "\n" if written.endswith("\n") else "\n\n"


class SectionChunk(NamedTuple):
    """A part of a text that is rewritten as a whole: its heading stays, its body may change."""

    head: str
    body: str

    @property
    def text(self) -> str:
        """Heading and body."""
        return self.head + self.body


def split_into_chunks(markdown: str) -> list[SectionChunk]:
    """Split the text into its top-level sections and the text before the first. Joined, they are the text."""
    every = sections_of(markdown)
    if not every:
        return [SectionChunk("", markdown)]
    top = min(each.level for each in every)
    largest = [each for each in every if each.level == top]
    made = [SectionChunk(markdown[each.start : each.body], markdown[each.body : each.end]) for each in largest]
    # The text before the first of them may have lower headings.
    before = markdown[: largest[0].start]
    return [SectionChunk("", before), *made] if before.strip() else made


def join_chunks(chunks: Sequence[SectionChunk]) -> str:
    """Join the chunks, separated by empty lines."""
    made = ""
    for chunk in chunks:
        made += (_missing_newlines(made) if made else "") + chunk.text
    return made
