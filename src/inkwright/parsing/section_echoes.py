"""Sections of a reply, and echoes of them: a list of the sections after the real ones must not replace them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from inkwright.parsing.section_texts import is_farewell, is_placeholder, note_kind, strip_blank_lines

_MAX_RECAP: Final = 80
_PARAGRAPH_END = re.compile(r"\n[ \t]*\n")
_ECHO_LINE = re.compile(
    r"[ \t]*(?:[-*+•]|\d{1,2}[.)])?[ \t]*(?P<tick>[✓✔✅☑√👍\ufe0f]*|\[[xX]\])[ \t]*[*_`]{0,3}"
    r"[\[【［][ \t]*(?P<name>[^\[\]【】［］\n]{1,60}?)[ \t]*[\]】］][*_`]{0,3}[ \t]*[:：–—-]*[ \t]*(?P<rest>[^\n]{0,60})"
)
_INTRODUCTION = re.compile(r"\n[ \t]*\n[^\n]{1,80}[:：][*_ \t]*\Z")


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
        return "" if is_placeholder(content) else content


def without_echoes(sections: Sequence[Section]) -> list[Section]:
    """Return the sections without the notes and the short recap that repeat headers whose content came before."""
    kept: list[Section] = []
    contents: dict[str, str] = {}
    recap = _recap_start(sections)
    for number, section in enumerate(sections):
        earlier = contents.get(section.name, "")
        if earlier and (number >= recap or _is_note(section, earlier)):
            if kept and number and sections[number - 1] is kept[-1]:
                kept[-1] = _without_introduction(kept[-1])
            continue
        kept.append(section)
        contents[section.name] = section.content or earlier
    return [*kept[:-1], *map(_without_echo_lines, kept[-1:])]


def _is_note(section: Section, earlier: str) -> bool:
    kind = note_kind(section.content)
    return kind == "sure" or (kind == "likely" and (len(earlier) > _MAX_RECAP or "\n" in earlier))


def _recap_start(sections: Sequence[Section]) -> int:
    """Return where a recap at the end starts: two or more one-line sections whose longer text came before."""
    start = len(sections)
    while start and _is_one_line(sections[start - 1], is_last=start == len(sections)):
        start -= 1
    earlier = {section.name: section for section in sections[:start]}
    recap = sections[start:]
    names = {section.name for section in recap}
    if not 1 < len(names) == len(recap) or not names <= earlier.keys():
        return len(sections)
    before = [earlier[name] for name in names]
    is_note = all(note_kind(section.content) for section in recap)
    is_longer = sum(len(section.content) for section in before) > 2 * sum(len(section.inline) for section in recap)
    is_block = not any(section.inline for section in before) and any("\n" in section.content for section in before)
    return start if is_note or (is_longer and is_block) else len(sections)


def _is_one_line(section: Section, *, is_last: bool) -> bool:
    rest = section.below.strip()
    is_short = 0 < len(section.inline) <= _MAX_RECAP
    return is_short and (not rest or (is_last and is_farewell(rest)))


def _without_introduction(section: Section) -> Section:
    """Remove the line that announces the echo (`Checklist:`) from the end of the last real section."""
    return replace(section, below=_INTRODUCTION.sub("", section.below.rstrip()))


def _without_echo_lines(section: Section) -> Section:
    """Remove a list at the end that only says of this and other sections that they are there (`- [Plan]: included`)."""
    end = len(section.below)
    for number, start in enumerate(reversed([match.end() for match in _PARAGRAPH_END.finditer(section.below)])):
        paragraph = section.below[start:end].strip()
        if _is_echo_list(paragraph, section.name):
            return replace(section, below=section.below[:start])
        if number or (paragraph and not is_farewell(paragraph)):
            break
        end = start
    return section


def _is_echo_list(paragraph: str, own_name: str) -> bool:
    lines = paragraph.split("\n")
    echoes = [_ECHO_LINE.fullmatch(line.rstrip()) for line in lines]
    names = [match["name"].casefold() for match in echoes if match and _is_echo_line(match)]
    has_introduction = lines[0].rstrip(" *_").endswith((":", "："))
    return len(names) >= len(lines) - has_introduction and own_name.strip("[]【】［］ ").casefold() in names


def _is_echo_line(match: re.Match[str]) -> bool:
    return note_kind(match["rest"]) is not None or bool(match["tick"] and not match["rest"].strip())
