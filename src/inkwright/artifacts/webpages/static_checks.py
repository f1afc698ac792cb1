"""Static checks of a page: tags, URLs, ids, styles, scripts and its Content-Security-Policy, in linear time."""

import html
import json
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final, Literal
from urllib.parse import unquote

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, Severity
from inkwright.artifacts.prose.checks import prose_issues, table_issues
from inkwright.artifacts.text import is_blank
from inkwright.artifacts.webpages.assemble import PLAN_META_NAME, POLICY, disassemble_page
from inkwright.artifacts.webpages.framing import MAX_FRAMED_BYTES, frame_page, unframe_page
from inkwright.artifacts.webpages.html_parser import HtmlElement, MarkupAmbiguity, parse_elements
from inkwright.artifacts.webpages.issues import LineNumbers, page_issue
from inkwright.artifacts.webpages.javascript import blank_strings, find_violations
from inkwright.artifacts.webpages.javascript_syntax import PageScript, find_syntax_issues
from inkwright.artifacts.webpages.libraries import is_library
from inkwright.artifacts.webpages.page_blocks import page_blocks
from inkwright.artifacts.webpages.page_parts import MAX_PAGE_BYTES
from inkwright.artifacts.webpages.study_pages.content_checks import count_study_items, find_data_issues
from inkwright.artifacts.webpages.visible_text import find_text_issues
from inkwright.errors import InvalidOption

_CSS_COMMENT = re.compile(r"/\*(?:[^*]++|\*(?!/))*+(?:\*/)?")
_CSS_ESCAPE_SEQUENCE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})\s?|(.))", re.S)
_CSS_REFERENCE = re.compile(r"@import\b[^;{}]{0,80}|\b(?:url|src)\(\s*(?P<target>\"[^\"]*|'[^']*|[^)\s]*)|"
                      r"(?P<address>[\"'](?:https?:)?//[^\"']{1,80})", re.I)  # fmt: skip
_INLINE_URLS: Final = ("data:image/", "data:font/", "data:application/font", "data:application/x-font", "#")


def external_references(css: str) -> Iterator[str]:
    """Yield every external reference of a style."""
    plain = _CSS_COMMENT.sub("", css)
    if "\\" in plain:
        plain = _CSS_ESCAPE_SEQUENCE.sub(_unescape_css, plain)
    for found in _CSS_REFERENCE.finditer(plain):
        target = found["target"]
        if target is not None and target.strip("\"' ").lower().startswith(_INLINE_URLS):
            continue
        yield found[0][:80]


def _unescape_css(found: re.Match[str]) -> str:
    if not found[1]:
        return found[2]
    code = int(found[1], 16)
    return chr(code) if code <= 0x10FFFF else ""


_WITHOUT_FALLBACK: Final = ("default-src", "form-action", "base-uri")
# Allowing a script or style by its digest is stricter than allowing any.
_DIGEST_PREFIXES: Final = ("'sha256-", "'sha384-", "'sha512-", "'nonce-")
_HARMLESS_DIRECTIVES: Final = frozenset({"upgrade-insecure-requests", "block-all-mixed-content", "sandbox"})


def is_strict_policy(policy: str) -> bool:
    """Whether a policy allows no more than ours. Missing directives fall back to `default-src`."""
    ours, given = _parse_directives(POLICY), _parse_directives(policy)
    if any(name not in given for name in _WITHOUT_FALLBACK):
        return False
    return all(
        name in _HARMLESS_DIRECTIVES or _without_digests(name, sources) <= ours.get(name, frozenset()) | {"'none'"}
        for name, sources in given.items()
    )


def _without_digests(name: str, sources: frozenset[str]) -> frozenset[str]:
    if name not in ("script-src", "style-src"):
        return sources
    return frozenset(source for source in sources if not source.startswith(_DIGEST_PREFIXES))


def _parse_directives(policy: str) -> Mapping[str, frozenset[str]]:
    """Parse a policy. The first of two directives with the same name counts, as in a browser."""
    found: dict[str, frozenset[str]] = {}
    for directive in policy.split(";"):
        name, *sources = directive.lower().split() or [""]
        if name:
            found.setdefault(name, frozenset(sources))
    return found


