"""Parses HTML as a browser does, in one pass and linear time, and reports ambiguous markup."""

import html
import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

# The parts between quotes and after `=` are possessive, so no character is examined twice.
# A tag with more attributes than anybody writes is not closed, and therefore ambiguous.
_ATTRIBUTES: Final = r"(?:[\s/]++|[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|(?![\"'])[^\s>]*+))?+){0,4000}+"
_ANY_TAG: Final = (
    r"(?:!--(?P<comment>-?>|.*?(?:--!?>|\Z))"
    r"|(?P<declared>[!?][^>]*+>?|/(?![A-Za-z])[^>]*+>?)"
    rf"|(?P<name>/?[A-Za-z][^\s/>]*+)(?P<attributes>{_ATTRIBUTES})>?)"
)
_TAG = re.compile(f"<{_ANY_TAG}", re.S)
# Plain end tags carry no information: skipping them saves half of all tags.
_SIGNIFICANT_TAG = re.compile(f"<(?!/[A-Za-z][A-Za-z0-9]*+>){_ANY_TAG}", re.S)
_ATTRIBUTE = re.compile(r"([^\s/>][^\s/>=]*+)(?:\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|((?![\"'])[^\s>]*+)))?+")
# Most attributes have this form, which is faster to parse.
_PLAIN_ATTRIBUTE = re.compile(r'\s([a-z][a-z0-9-]*+)="([^"&]*+)"')
_PLAIN_ATTRIBUTES = re.compile(rf"(?:{_PLAIN_ATTRIBUTE.pattern})++")
_RAW_TEXT_ENDS: Final = {
    name: re.compile(rf"</{name}(?=[\s/>])", re.I) for name in ("script", "style", "textarea", "title")
}
_RAW_TEXT_END_TAGS: Final = {
    name: re.compile(rf"</{name}(?=[\s/>])[^>]*+>?", re.I) for name in ("script", "style", "textarea", "title")
}
_RAW_TEXT_TAGS: Final = frozenset({*_RAW_TEXT_ENDS, "noscript"})
_ODD_CHARACTER = re.compile("[\"'<=`]")
_NESTING: Final = frozenset({"template", "svg", "math"})
_RESERVED_TAGS: Final = frozenset(
    {"html", "head", "body", "script", "style", "meta", "link", "base", "plaintext", "xmp", "frameset", "noscript"}
)
_MAX_SHORT_TAG: Final = 2_000


class HtmlAttributes(NamedTuple):
    """The attributes of a tag, and whether a name has an unusual character."""

    values: Mapping[str, str]
    is_odd: bool


_NO_ATTRIBUTES: Final = HtmlAttributes({}, is_odd=False)


class HtmlElement(NamedTuple):
    """A start tag in lower case: its attributes, its raw text (of a script, for example) and its position."""

    name: str
    attributes: Mapping[str, str]
    content: str
    at: int


class MarkupAmbiguity(NamedTuple):
    """Markup that is broken, or that two parsers may read differently."""

    what: str
    at: int


def parse_elements(source: str) -> Iterator[HtmlElement | MarkupAmbiguity]:
    """Yield every start tag outside comments, and every ambiguity, in order."""
    position, end = 0, len(source)
    known: dict[str, HtmlAttributes] = {}
    while position < end:
        tag = _SIGNIFICANT_TAG.search(source, position)
        if tag is None:
            return
        position = tag.end()
        name, written = tag.group("name", "attributes")
        if name is None:
            yield from _comment_ambiguities(tag)
            continue
        if source[position - 1] != ">":
            yield MarkupAmbiguity(tag[0][:60], tag.start())
        if name[0] == "/":
            continue
        name = name.lower()
        attributes = known.get(written) or _parse_attributes(written)
        if "id" not in attributes.values:
            known[written] = attributes  # pages repeat attributes, except those with an id
        content, is_hiding = _raw_content(name, source, position) if name in _RAW_TEXT_TAGS else ("", False)
        if attributes.is_odd or is_hiding:
            yield MarkupAmbiguity(tag[0][:60], tag.start())
        position += len(content)
        yield HtmlElement(name, attributes.values, content, tag.start())


