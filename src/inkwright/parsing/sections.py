"""Parse sections under headers, or the text after a divider (rulings 35–41)."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, cast

from inkwright.errors import InvalidOption
from inkwright.i18n import Reason
from inkwright.parsing.fences import fenced_spans, is_inside
from inkwright.parsing.results import Parsed, ParserResult, Rejected, reject, result_dict
from inkwright.parsing.thinking import without_thinking

_MODES: Final = ("ALL", "ANY")
_NUMBER: Final = r"(?:(?:(?:\d{1,2}|[一二三四五六七八九十]{1,3})[.、)）．]|[(（]\d{1,2}[)）])[ \t]*+)?"
_BEFORE: Final = rf"[ \t>]*+(?:\#{{1,6}}[ \t]*+)?{_NUMBER}(?:[*_]{{1,3}}+|`)?[ \t]*+{_NUMBER}"
_AFTER: Final = r"[ \t]*+(?:[*_]{1,3}+|`)?[ \t]*+(?P<colon>[:：])?[ \t]*+(?:[*_]{1,3}+(?=[ \t]|$))?(?P<rest>[^\n]*+)"
_BRACKETED = re.compile(r"[\[［【]\s*(.*?)\s*[\]］】]")
_DECORATION = " \t#*_`:："
_DIVIDER = re.compile(r"[ \t]*(?P<run>={5,}(?:[^=\n]*\w[^=\n]*={5,})?)[ \t]*")
_LEADING_BLANK_LINES = re.compile(r"(?:[ \t]*\n)*+")


def multi_section_parser(
    raw_reply: str,
    section_headers: Sequence[str] | None = None,
    match_mode: str = "ALL",
    return_list: bool = False,
    allow_empty: bool = False,
    regex_mode: bool = False,
) -> ParserResult:
    """Return the sections of a reply by their headers, in the given order.

    Without headers: the text after the last `=====` divider. With `return_list`, each content is a list of its
    non-empty lines. An invalid option raises InvalidOption.
    """
    if match_mode not in _MODES:
        raise InvalidOption(option="match_mode", value=match_mode, allowed=Reason("reason.parsing.match_mode"))
    if not section_headers:
        return result_dict(_as_lists(parse_after_divider(raw_reply, allow_empty=allow_empty), return_list))
    headers = [_header(header, regex_mode) for header in _header_names(section_headers)]
    found = parse_sections(raw_reply, headers)
    if found is None:
        return result_dict(reject(raw_reply, "empty", "sections.empty", example=_example(section_headers)))
    return result_dict(_as_lists(_check_sections(raw_reply, headers, found, match_mode, allow_empty), return_list))


def simple_parser(raw_reply: str, section_header: str | None = None) -> ParserResult:
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
    loose: re.Pattern[str] | None
    closing: re.Pattern[str] | None


def _header_names(section_headers: Sequence[str]) -> list[str]:
    headers = [section_headers] if isinstance(section_headers, str) else list(section_headers)
    for header in cast("list[object]", headers):
        if not isinstance(header, str) or not header.strip(_DECORATION):
            raise InvalidOption(option="section_headers", value=header, allowed=Reason("reason.parsing.header"))
    return headers


def _header(requested: str, regex_mode: bool) -> SectionHeader:
    if regex_mode:
        try:
            return SectionHeader(requested, re.compile(rf"[ \t]*(?:{requested})(?P<rest>)[ \t]*"), None, None)
        except re.error as problem:
            allowed = Reason("reason.parsing.header_pattern", problem=problem)
            raise InvalidOption(option="section_headers", value=requested, allowed=allowed) from problem
    bare = requested.strip(_DECORATION)
    inside = _BRACKETED.fullmatch(bare)
    name = r"\s+".join(re.escape(word) for word in (inside[1] if inside else bare).split())
    opening, closing = r"[\[［【][ \t]*", r"[ \t]*[\]］】]"
    if not inside:
        plain = re.compile(rf"{_BEFORE}(?:{opening})?{name}(?:{closing})?{_AFTER}", re.IGNORECASE)
        return SectionHeader(requested, plain, None, None)
    return SectionHeader(
        requested,
        re.compile(rf"{_BEFORE}{opening}{name}{closing}{_AFTER}", re.IGNORECASE),
        re.compile(rf"(?=[ \t>]*[#*_]){_BEFORE}{name}{_AFTER}", re.IGNORECASE),
        re.compile(rf"[ \t]*[*_]{{0,3}}{opening}/[ \t]*{name}{closing}[*_]{{0,3}}[ \t]*", re.IGNORECASE),
    )


def parse_sections(reply: str, headers: list[SectionHeader]) -> dict[str, str] | None:
    """Return the content of each header in the reply, even if it is empty; None if the reply is empty."""
    text = without_thinking(reply.replace("\r\n", "\n").lstrip("\ufeff"))
    if not text.strip():
        return None
    header_lines = _header_positions(text, headers)
    found: dict[str, str] = {}
    ends = [*(header_line[1] for header_line in header_lines[1:]), len(text)]
    for (requested, start, inline), following in zip(header_lines, ends, strict=bool(header_lines)):
        if not requested:
            continue
        line_end = text.find("\n", start)
        body = text[line_end + 1 : following] if line_end >= 0 else ""
        content = _strip_blank_lines(f"{inline}\n{body}" if inline else body)
        if content or requested not in found:
            found[requested] = content
    return {header.requested: found[header.requested] for header in headers if header.requested in found}


def _header_positions(text: str, headers: list[SectionHeader]) -> list[tuple[str, int, str]]:
    """Return each header line as (requested header, start, content on the line); closing tags have the header ''."""
    fenced = fenced_spans(text)
    sure: list[tuple[str, int, str]] = []
    loose: list[tuple[str, int, str]] = []
    position = 0
    for line in text.split("\n"):
        if line and len(line) < 10_000 and not is_inside(fenced, position):
            _match_headers(line, position, headers, sure, loose)
        position += len(line) + 1
    seen = {requested for requested, _, _ in sure}
    return sorted(
        [*sure, *(header_line for header_line in loose if header_line[0] not in seen)],
        key=lambda header_line: header_line[1],
    )


def _match_headers(
    line: str,
    position: int,
    headers: list[SectionHeader],
    sure: list[tuple[str, int, str]],
    loose: list[tuple[str, int, str]],
) -> None:
    for header in headers:
        if (inline := _inline_content(header.sure, line)) is not None:
            sure.append((header.requested, position, inline))
            return
        if header.loose and (inline := _inline_content(header.loose, line)) is not None:
            loose.append((header.requested, position, inline))
            return
        if header.closing and header.closing.fullmatch(line):
            sure.append(("", position, ""))
            return


def _inline_content(pattern: re.Pattern[str], line: str) -> str | None:
    """Return the content on the line of the header, or None if the line is not this header."""
    match = pattern.fullmatch(line.rstrip())
    if match is None:
        return None
    groups = match.groupdict()
    inline = groups["rest"].strip(" \t#")
    return None if inline and not groups.get("colon") else inline


def _check_sections(
    reply: str, headers: list[SectionHeader], found: dict[str, str], match_mode: str, allow_empty: bool
) -> Parsed[dict[str, str]] | Rejected:
    requested = [header.requested for header in headers]
    missing = [name for name in requested if name not in found]
    empty = [name for name in requested if name in found and not found[name]] if not allow_empty else []
    if match_mode == "ANY":
        missing, empty, found = [], [], {name: text for name, text in found.items() if text or allow_empty}
        if not found:
            missing = requested
    if missing:
        return reject(reply, "missing", "sections.missing", missing=", ".join(missing), example=_example(missing))
    if empty:
        return reject(reply, "empty_section", "sections.empty_section", empty=", ".join(empty), example=_example(empty))
    return Parsed(found)


def _example(headers: Sequence[str]) -> str:
    return "\n\n".join(f"{header}\n…" for header in headers)


def parse_after_divider(reply: str, *, allow_empty: bool = False) -> Parsed[str] | Rejected:
    """Return the text after the last divider that is followed by content."""
    text = without_thinking(reply.replace("\r\n", "\n").lstrip("\ufeff"))
    if not text.strip():
        return reject(reply, "empty", "sections.no_reply", example="=====\n…")
    ends = _dividers(text)
    stop = len(text)
    for start, end in reversed(ends):
        content = _strip_blank_lines(text[end:stop])
        if content or (allow_empty and start == ends[0][0]):
            return Parsed(content)
        stop = start
    return reject(reply, "no_divider", "sections.no_divider", example="=====\n…")


def _dividers(text: str) -> list[tuple[int, int]]:
    fenced = fenced_spans(text)
    found: list[tuple[int, int]] = []
    position, previous = 0, ""
    last = len(text.rstrip())
    for line in text.split("\n"):
        end = position + len(line) + 1
        match = _DIVIDER.fullmatch(line) if "===" in line and len(line) < 1_000 else None
        is_underline = match is not None and end <= last and _is_underline(match["run"], previous)
        if match and not is_underline and not is_inside(fenced, position):
            found.append((position, min(end, len(text))))
        position, previous = end, line
    return found


def _is_underline(run: str, previous: str) -> bool:
    """Whether a run of `=` underlines a heading: it is as wide as the line above."""
    return bool(previous.strip(" \t=")) and not run.strip("=") and _width(previous.strip()) == len(run)


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def _strip_blank_lines(content: str) -> str:
    start = _LEADING_BLANK_LINES.match(content)
    return content[start.end() if start else 0 :].rstrip()


def _as_lists(result: Parsed[Any] | Rejected, return_list: bool) -> Parsed[Any] | Rejected:
    if isinstance(result, Rejected) or not return_list:
        return result
    if isinstance(result.value, str):
        return Parsed(_lines(result.value))
    return Parsed({header: _lines(content) for header, content in result.value.items()})


def _lines(content: str) -> list[str]:
    return [line.strip() for line in content.split("\n") if line.strip()]