_FORBIDDEN_TAGS: Final = frozenset(
    {"iframe", "frame", "frameset", "object", "embed", "applet", "base", "portal", "fencedframe", "form", "link",
     "noembed", "noframes", "plaintext", "xmp", "isindex", "audio", "video", "source", "track"}
)  # fmt: skip
_URL_ATTRIBUTES: Final = frozenset(
    {"href", "src", "srcset", "action", "formaction", "poster", "data", "xlink:href", "background", "ping", "manifest",
     "imagesrcset", "longdesc", "lowsrc", "dynsrc", "codebase", "archive", "cite"}
)  # fmt: skip
_ID_REFERENCES: Final = ("for", "aria-labelledby", "aria-describedby", "aria-controls")
_INVISIBLE_CHARACTERS = re.compile(r"[\x00-\x20]+")
_DATA_URLS: Final = ("data:image/png", "data:image/jpeg", "data:image/gif", "data:image/webp", "data:image/svg+xml")
_SCRIPT_TYPES: Final = frozenset({"", "text/javascript", "application/javascript", "module"})
_DATA_TYPES: Final = frozenset({"application/json", "text/plain", "text/template"})
_CONTROLS: Final = ("button", "select")
_VISIBLE_WITHOUT_TEXT: Final = frozenset({"canvas", "svg", "img", "button", "input", "table"})


@dataclass(slots=True)
class ParsedPage:
    """The content of the tags that later checks need."""

    issues: list[Finding] = field(default_factory=list)
    ids: Counter[str] = field(default_factory=Counter)
    names: Counter[str] = field(default_factory=Counter)
    scripts: list[PageScript] = field(default_factory=list)
    metas: dict[str, str] = field(default_factory=dict)
    policy: str | None = None
    language: str = ""
    title: str = ""
    pointed_at: dict[str, int] = field(default_factory=dict)
    anchors: set[str] = field(default_factory=set)

    @property
    def has_script(self) -> bool:
        """Whether any script or event handler has code."""
        return any(blank_strings(script.code).strip() for script in self.scripts)

    @property
    def has_controls(self) -> bool:
        """Whether the markup has controls that need a script."""
        return any(self.names[name] for name in _CONTROLS)

    @property
    def has_something_to_see(self) -> bool:
        """Whether a body can show anything but text."""
        return any(self.names[name] for name in _VISIBLE_WITHOUT_TEXT)


def parse_page(source: str) -> ParsedPage:
    """Read every tag in order."""
    read = ParsedPage()
    lines = LineNumbers(source)
    for found in parse_elements(source):
        if isinstance(found, MarkupAmbiguity):
            read.issues.append(page_issue("markup", lines.at(found.at), what=found.what))
            continue
        read.names[found.name] += 1
        if found.name in _FORBIDDEN_TAGS:
            read.issues.append(page_issue("element", lines.at(found.at), name=found.name))
        elif found.name in _TAG_READERS:
            _TAG_READERS[found.name](read, found, lines)
        for name, value in found.attributes.items():
            if name in _ATTRIBUTE_READERS:
                _ATTRIBUTE_READERS[name](read, found, value, lines)
            elif name in _URL_ATTRIBUTES:
                read.issues += _url_issues(found, name, value, lines)
                _read_link(read, found, value, lines)
            elif name.startswith("on"):
                read.scripts.append(PageScript(value, lines.at(found.at), "handler"))
        if found.name == "img" and "alt" not in found.attributes:
            read.issues.append(page_issue("no_alt", lines.at(found.at), severity="warning"))
    return read


def _read_id(read: ParsedPage, _element: HtmlElement, value: str, _lines: LineNumbers) -> None:
    read.ids[value] += 1


def _read_name(read: ParsedPage, element: HtmlElement, value: str, _lines: LineNumbers) -> None:
    """Remember the place that the older form of an anchor names."""
    if element.name == "a":
        read.anchors.add(value)


def _read_reference(read: ParsedPage, element: HtmlElement, value: str, lines: LineNumbers) -> None:
    for target in value.split():
        read.pointed_at.setdefault(target, lines.at(element.at))


def _read_link(read: ParsedPage, element: HtmlElement, value: str, lines: LineNumbers) -> None:
    """Remember where a link inside the page leads. `#` and `#top` lead to its beginning."""
    target = unquote(value.strip())
    if element.name == "a" and not target and "onclick" not in element.attributes:
        read.issues.append(page_issue("empty_link", lines.at(element.at), severity="warning"))
    if element.name == "a" and target.startswith("#") and target.lower() not in ("#", "#top"):
        read.pointed_at.setdefault(target[1:], lines.at(element.at))


def _read_style_attribute(read: ParsedPage, element: HtmlElement, value: str, lines: LineNumbers) -> None:
    for reach in external_references(value):
        read.issues.append(page_issue("style_url", lines.at(element.at), what=reach))


def _reject_external(name: str) -> Callable[[ParsedPage, HtmlElement, str, LineNumbers], None]:
    def refuse(read: ParsedPage, element: HtmlElement, value: str, lines: LineNumbers) -> None:
        read.issues.append(page_issue("leaves", lines.at(element.at), what=f"{name}={value[:40]}"))

    return refuse