class SplitDocument(NamedTuple):
    """A document as the parts of a page: the markup of its body, its styles and its scripts."""

    body: str
    css: str
    js: str


def split_document(source: str) -> SplitDocument:
    """Split a whole document, or only a body. Its head and the tags around the body are left out."""
    markup = _BodyMarkup()
    code: dict[str, list[str]] = {"style": [], "script": []}
    position = 0
    unclosed: set[str] = set()
    while tag := _TAG.search(source, position):
        markup.pieces.append(source[position : tag.start()])
        name = (tag["name"] or "").lower()
        end = _raw_text_end(name, source, tag.end()) if name not in unclosed else None
        position = tag.end() if end is None else end.end()
        if end is None:
            unclosed.add(name)
        if end is not None and name in code:
            code[name].append(source[tag.end() : end.start()].strip("\n"))
        elif name in ("html", "head", "body", "/html", "/head", "/body"):
            markup.bound(name)
        elif not tag[0].lower().startswith("<!doctype"):
            markup.pieces.append(source[tag.start() : position])
    markup.pieces.append(source[position:])
    return SplitDocument(markup.text(), "\n".join(code["style"]), "\n".join(code["script"]))


class _BodyMarkup:
    """The markup between the tags of a body; without them, all but that between the tags of a head."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self._head_start = 0
        self._end: int | None = None

    def bound(self, tag: str) -> None:
        """Note a tag around the head or the body."""
        if self._end is not None:
            return
        if tag == "head":
            self._head_start = len(self.pieces)
        elif tag == "/head":
            del self.pieces[self._head_start :]
        elif tag == "body":
            self.pieces.clear()
        elif tag == "/body":
            self._end = len(self.pieces)

    def text(self) -> str:
        return "".join(self.pieces[: self._end]).strip()


def _raw_text_end(name: str, source: str, position: int) -> re.Match[str] | None:
    """Return the end tag of an element with raw text, or None if it has none."""
    return _RAW_TEXT_END_TAGS[name].search(source, position) if name in _RAW_TEXT_END_TAGS else None


def _raw_content(name: str, source: str, position: int) -> tuple[str, bool]:
    """Return the raw text of an element, and whether other parsers may find markup in it."""
    if name == "noscript":
        return "", _hides_a_tag(source, position)
    closing = _RAW_TEXT_ENDS[name].search(source, position)
    content = source[position : closing.start() if closing else len(source)]
    return content, closing is None or _hides_markup(name, content)


def _parse_attributes(written: str) -> HtmlAttributes:
    """Parse the attributes of a tag. The first of two with the same name counts, as in a browser."""
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
    """Return the markup that would break the file it is inserted into, or an empty text if there is none."""
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
    """Yield unclosed comments, and declarations such as `<![CDATA[`, whose meaning differs inside and outside SVG."""
    note = tag["comment"]
    if note is not None and note not in (">", "->") and not note.endswith(("-->", "--!>")):
        yield MarkupAmbiguity("<!--", tag.start())
    if note is None and not tag[0].lower().startswith("<!doctype"):
        yield MarkupAmbiguity(tag[0][:60], tag.start())


def _hides_a_tag(source: str, position: int) -> bool:
    """Whether a comment in `<noscript>` hides its end tag. Browsers with scripts treat the content as text."""
    end = source.find("</noscript", position, position + _MAX_SHORT_TAG)
    return end < 0 or source.find("<!", position, end) >= 0


def _hides_markup(name: str, content: str) -> bool:
    """Whether text may be read as markup: inside SVG tags are parsed, and `<!--` hides `</script>`."""
    if name in ("textarea", "title"):
        return "<" in content
    return "<!--" in content
