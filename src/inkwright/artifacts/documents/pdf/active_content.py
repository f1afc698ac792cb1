"""Find what a PDF does besides showing pages: actions, media, attachments and content from elsewhere."""

from collections.abc import Iterator
from typing import Any, Final

_ACTIONS: Final = frozenset(
    {
        "/GoTo3DView", "/GoToE", "/GoToR", "/ImportData", "/JavaScript", "/Launch", "/Movie", "/Rendition",
        "/RichMediaExecute", "/Sound", "/SubmitForm",
    }
)  # fmt: skip
_ANNOTATIONS: Final = frozenset({"/3D", "/FileAttachment", "/Movie", "/RichMedia", "/Screen", "/Sound"})
_QUIET_ACTIONS: Final = frozenset({"", "/GoTo", "/Hide", "/Named", "/SetOCGState", "/Trans"})
"""What may happen by itself when a document or a page is opened."""

_KEYS: Final = {"/XFA": "/XFA", "/EF": "/EmbeddedFiles", "/EmbeddedFiles": "/EmbeddedFiles"}
_MAX_CHAIN: Final = 50


def active_content(pikepdf: Any, pdf: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return active content and attachments, and the addresses of all links."""
    active: dict[str, None] = {}
    links: dict[str, None] = {}
    for each in pdf.objects:
        for part in _dictionaries(pikepdf, each):
            active |= dict.fromkeys(_active_parts(pikepdf, part))
            if str(part.get("/S", "")) == "/URI" and "/URI" in part:
                links[str(part["/URI"])] = None
    return tuple(active), tuple(links)


def _active_parts(pikepdf: Any, part: Any) -> Iterator[str]:
    """Yield what a dictionary does. An action of a key such as `/OpenAction` runs without a click."""
    kind, subtype = str(part.get("/S", "")), str(part.get("/Subtype", ""))
    if kind in _ACTIONS or "/JS" in part or (kind == "/Thread" and "/F" in part):
        yield kind or "/JavaScript"
    if subtype in _ANNOTATIONS and "/Rect" in part:
        yield subtype
    yield from (name for key, name in _KEYS.items() if key in part)
    if "/F" in part and "/Length" in part:
        yield "/F"  # the content of this stream is in another file
    if "/Ref" in part and subtype == "/Form":
        yield "/Ref"
    automatic = [part.get("/OpenAction")]
    if isinstance(more := part.get("/AA"), pikepdf.Dictionary):
        automatic += more.values()
    for action in automatic:
        yield from (each for each in _chain(pikepdf, action) if each not in _QUIET_ACTIONS)


def _chain(pikepdf: Any, action: Any) -> Iterator[str]:
    """Yield the kinds of an action and of the ones that follow it."""
    waiting = [action]
    for _ in range(_MAX_CHAIN):
        if not waiting:
            return
        each = waiting.pop()
        if isinstance(each, pikepdf.Dictionary):
            yield str(each.get("/S", ""))
            following = each.get("/Next")
            is_list = isinstance(following, pikepdf.Array)
            waiting += [following[at] for at in range(min(len(following), _MAX_CHAIN))] if is_list else [following]


def _dictionaries(pikepdf: Any, value: Any) -> Iterator[Any]:
    """Yield a dictionary and those inside it. Referenced objects are visited separately."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, pikepdf.Stream):
            part = part.stream_dict
        if isinstance(part, pikepdf.Dictionary):
            yield part
            waiting += [each for each in part.values() if _is_inside(pikepdf, each)]
        elif isinstance(part, pikepdf.Array):
            waiting += [each for each in part if _is_inside(pikepdf, each)]


def _is_inside(pikepdf: Any, value: Any) -> bool:
    return isinstance(value, pikepdf.Dictionary | pikepdf.Array) and not value.is_indirect