def _url_issues(element: HtmlElement, name: str, value: str, lines: LineNumbers) -> Iterator[Finding]:
    target = _INVISIBLE_CHARACTERS.sub("", value).lower()
    is_inside = target.startswith("#") or (element.name not in ("a", "area") and target.startswith(_DATA_URLS))
    if not is_inside and not (target == "" and name != "src"):
        yield page_issue("url", lines.at(element.at), what=f"{name}={value.strip()[:80]}")


def _read_meta(read: ParsedPage, element: HtmlElement, lines: LineNumbers) -> None:
    attributes = element.attributes
    equivalent = attributes.get("http-equiv", "").strip().lower()
    if equivalent == "content-security-policy":
        if read.policy is None and not read.names["script"] and not read.names["style"] and not read.names["body"]:
            read.policy = attributes.get("content", "")
    elif equivalent and equivalent not in ("content-type", "x-ua-compatible"):
        read.issues.append(page_issue("meta", lines.at(element.at), what=equivalent))
    if name := attributes.get("name", "").strip().lower():
        read.metas.setdefault(name, attributes.get("content", ""))


def _read_script(read: ParsedPage, element: HtmlElement, lines: LineNumbers) -> None:
    kind = element.attributes.get("type", "").strip().lower()
    if kind in _SCRIPT_TYPES:
        if is_library(element.content):
            return
        script_kind: Literal["script", "module"] = "module" if kind == "module" else "script"
        read.scripts.append(PageScript(element.content, lines.at(element.at), script_kind))
    elif kind not in _DATA_TYPES:
        read.issues.append(page_issue("element", lines.at(element.at), name=f"script type={kind[:40]}"))


def _read_style(read: ParsedPage, element: HtmlElement, lines: LineNumbers) -> None:
    for reach in islice(external_references(element.content), MAX_PAGE_FINDINGS):
        read.issues.append(page_issue("style_url", lines.at(element.at), what=reach))


def _read_html(read: ParsedPage, element: HtmlElement, _lines: LineNumbers) -> None:
    read.language = read.language or element.attributes.get("lang", "").strip()


def _read_title(read: ParsedPage, element: HtmlElement, _lines: LineNumbers) -> None:
    read.title = read.title or element.content.strip()


_TAG_READERS: Final = {
    "meta": _read_meta,
    "script": _read_script,
    "style": _read_style,
    "html": _read_html,
    "title": _read_title,
}
_ATTRIBUTE_READERS: Final = {
    "id": _read_id,
    "name": _read_name,
    "style": _read_style_attribute,
    **dict.fromkeys(_ID_REFERENCES, _read_reference),
    **{name: _reject_external(name) for name in ("target", "srcdoc")},
}


MAX_PAGE_FINDINGS: Final = 40
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*+")
# Each pattern begins with literal letters, which makes the search fast.
_ID_USED = (
    re.compile(r"getElementById\(\s*['\"`]([^'\"`\\$\n]+)['\"`]\s*\)"),
    re.compile(r"querySelector(?:All)?\(\s*['\"`]#([\w-]+)"),
)
_ID_MADE = re.compile(r"id(?<![\w$]id)\\?['\"`]?\s*[=:,]\s*(?:\\?['\"`])?([\w-]+)(\$\{|['\"`]\s*\+)?")
_ID_COMPUTED = re.compile(
    r"id(?:(?<=\.id)\s*=\s*[A-Za-z_$(]|(?<![\w$]id)\s*=\s*\\?['\"]?\$\{|(?<=['\"]id)['\"]\s*,\s*[A-Za-z_$(])"
)
_NATIVE_ACTION = re.compile(r"popovertarget|commandfor", re.I)
_BODY = re.compile(r"<body\b", re.I)
_TAG = re.compile(r"<[^>]*+>?")


def check_page(draft: Draft) -> list[Finding]:
    """Return the first few dozen problems of a page, or an empty list if it passes."""
    # Only some are kept: what tells whose page it is comes first, and the links, which may be many, come last.
    found = sorted(find_page_issues(draft.main), key=lambda each: _ORDER.get(each.code, 1))
    return [each.at(file=draft.name) for each in _first_unique(found)]


def count_page_items(draft: Draft) -> dict[str, int]:
    """Count the cards, events or pairs of a study page. Other pages have nothing that is counted."""
    parts = disassemble_page(draft.main.decode("utf-8", "replace"))
    return count_study_items(parts.js) if parts else {}


def find_page_issues(content: bytes) -> Iterator[Finding]:
    """Yield every problem that can be found without running the page."""
    if len(content) > MAX_FRAMED_BYTES:
        yield _too_large(len(content))
        return
    try:
        file = content.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError:
        yield page_issue("encoding")
        return
    page = unframe_page(file)
    source = file if page is None else page
    if (size := len(source.encode())) > MAX_PAGE_BYTES:
        yield _too_large(size)
        return
    yield from _document_issues(source)
    if page is not None and not _is_framed_here(file, page):
        yield page_issue("frame")


