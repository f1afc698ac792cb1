"""Parses HTML as a browser does, in one pass and linear time, and reports ambiguous markup."""

import html
import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

# The parts between quotes and behind `=` are possessive: whatever stands there, no character is looked at twice.
_ATTRIBUTES: Final = r"(?:[\s/]++|[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|(?![\"'])[^\s>]*+))?+)*+"
_ANY_TAG: Final = (
    r"(?:!--(?P<comment>-?>|.*?(?:--!?>|\Z))"
    r"|(?P<declared>[!?][^>]*+>?|/(?![A-Za-z])[^>]*+>?)"
    rf"|(?P<name>/?[A-Za-z][^\s/>]*+)(?P<attributes>{_ATTRIBUTES})>?)"
)
_TAG = re.compile(f"<{_ANY_TAG}", re.S)
# Plain end tags say nothing: half of all tags are passed over without being looked at.
_SIGNIFICANT_TAG = re.compile(f"<(?!/[A-Za-z][A-Za-z0-9]*+>){_ANY_TAG}", re.S)
_ATTRIBUTE = re.compile(r"([^\s/>][^\s/>=]*+)(?:\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|((?![\"'])[^\s>]*+)))?+")
# Most attributes are written in one way, which is quicker to read.
_PLAIN_ATTRIBUTE = re.compile(r'\s([a-z][a-z0-9-]*+)="([^"&]*+)"')
_PLAIN_ATTRIBUTES = re.compile(rf"(?:{_PLAIN_ATTRIBUTE.pattern})++")
_RAW_TEXT_ENDS: Final = {
    name: re.compile(rf"</{name}(?=[\s/>])", re.I) for name in ("script", "style", "textarea", "title")
}
_RAW_TEXT_TAGS: Final = frozenset({*_RAW_TEXT_ENDS, "noscript"})
_ODD_CHARACTER = re.compile("[\"'<=`]")
_NESTING: Final = frozenset({"template", "svg", "math"})
_RESERVED_TAGS: Final = frozenset(
    {"html", "head", "body", "script", "style", "meta", "link", "base", "plaintext", "xmp", "frameset", "noscript"}
)
_MAX_SHORT_TAG: Final = 2_000


class HtmlAttributes(NamedTuple):
    """The attributes of a tag, and whether one of their names is odd."""

    values: Mapping[str, str]
    is_odd: bool


_NO_ATTRIBUTES: Final = HtmlAttributes({}, is_odd=False)


class HtmlElement(NamedTuple):
    """A start tag, in lower case, with its attributes, what stands in it where that is not markup, and where."""

    name: str
    attributes: Mapping[str, str]
    content: str
    at: int


class MarkupAmbiguity(NamedTuple):
    """Something that is broken, or that two readers may read in two ways."""

    what: str
    at: int


def parse_elements(source: str) -> Iterator[HtmlElement | MarkupAmbiguity]:
    """Every start tag, comments left out, and every oddity, in order."""
    at, end = 0, len(source)
    known: dict[str, HtmlAttributes] = {}
    while at < end:
        tag = _SIGNIFICANT_TAG.search(source, at)
        if tag is None:
            return
        at = tag.end()
        name, written = tag.group("name", "attributes")
        if name is None:
            yield from _comment_ambiguities(tag)
            continue
        if source[at - 1] != ">":
            yield MarkupAmbiguity(tag[0][:60], tag.start())
        if name[0] == "/":
            continue
        name = name.lower()
        attributes = known.get(written) or _parse_attributes(written)
        if "id" not in attributes.values:
            known[written] = attributes  # pages repeat themselves; only what has an id is the one of its kind
        content, is_hiding = _raw_content(name, source, at) if name in _RAW_TEXT_TAGS else ("", False)
        if attributes.is_odd or is_hiding:
            yield MarkupAmbiguity(tag[0][:60], tag.start())
        at += len(content)
        yield HtmlElement(name, attributes.values, content, tag.start())


def _raw_content(name: str, source: str, at: int) -> tuple[str, bool]:
    """What stands in an element that holds no markup, and whether other readers may find some in it."""
    if name == "noscript":
        return "", _hides_a_tag(source, at)
    closing = _RAW_TEXT_ENDS[name].search(source, at)
    content = source[at : closing.start() if closing else len(source)]
    return content, closing is None or _hides_markup(name, content)


def _parse_attributes(written: str) -> HtmlAttributes:
    """The attributes of a tag; of two with one name the first counts, as in a browser."""
    if not written or written.isspace():
        return _NO_ATTRIBUTES
    if _PLAIN_ATTRIBUTES.fullmatch(written):
        pairs = _PLAIN_ATTRIBUTE.findall(written)
        if len(plain := dict(pairs)) == len(pairs):
            return HtmlAttributes(plain, is_odd=False)
    found: dict[str, str] = {}
    for name, double, single, bare in _ATTRIBUTE.findall(written):
        value = double or single or bare
        found.setdefault(name.lower(), html.unescape(value) if "&" in value else value)
    return HtmlAttributes(found, _ODD_CHARACTER.search("".join(found)) is not None)


def find_unsafe_markup(source: str) -> str:
    """What in a piece of markup would break the file that it is put into; empty where nothing would."""
    depths = dict.fromkeys(_NESTING, 0)
    for tag in _TAG.finditer(source):
        if problem := _unsafe_tag(tag, depths):
            return problem
    for found in parse_elements(source):
        if isinstance(found, MarkupAmbiguity):
            return found.what
    return next((f"<{name}>" for name, depth in sorted(depths.items()) if depth > 0), "")


def _unsafe_tag(tag: re.Match[str], depths: dict[str, int]) -> str:
    if tag["comment"] is not None:
        return tag[0][:60] if "page-html" in tag["comment"] else ""
    if tag["declared"] is not None:
        return tag[0][:60]
    name = tag["name"].lower()
    plain = name.lstrip("/")
    if plain in _RESERVED_TAGS or (plain == "title" and not depths["svg"]):
        return f"<{name}"
    if plain in depths and not tag[0].endswith("/>"):
        depths[plain] += -1 if name[0] == "/" else 1
    return ""


def _comment_ambiguities(tag: re.Match[str]) -> Iterator[MarkupAmbiguity]:
    """Comments that nothing closes, and `<![CDATA[` and the like, which mean one thing in SVG and another outside."""
    note = tag["comment"]
    if note is not None and note not in (">", "->") and not note.endswith(("-->", "--!>")):
        yield MarkupAmbiguity("<!--", tag.start())
    if note is None and not tag[0].lower().startswith("<!doctype"):
        yield MarkupAmbiguity(tag[0][:60], tag.start())


def _hides_a_tag(source: str, at: int) -> bool:
    """With scripts, `<noscript>` holds text that ends at its end tag: a comment in it hides that from other readers."""
    end = source.find("</noscript", at, at + _MAX_SHORT_TAG)
    return end < 0 or source.find("<!", at, end) >= 0


def _hides_markup(name: str, content: str) -> bool:
    """Inside SVG, a browser reads tags where elsewhere it reads text; and `<!--` makes it overlook `</script>`."""
    if name in ("textarea", "title"):
        return "<" in content
    return "<!--" in content
