"""Checks of an interactive page by reading it, without a browser: linear in its length, whatever the bytes are."""

import html
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, Severity
from inkwright.artifacts.interactive.assembling import PLAN_NAME
from inkwright.artifacts.interactive.flaws import Flaw
from inkwright.artifacts.interactive.kinds.unusable import flaws_in_data
from inkwright.artifacts.interactive.lines import Lines
from inkwright.artifacts.interactive.markup_checks import PageRead, read_page
from inkwright.artifacts.interactive.policies import is_strict
from inkwright.artifacts.interactive.scripts import bad_in_script
from inkwright.artifacts.interactive.specs import MAX_BYTES
from inkwright.artifacts.wording import is_blank
from inkwright.i18n import Language

MOST_FINDINGS: Final = 40
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*+")
# Each begins with letters that can be searched for as they are: that is what makes it fast.
_ID_ASKED = (
    re.compile(r"getElementById\(\s*['\"`]([^'\"`\\$\n]+)['\"`]\s*\)"),
    re.compile(r"querySelector(?:All)?\(\s*['\"`]#([\w-]+)"),
)
_ID_MADE = re.compile(r"id(?<![\w$]id)\\?['\"`]?\s*[=:,]\s*(?:\\?['\"`])?([\w-]+)(\$\{|['\"`]\s*\+)?")
_ID_COMPUTED = re.compile(
    r"id(?:(?<=\.id)\s*=\s*[A-Za-z_$(]|(?<![\w$]id)\s*=\s*\\?['\"]?\$\{|(?<=['\"]id)['\"]\s*,\s*[A-Za-z_$(])"
)
_BODY = re.compile(r"<body\b", re.I)
_TAG = re.compile(r"<[^>]*+>?")


def check_page(draft: Draft, language: Language) -> list[Finding]:
    """All that is wrong with a page, the first few dozen; an empty list where it may be believed."""
    return [flaw.told(language, draft.name) for flaw in _first_of_each(flaws_of(draft.main))]


def flaws_of(content: bytes) -> Iterator[Flaw]:
    """Every flaw that can be read in the bytes of a page."""
    if len(content) > MAX_BYTES:
        yield Flaw("too_large", fields={"size": f"{len(content):,}", "most": MAX_BYTES // 1024 // 1024})
        return
    try:
        source = content.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError:
        yield Flaw("encoding")
        return
    if not re.match(r"\s*+<!doctype html>", source, re.I):
        yield Flaw("doctype")
    read = read_page(source)
    yield from read.flaws
    yield from _of_the_head(read)
    yield from _of_the_ids(read)
    for script, line in read.scripts:
        lines = Lines(script, first=line)
        for bad in bad_in_script(script):
            yield Flaw(bad.key, lines.at(bad.at), fields={"what": bad.what})
        yield from flaws_in_data(script)
    has_script = any(script.strip() for script, _ in read.scripts)
    if not read.has_something_to_see and not has_script and _is_wordless(source):
        yield Flaw("empty")


def _is_wordless(source: str) -> bool:
    body = _BODY.search(source)
    return is_blank(html.unescape(_TAG.sub("", source[body.start() if body else 0 :])))


def _of_the_head(read: PageRead) -> Iterator[Flaw]:
    if read.policy is None:
        yield Flaw("no_policy")
    elif not is_strict(read.policy):
        yield Flaw("weak_policy", fields={"policy": read.policy[:200]})
    if is_blank(read.title):
        yield Flaw("no_title")
    if not _LANGUAGE.fullmatch(read.language):
        yield Flaw("no_language")
    if "width=device-width" not in read.metas.get("viewport", "").replace(" ", "").lower():
        yield Flaw("no_viewport")


def _of_the_ids(read: PageRead) -> Iterator[Flaw]:
    planned = _planned(read.metas)
    for each in planned:
        if read.ids[each] != 1:
            yield Flaw("section", fields={"id": each, "count": read.ids[each]})
    for each, count in read.ids.items():
        if count > 1 and each not in planned:
            yield Flaw("twice", fields={"id": each[:80], "count": count})
    yield from _of_the_asked(read)


def _of_the_asked(read: PageRead) -> Iterator[Flaw]:
    """Ids that scripts and labels ask for and nobody has."""
    found = [match.groups() for script, _ in read.scripts for match in _ID_MADE.finditer(script)]
    there = {*read.ids, *(name for name, goes_on in found if not goes_on)}
    begun = tuple({name for name, goes_on in found if goes_on})
    # Where a script works ids out as it runs, nobody can tell by reading which there will be.
    is_computed = any(_ID_COMPUTED.search(script) for script, _ in read.scripts)
    for script, line in read.scripts:
        lines = Lines(script, first=line)
        for match in (match for pattern in _ID_ASKED for match in pattern.finditer(script)):
            asked = match[1]
            if asked not in there and not asked.startswith(begun):
                severity: Severity = "warning" if is_computed else "error"
                yield Flaw("no_such_id", lines.at(match.start()), severity, {"id": asked[:80]})
    for target, line in read.pointed_at.items():
        if target not in there and not target.startswith(begun):
            yield Flaw("dangling", line, "warning", {"id": target[:80]})


def _planned(metas: Mapping[str, str]) -> list[str]:
    try:
        plan: Any = json.loads(metas.get(PLAN_NAME, "")[:100_000])
        return [str(section["id"]) for section in plan["sections"]]
    except (ValueError, TypeError, KeyError, RecursionError):
        return []


def _first_of_each(flaws: Iterator[Flaw]) -> list[Flaw]:
    """The first few dozen, each of them once."""
    kept: list[Flaw] = []
    seen: set[str] = set()
    for flaw in flaws:
        known = f"{flaw.key} {flaw.line} {flaw.fields}"
        if known not in seen:
            seen.add(known)
            kept.append(flaw)
        if len(kept) == MOST_FINDINGS:
            break
    return kept