_ORDER: Final = {"page.no_policy": 0, "page.url": 2}


def _too_large(size: int) -> Finding:
    return page_issue("too_large", size=f"{size:,}", most=MAX_PAGE_BYTES // 1024 // 1024)


def _is_framed_here(file: str, page: str) -> bool:
    try:
        return frame_page(page) == file
    except InvalidOption:
        return False


def _document_issues(source: str) -> Iterator[Finding]:
    if not re.match(r"\s*+<!doctype html>", source, re.I):
        yield page_issue("doctype")
    read = parse_page(source)
    yield from read.issues
    yield from _head_issues(read)
    yield from _id_issues(read)
    yield from find_text_issues(source)
    text = page_blocks(source)
    yield from prose_issues(text.blocks)
    for rows in text.tables:
        yield from table_issues(rows)
    for script in read.scripts:
        lines = LineNumbers(script.code, first=script.line)
        for bad in find_violations(script.code):
            yield page_issue(bad.key, lines.at(bad.at), what=bad.what)
        yield from find_data_issues(script.code)
    if read.has_script:
        yield from find_syntax_issues(read.scripts)
        return
    if (read.has_controls and not _NATIVE_ACTION.search(source)) or _planned_ids(read.metas):
        yield page_issue("no_script")
    if not read.has_something_to_see and _has_no_text(source):
        yield page_issue("empty")


def _has_no_text(source: str) -> bool:
    body = _BODY.search(source)
    return is_blank(html.unescape(_TAG.sub("", source[body.start() if body else 0 :])))


def _head_issues(read: ParsedPage) -> Iterator[Finding]:
    if read.policy is None:
        yield page_issue("no_policy")
    elif not is_strict_policy(read.policy):
        yield page_issue("weak_policy", policy=read.policy[:200])
    if is_blank(read.title):
        yield page_issue("no_title")
    if not _LANGUAGE.fullmatch(read.language):
        yield page_issue("no_language")
    if "width=device-width" not in read.metas.get("viewport", "").replace(" ", "").lower():
        yield page_issue("no_viewport")


def _id_issues(read: ParsedPage) -> Iterator[Finding]:
    planned = _planned_ids(read.metas)
    for each in planned:
        if read.ids[each] != 1:
            yield page_issue("section", id=each, count=read.ids[each])
    for each, count in read.ids.items():
        if count > 1 and each not in planned:
            yield page_issue("twice", id=each[:80], count=count)
    yield from _missing_id_issues(read)


class _Prefixes:
    """The beginnings of ids that a script completes. Only the shortest are kept, so one of them can begin a name."""

    def __init__(self, prefixes: Iterable[str]) -> None:
        self._sorted: list[str] = []
        for each in sorted(prefixes):
            if not self._sorted or not each.startswith(self._sorted[-1]):
                self._sorted.append(each)

    def begin(self, name: str) -> bool:
        """Whether one of them begins the name."""
        at = bisect_right(self._sorted, name)
        return at > 0 and name.startswith(self._sorted[at - 1])


def _missing_id_issues(read: ParsedPage) -> Iterator[Finding]:
    """Yield ids that scripts and labels refer to but no element has."""
    found = [match.groups() for script in read.scripts for match in _ID_MADE.finditer(script.code)]
    known = {*read.ids, *(name for name, is_prefix in found if not is_prefix)}
    prefixes = _Prefixes(name for name, is_prefix in found if is_prefix)
    # Ids that a script computes are not known before it runs.
    is_computed = any(_ID_COMPUTED.search(script.code) for script in read.scripts)
    for script in read.scripts:
        lines = LineNumbers(script.code, first=script.line)
        for match in (match for pattern in _ID_USED for match in pattern.finditer(script.code)):
            name = match[1]
            if name not in known and not prefixes.begin(name):
                severity: Severity = "warning" if is_computed else "error"
                yield page_issue("no_such_id", lines.at(match.start()), severity=severity, id=name[:80])
    for target, line in read.pointed_at.items():
        if target not in known | read.anchors and not prefixes.begin(target):
            yield page_issue("dangling", line, severity="warning", id=target[:80])


def _planned_ids(metas: Mapping[str, str]) -> list[str]:
    try:
        plan: Any = json.loads(metas.get(PLAN_META_NAME, "")[:100_000])
        return [str(section["id"]) for section in plan["sections"]]
    except (ValueError, TypeError, KeyError, RecursionError):
        return []


def _first_unique(issues: Iterable[Finding]) -> list[Finding]:
    """Return the first few dozen, each once."""
    unique: list[Finding] = []
    seen: set[str] = set()
    for issue in issues:
        known = f"{issue.code} {issue.location.line} {issue.fields}"
        if known not in seen:
            seen.add(known)
            unique.append(issue)
        if len(unique) == MAX_PAGE_FINDINGS:
            break
    return unique
