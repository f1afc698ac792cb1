"""Sections of a reply, and echoes of them: a list of the sections after the real ones must not replace them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from inkwright.parsing.section_texts import is_farewell, is_placeholder, note_kind, strip_blank_lines

_MAX_RECAP: Final = 80
_MAX_REMARK: Final = 300


@dataclass(frozen=True)
class Section:
    """A header in a reply, the content on its line and the text below it."""

    requested: str
    name: str
    inline: str
    below: str

    @cached_property
    def content(self) -> str:
        """The content without blank lines at its ends; a placeholder is none."""
        content = strip_blank_lines(f"{self.inline}\n{self.below}" if self.inline else self.below)
        return "" if content and is_placeholder(content) else content


def without_echoes(sections: Sequence[Section]) -> list[Section]:
    """Return the sections without the notes and the short recap that repeat headers whose content came before."""
    kept: list[Section] = []
    contents: dict[str, str] = {}
    recap = _recap_start(sections)
    for number, section in enumerate(sections):
        earlier = contents.get(section.name, "")
        if earlier and (number >= recap or _is_note(section, earlier)):
            continue
        kept.append(section)
        contents[section.name] = section.content or earlier
    return kept


def _is_note(section: Section, earlier: str) -> bool:
    """Whether the section only says that it is there, or only has a farewell after its repeated header."""
    if not section.content:
        return False
    if not section.inline and is_farewell(section.content):
        return True
    kind = note_kind(section.content)
    return kind == "sure" or (kind == "likely" and (len(earlier) > _MAX_RECAP or "\n" in earlier))


def _recap_start(sections: Sequence[Section]) -> int:
    """Return where an echo at the end starts: two or more headers whose real text came before.

    It is a list of headers without content, of notes, or of single lines that are shorter than the real texts.
    """
    start = _run_start(sections, _is_bare)
    if _repeats_earlier(sections, start):
        return start
    start = _run_start(sections, _is_one_line)
    if not _repeats_earlier(sections, start):
        return len(sections)
    recap = sections[start:]
    before = list({section.name: section for section in sections[:start]}.values())
    is_note = all(note_kind(section.content) for section in recap)
    is_longer = sum(len(section.content) for section in before) > 2 * sum(len(section.inline) for section in recap)
    is_block = not any(section.inline for section in before) and any("\n" in section.content for section in before)
    return start if is_note or (is_longer and is_block) else len(sections)


def _run_start(sections: Sequence[Section], belongs: Callable[[Section, bool], bool]) -> int:
    start = len(sections)
    while start and belongs(sections[start - 1], start == len(sections)):
        start -= 1
    return start


def _repeats_earlier(sections: Sequence[Section], start: int) -> bool:
    """Whether the sections from `start` are several different ones, and each came before."""
    names = {section.name for section in sections[start:]}
    return 1 < len(names) == len(sections) - start and names <= {section.name for section in sections[:start]}


def _is_bare(section: Section, is_last: bool) -> bool:
    """Whether the header is in a list of headers; after the last of them, a remark may follow a blank line."""
    if section.inline or not is_last:
        return not section.inline and not section.below
    return len(section.below) <= _MAX_REMARK and not section.below.partition("\n")[0].strip()


def _is_one_line(section: Section, is_last: bool) -> bool:
    rest = section.below.strip()
    is_short = 0 < len(section.inline) <= _MAX_RECAP
    return is_short and (not rest or (is_last and is_farewell(rest)))
