"""The plan of a research: what is asked, and the chapters with the searches for each. Parsers for the director."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from inkwright.i18n import Language, text
from inkwright.parsing import multi_section_parser
from inkwright.parsing.results import ParserResult

PLAN_HEADERS: Final[dict[Language, tuple[str, str]]] = {
    "en": ("[Research plan]", "[Chapter outline]"),
    "zh": ("[研究计划]", "[章节大纲]"),
}
_CHAPTER = re.compile(
    r"^\s*(?:[-*•]|\d{1,2}[.、)）]|第[一二三四五六七八九十]+章[：:、]?)\s*(?P<title>[^|｜]+)(?:[|｜](?P<queries>.*))?$"
)
_QUERIES = re.compile(r"[;；]")
_MAX_TITLE: Final = 120
_MAX_QUERY: Final = 200
_MAX_QUERIES: Final = 3


def plan_parser(raw_reply: str, language: Language = "en", max_chapters: int = 8) -> ParserResult:
    """Return the plan and the chapters: `{"plan": …, "chapters": [{"title": …, "queries": […]}]}`."""
    plan, outline = PLAN_HEADERS[language]
    found = multi_section_parser(raw_reply, [plan, outline])
    if found["status"] == "error":
        return found
    chapters = parse_chapters(found["content"][outline])
    if not chapters:
        return ParserResult(status="error", feedback=text(language, "research.feedback.outline", header=outline))
    return ParserResult(
        status="success", content={"plan": found["content"][plan].strip(), "chapters": chapters[:max_chapters]}
    )


def parse_chapters(outline: str) -> list[dict[str, Any]]:
    """Return the chapters of an outline, one a line: its number, its title and, after a bar, its searches."""
    chapters: list[dict[str, Any]] = []
    for line in outline.splitlines():
        match = _CHAPTER.match(line)
        if not match:
            continue
        title = match["title"].strip(" *#：:")[:_MAX_TITLE]
        queries = [query.strip()[:_MAX_QUERY] for query in _QUERIES.split(match["queries"] or "") if query.strip()]
        if title:
            chapters.append({"title": title, "queries": queries[:_MAX_QUERIES] or [title]})
    return chapters


def chapter_lines(chapters: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the chapters as lines that a person can change and `parse_chapters` reads."""
    return [
        f"{number}. {chapter['title']} | {'; '.join(chapter['queries'])}" for number, chapter in enumerate(chapters, 1)
    ]


def chapter_parser(raw_reply: str, language: Language = "en", numbers: tuple[int, ...] = ()) -> ParserResult:
    """Return the text after the last divider. It cites at least one of the sources, and none that does not exist."""
    found = multi_section_parser(raw_reply)
    if found["status"] == "error":
        return found
    written = re.sub(r"^#{1,3} .*\n+", "", found["content"].strip())
    cited = {int(number) for number in re.findall(r"\[(\d{1,3})\]", written)}
    unknown = sorted(cited - set(numbers))
    if unknown or not cited:
        shown = ", ".join(f"[{number}]" for number in unknown)
        key = "research.feedback.unknown" if unknown else "research.feedback.uncited"
        allowed = ", ".join(f"[{number}]" for number in numbers)
        return ParserResult(status="error", feedback=text(language, key, unknown=shown, allowed=allowed))
    return ParserResult(status="success", content=written)
