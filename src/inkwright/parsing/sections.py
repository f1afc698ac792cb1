"""Parse sections under headers (rulings 35–41)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, NamedTuple, cast

from inkwright.errors import InvalidOption
from inkwright.i18n import Reason
from inkwright.parsing.dividers import parse_after_divider
from inkwright.parsing.fences import fence_lines, fenced_spans
from inkwright.parsing.replies import answer_text, reply_layers, unquoted
from inkwright.parsing.results import Parsed, ParserResult, Rejected, reject, result_dict
from inkwright.parsing.section_echoes import Section, without_echoes
from inkwright.parsing.section_texts import is_tick, note_kind

_MODES: Final = ("ALL", "ANY")
_TEXT_TAGS: Final = ("markdown", "md", "text", "txt", "plaintext")
_MAX_HEADER_LINE: Final = 10_000
_NUMBER: Final = r"(?:(?:(?:\d{1,2}|[一二三四五六七八九十]{1,3})[.、)）．]|[(（]\d{1,2}[)）])[ \t]*+)?"
_BEFORE: Final = rf"[ \t>]*+(?:\#{{1,6}}[ \t]*+)?{_NUMBER}(?:[*_]{{1,3}}+|`)?[ \t]*+{_NUMBER}"
_AFTER: Final = r"[ \t]*+(?:[*_]{1,3}+|`)?[ \t]*+(?P<colon>[:：])?[ \t]*+(?:[*_]{1,3}+(?=[ \t]|$))?(?P<rest>[^\n]*+)"
_BRACKETED = re.compile(r"[\[［【]\s*(.*?)\s*[\]］】]")
_DECORATION = " \t#*_`:："
_Spans = list[tuple[int, int]]


def multi_section_parser(
    raw_reply: str | None,
    section_headers: Sequence[str] | None = None,
    match_mode: str = "ALL",
    return_list: bool = False,
    allow_empty: bool = False,
    regex_mode: bool = False,
) -> ParserResult:
    """Return the sections of a reply by their headers, in the given order.

    Without headers (None): the text after the last `=====` divider. With `return_list`, each content is a list of its
    non-empty lines. With `regex_mode`, the headers are patterns of whole lines; where one of them finds several
    different headers, each of these is a key of its own. An invalid option raises InvalidOption.
    """
    if match_mode not in _MODES:
        raise InvalidOption(option="match_mode", value=match_mode, allowed=Reason("reason.parsing.match_mode"))
    if section_headers is None:
        return result_dict(_as_lists(parse_after_divider(raw_reply, allow_empty=allow_empty), return_list))
    names = _header_names(section_headers)
    headers = [_header(name, regex_mode) for name in names]
    text = answer_text(raw_reply)
    text = unquoted(text) or text
    if not text.strip():
        return result_dict(reject(text, "empty", "sections.empty", example=_example(names)))
    spans = fenced_spans(text)
    found = parse_sections(text, headers, spans)
    if not found or (_has_only_notes(found) and _fenced_headers(text, headers, spans)):
        found = _inner_sections(text, headers) if len(spans) == 1 else {}
    result = _check_sections(found, names, match_mode, allow_empty)
    if isinstance(result, _Lacking):
        fenced = _fenced_headers(text, headers, spans)
        return result_dict(_rejection(text, result, [name for name in result.missing if name in fenced]))
    return result_dict(_as_lists(result, return_list))


def simple_parser(raw_reply: str | None, section_header: str | None = None) -> ParserResult:
    """Return one text: the section under `section_header`, or the text after the last divider."""
    if section_header is None:
        return multi_section_parser(raw_reply)
    result = multi_section_parser(raw_reply, [section_header])
    if result["status"] == "success":
        result["content"] = result["content"][section_header]
    return result


simple_section_parser = simple_parser


@dataclass(frozen=True, slots=True)
class SectionHeader:
    """A requested header, with patterns: `sure` always counts, `loose` only without a sure match."""

    requested: str
    sure: re.Pattern[str]
    loose: re.Pattern[str] | None = None
    closing: re.Pattern[str] | None = None
    is_pattern: bool = False


def _header_names(section_headers: Sequence[str]) -> list[str]:
    headers = [section_headers] if isinstance(section_headers, str) else list(section_headers)
    if not headers:
        raise InvalidOption(option="section_headers", value=headers, allowed=Reason("reason.parsing.headers"))
    for header in cast("list[object]", headers):
        if not isinstance(header, str) or not header.strip(_DECORATION):
            raise InvalidOption(option="section_headers", value=header, allowed=Reason("reason.parsing.header"))
    return headers


def _header(requested: str, regex_mode: bool) -> SectionHeader:
    if regex_mode:
        try:
            return SectionHeader(requested, re.compile(requested), is_pattern=True)
        except re.error as problem:
            allowed = Reason("reason.parsing.header_pattern", problem=problem)
            raise InvalidOption(option="section_headers", value=requested, allowed=allowed) from problem
    bare = requested.strip(_DECORATION)
    inside = _BRACKETED.fullmatch(bare)
    name = r"\s+".join(re.escape(word) for word in (inside[1] if inside else bare).split())
    opening, closing = r"[\[［【][ \t]*", r"[ \t]*[\]］】]"
    if not inside:
        plain = re.compile(rf"{_BEFORE}(?:{opening})?{name}(?:{closing})?{_AFTER}", re.IGNORECASE)
        return SectionHeader(requested, plain)
    return SectionHeader(
        requested,
        re.compile(rf"{_BEFORE}{opening}{name}{closing}{_AFTER}", re.IGNORECASE),
        re.compile(rf"(?=[ \t>]*[#*_]){_BEFORE}{name}{_AFTER}", re.IGNORECASE),
        re.compile(rf"[ \t]*[*_]{{0,3}}{opening}/[ \t]*{name}{closing}[*_]{{0,3}}[ \t]*", re.IGNORECASE),
    )


class _HeaderLine(NamedTuple):
    """A line with a header. `requested` is empty for a closing tag; `inline` is the content after the colon."""

    requested: str
    name: str
    start: int
    end: int
    inline: str = ""


def parse_sections(text: str, headers: list[SectionHeader], fenced: _Spans) -> dict[str, dict[str, str]]:
    """Return for each header outside of the fences the content by the name found, even if it is empty."""
    header_lines = _header_lines(text, headers, fenced)
    stops = [*(line.start for line in header_lines[1:]), len(text)]
    sections = [
        Section(line.requested, line.name, line.inline, text[line.end : stop])
        for line, stop in zip(header_lines, stops, strict=bool(header_lines))
    ]
    found: dict[str, dict[str, str]] = {}
    for section in without_echoes([section for section in sections if section.requested]):
        contents = found.setdefault(section.requested, {})
        if section.content or section.name not in contents:
            contents[section.name] = section.content
    return {header.requested: found[header.requested] for header in headers if header.requested in found}


def _inner_sections(text: str, headers: list[SectionHeader]) -> dict[str, dict[str, str]]:
    """Return the sections inside a fence around the whole reply: all of them, several or in a fence for text."""
    opening = fence_lines(text.lstrip().partition("\n")[0])
    tag = opening[0].info.lower() if opening else None
    for layer in islice(reply_layers(text), 1, None):
        found = parse_sections(layer, headers, fenced_spans(layer))
        if len(found) == len(headers) and (len(found) > 1 or tag in _TEXT_TAGS):
            return found
    return {}


def _has_only_notes(found: dict[str, dict[str, str]]) -> bool:
    """Whether the sections only say that the real ones are somewhere else."""
    return all(note_kind(text) for contents in found.values() for text in contents.values())


def _fenced_headers(text: str, headers: list[SectionHeader], fenced: _Spans) -> set[str]:
    """Return the headers that are inside code fences."""
    matches = (_match_header(line, 0, headers) for _, line in _lines_at(text, fenced, are_inside=True))
    return {match[0].requested for match in matches if match is not None}


def _header_lines(text: str, headers: list[SectionHeader], fenced: _Spans) -> list[_HeaderLine]:
    sure: list[_HeaderLine] = []
    loose: list[_HeaderLine] = []
    for position, line in _lines_at(text, fenced, are_inside=False):
        match = _match_header(line, position, headers)
        if match is not None:
            (loose if match[1] else sure).append(match[0])
    seen = {line.requested for line in sure if note_kind(line.inline) is None}
    return sorted([*sure, *(line for line in loose if line.requested not in seen)], key=lambda line: line.start)


def _lines_at(text: str, fenced: _Spans, *, are_inside: bool) -> Iterator[tuple[int, str]]:
    """Yield the lines inside or outside code fences that can be headers, with their positions."""
    position, number = 0, 0
    for line in text.split("\n"):
        while number < len(fenced) and fenced[number][1] <= position:
            number += 1
        is_fenced = number < len(fenced) and fenced[number][0] <= position
        if line and len(line) < _MAX_HEADER_LINE and is_fenced is are_inside:
            yield position, line
        position += len(line) + 1


def _match_header(line: str, position: int, headers: list[SectionHeader]) -> tuple[_HeaderLine, bool] | None:
    """Return the header on the line, and whether the match is a loose one."""
    end = position + len(line) + 1
    for header in headers:
        requested = header.requested
        if header.is_pattern:
            if (name := _pattern_name(header.sure, line)) is not None:
                return _HeaderLine(requested, name, position, end), False
        elif (inline := _inline_content(header.sure, line)) is not None:
            return _HeaderLine(requested, requested, position, end, inline), False
        elif header.loose and (inline := _inline_content(header.loose, line)) is not None:
            return _HeaderLine(requested, requested, position, end, inline), True
        elif header.closing and header.closing.fullmatch(line):
            return _HeaderLine("", "", position, end), False
    return None


def _pattern_name(pattern: re.Pattern[str], line: str) -> str | None:
    """Return the header on the line, with as little decoration and brackets removed as the pattern needs."""
    plain = line.strip(_DECORATION)
    inside = _BRACKETED.fullmatch(plain)
    forms = (line.rstrip(), line.strip(), plain, inside[1] if inside else plain)
    return next((form.strip() for form in forms if pattern.fullmatch(form)), None)


def _inline_content(pattern: re.Pattern[str], line: str) -> str | None:
    """Return the content on the line of the header, or None if the line is not this header."""
    match = pattern.fullmatch(line.rstrip())
    if match is None:
        return None
    groups = match.groupdict()
    inline = groups["rest"].strip(" \t#")
    if groups.get("colon"):
        return inline
    return "" if not inline or is_tick(inline) else None


@dataclass(frozen=True, slots=True)
class _Lacking:
    """The headers whose section is missing or empty."""

    missing: list[str]
    empty: list[str]


def _check_sections(
    found: dict[str, dict[str, str]], requested: list[str], match_mode: str, allow_empty: bool
) -> Parsed[dict[str, str]] | _Lacking:
    sections = {
        header if len(contents) == 1 else name: text
        for header, contents in found.items()
        for name, text in contents.items()
    }
    filled = {name: text for name, text in sections.items() if text or allow_empty}
    if match_mode == "ANY":
        return Parsed(filled) if filled else _Lacking(requested, [])
    missing = [header for header in requested if header not in found]
    if missing or len(filled) < len(sections):
        return _Lacking(missing, [name for name in sections if name not in filled])
    return Parsed(sections)


def _rejection(text: str, lacking: _Lacking, fenced: list[str]) -> Rejected:
    if not lacking.missing:
        empty = ", ".join(lacking.empty)
        return reject(text, "empty_section", "sections.empty_section", empty=empty, example=_example(lacking.empty))
    return reject(
        text,
        "missing",
        "sections.fenced" if fenced else "sections.missing",
        missing=", ".join(lacking.missing),
        fenced=", ".join(fenced),
        example=_example(lacking.missing),
    )


def _example(headers: Sequence[str]) -> str:
    return "\n\n".join(f"{header}\n…" for header in headers)


def _as_lists(result: Parsed[Any] | Rejected, return_list: bool) -> Parsed[Any] | Rejected:
    if isinstance(result, Rejected) or not return_list:
        return result
    if isinstance(result.value, str):
        return Parsed(_lines(result.value))
    return Parsed({header: _lines(content) for header, content in result.value.items()})


def _lines(content: str) -> list[str]:
    return [line.strip() for line in content.split("\n") if line.strip()]
