"""The tags of a page: what may not stand in it, where its attributes point, which ids it has."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from inkwright.artifacts.interactive.flaws import Flaw
from inkwright.artifacts.interactive.libraries import is_library
from inkwright.artifacts.interactive.lines import Lines
from inkwright.artifacts.interactive.markup import Element, Oddity, elements_of
from inkwright.artifacts.interactive.styles import reaches_of_style

_REFUSED: Final = frozenset(
    {"iframe", "frame", "frameset", "object", "embed", "applet", "base", "portal", "fencedframe", "form", "link",
     "noembed", "noframes", "plaintext", "xmp", "isindex", "audio", "video", "source", "track"}
)  # fmt: skip
_POINTING: Final = frozenset(
    {"href", "src", "srcset", "action", "formaction", "poster", "data", "xlink:href", "background", "ping", "manifest",
     "imagesrcset", "longdesc", "lowsrc", "dynsrc", "codebase", "archive", "cite"}
)  # fmt: skip
_REFERRING: Final = ("for", "aria-labelledby", "aria-describedby", "aria-controls")
_UNSEEN = re.compile(r"[\x00-\x20]+")
_DATA: Final = ("data:image/png", "data:image/jpeg", "data:image/gif", "data:image/webp", "data:image/svg+xml")
_SCRIPT_TYPES: Final = frozenset({"", "text/javascript", "application/javascript", "module"})
_DATA_TYPES: Final = frozenset({"application/json", "text/plain", "text/template"})
_SEEN_WITHOUT_TEXT: Final = frozenset({"canvas", "svg", "img", "button", "input", "table"})


@dataclass(slots=True)
class PageRead:
    """What was read of the tags: everything that later checks ask for."""

    flaws: list[Flaw] = field(default_factory=list)
    ids: Counter[str] = field(default_factory=Counter)
    names: Counter[str] = field(default_factory=Counter)
    scripts: list[tuple[str, int]] = field(default_factory=list)
    metas: dict[str, str] = field(default_factory=dict)
    policy: str | None = None
    language: str = ""
    title: str = ""
    pointed_at: dict[str, int] = field(default_factory=dict)

    @property
    def has_something_to_see(self) -> bool:
        """Whether a body could show anything but words."""
        return any(self.names[name] for name in _SEEN_WITHOUT_TEXT)


def read_page(source: str) -> PageRead:
    """Read every tag, in order."""
    read = PageRead()
    lines = Lines(source)
    for found in elements_of(source):
        if isinstance(found, Oddity):
            read.flaws.append(Flaw("markup", lines.at(found.at), fields={"what": found.what}))
            continue
        read.names[found.name] += 1
        if found.name in _REFUSED:
            read.flaws.append(Flaw("element", lines.at(found.at), fields={"name": found.name}))
        elif found.name in _READERS:
            _READERS[found.name](read, found, lines)
        for name, value in found.attributes.items():
            if name in _OF_ATTRIBUTES:
                _OF_ATTRIBUTES[name](read, found, value, lines)
            elif name in _POINTING:
                read.flaws += _of_the_target(found, name, value, lines)
            elif name.startswith("on"):
                read.scripts.append((value, lines.at(found.at)))
        if found.name == "img" and "alt" not in found.attributes:
            read.flaws.append(Flaw("no_alt", lines.at(found.at), severity="warning"))
    return read


def _read_id(read: PageRead, _element: Element, value: str, _lines: Lines) -> None:
    read.ids[value] += 1


def _read_reference(read: PageRead, element: Element, value: str, lines: Lines) -> None:
    for target in value.split():
        read.pointed_at.setdefault(target, lines.at(element.at))


def _read_own_style(read: PageRead, element: Element, value: str, lines: Lines) -> None:
    for reach in reaches_of_style(value):
        read.flaws.append(Flaw("style_url", lines.at(element.at), fields={"what": reach}))


def _refuse_leaving(name: str) -> Callable[[PageRead, Element, str, Lines], None]:
    def refuse(read: PageRead, element: Element, value: str, lines: Lines) -> None:
        read.flaws.append(Flaw("leaves", lines.at(element.at), fields={"what": f"{name}={value[:40]}"}))

    return refuse


def _of_the_target(element: Element, name: str, value: str, lines: Lines) -> Iterator[Flaw]:
    target = _UNSEEN.sub("", value).lower()
    is_inside = target.startswith("#") or (element.name not in ("a", "area") and target.startswith(_DATA))
    if not is_inside and not (target == "" and name != "src"):
        yield Flaw("url", lines.at(element.at), fields={"what": f"{name}={value.strip()[:80]}"})


def _read_meta(read: PageRead, element: Element, lines: Lines) -> None:
    attributes = element.attributes
    equivalent = attributes.get("http-equiv", "").strip().lower()
    if equivalent == "content-security-policy":
        if read.policy is None and not read.names["script"] and not read.names["style"] and not read.names["body"]:
            read.policy = attributes.get("content", "")
    elif equivalent and equivalent not in ("content-type", "x-ua-compatible"):
        read.flaws.append(Flaw("meta", lines.at(element.at), fields={"what": equivalent}))
    if name := attributes.get("name", "").strip().lower():
        read.metas.setdefault(name, attributes.get("content", ""))


def _read_script(read: PageRead, element: Element, lines: Lines) -> None:
    kind = element.attributes.get("type", "").strip().lower()
    if kind in _SCRIPT_TYPES:
        if is_library(element.content):
            return
        read.scripts.append((element.content, lines.at(element.at)))
    elif kind not in _DATA_TYPES:
        read.flaws.append(Flaw("element", lines.at(element.at), fields={"name": f"script type={kind[:40]}"}))


def _read_style(read: PageRead, element: Element, lines: Lines) -> None:
    for reach in reaches_of_style(element.content):
        read.flaws.append(Flaw("style_url", lines.at(element.at), fields={"what": reach}))


def _read_html(read: PageRead, element: Element, _lines: Lines) -> None:
    read.language = read.language or element.attributes.get("lang", "").strip()


def _read_title(read: PageRead, element: Element, _lines: Lines) -> None:
    read.title = read.title or element.content.strip()


_READERS: Final = {
    "meta": _read_meta,
    "script": _read_script,
    "style": _read_style,
    "html": _read_html,
    "title": _read_title,
}
_OF_ATTRIBUTES: Final = {
    "id": _read_id,
    "style": _read_own_style,
    **dict.fromkeys(_REFERRING, _read_reference),
    **{name: _refuse_leaving(name) for name in ("target", "srcdoc")},
}
