"""Puts a page into a frame that it cannot leave, and reads the page back from the framed file."""

import html
import re
from functools import cache
from pathlib import Path
from typing import Final

from inkwright.artifacts.webpages.html_parser import HtmlElement, MarkupAmbiguity, parse_elements
from inkwright.errors import InvalidOption
from inkwright.i18n import Language, text

FRAME_POLICY: Final = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; font-src data:; "
    "connect-src 'none'; frame-src 'none'; worker-src 'none'; object-src 'none'; form-action 'none'; base-uri 'none'; "
    "require-trusted-types-for 'script'; trusted-types default page"
)
"""The policy of the file around a page. The page in the frame inherits it; a server sends it with the page."""

FRAME_SANDBOX: Final = "allow-scripts allow-modals"
"""What the frame allows. Without modals a page cannot be printed."""

MAX_FRAMED_BYTES: Final = 8 * 1024 * 1024
"""The size of a file that may contain a page: quotes take more space in the frame."""

_FOLDER: Final = Path(__file__).parent
_DOCTYPE = re.compile(r"\s*+<!doctype html>", re.I)
_LANGUAGE = re.compile(r"<html\b[^<>]*?\slang=[\"']?([A-Za-z][A-Za-z0-9-]{0,34})", re.I)
_TITLE = re.compile(r"<title>([^<]{0,2000})</title>", re.I)
_HEAD_CHARACTERS: Final = 10_000
_CONNECTING_TAGS: Final = frozenset(
    {"iframe", "frame", "frameset", "object", "embed", "applet", "link", "base", "portal", "fencedframe"}
)
_INSIDE = re.compile(r"\s*+(?:\Z|#|data:image/)", re.I)
_GUARD_OPENS: Final = '<script id="inkwright-guard">'
_CLOSES: Final = "</script>"
_CONTENT_OPENS: Final = f'<iframe id="page" sandbox="{FRAME_SANDBOX}" data-page="'
_CONTENT_CLOSES: Final = '"></iframe>'
_STYLE: Final = (
    ":root{color-scheme:light dark}html,body,iframe{display:block;width:100%;height:100%;margin:0;border:0}"
    "html,body{overflow:hidden}@supports(height:100dvh){html,body,iframe{height:100dvh}}"
    "p{margin:2em;font:1.1em/1.5 system-ui,sans-serif}@media print{html,body{height:auto;overflow:visible}}"
)


def guarded_document(document: str) -> str:
    """Return the document with the guard before everything else. This is what a frame shows."""
    start = _DOCTYPE.match(document)
    at = start.end() if start else 0
    return f"{document[:at]}{_GUARD_OPENS}{_script('guard.js')}{_CLOSES}{document[at:]}"


def frame_page(document: str) -> str:
    """Return the file that shows a page in a frame. `unframe_page` returns the page unchanged.

    Markup that connects before any script runs raises InvalidOption.
    """
    if shown := _connecting_markup(document):
        language: Language = "zh" if _language_tag(document).lower().startswith("zh") else "en"
        raise InvalidOption(option="html", value=shown, allowed=text(language, "page.breaks.html", found=shown))
    return framed_file(document)


def framed_file(document: str) -> str:
    """Return the file that shows any document in a frame. Its markup may connect: only a browser without a network
    may open it.
    """
    head = document[:_HEAD_CHARACTERS]
    language = _language_tag(document)
    speech: Language = "zh" if language.lower().startswith("zh") else "en"
    title = html.escape(html.unescape(found[1] if (found := _TITLE.search(head)) else ""))
    content, waiting = (_attribute(each) for each in (guarded_document(document), _waiting_document()))
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{FRAME_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        f'{_CONTENT_OPENS}{content}" srcdoc="{waiting}{_CONTENT_CLOSES}\n'
        f"<noscript><p>{html.escape(text(speech, 'page.frame.no_script'))}</p></noscript>\n"
        f'<p id="left" role="alert" hidden>{html.escape(text(speech, "page.frame.left"))}</p>\n'
        f"<script>{_script('frame.js')}</script>\n</body>\n</html>\n"
    )


def unframe_page(file: str) -> str | None:
    """Return the page in a framed file, or None if the file has no such frame.

    The file around the page may differ from that of `frame_page`: whoever relies on it compares them.
    """
    start = file.find(_CONTENT_OPENS)
    end = file.find('"', start + len(_CONTENT_OPENS))
    if start < 0 or end < 0:
        return None
    content = file[start + len(_CONTENT_OPENS) : end].replace("&quot;", '"').replace("&amp;", "&")
    doctype = _DOCTYPE.match(content)
    at = doctype.end() if doctype else 0
    if not content.startswith(_GUARD_OPENS, at):
        return None
    after = content.find(_CLOSES, at)
    return content[:at] + content[after + len(_CLOSES) :] if after >= 0 else None


def page_in(file: str) -> str:
    """Return the page in a framed file, or the file itself if it has no frame."""
    page = unframe_page(file)
    return file if page is None else page


def _language_tag(document: str) -> str:
    found = _LANGUAGE.search(document, 0, _HEAD_CHARACTERS)
    return found[1] if found else "en"


def _attribute(content: str) -> str:
    return content.replace("&", "&amp;").replace('"', "&quot;")


@cache
def _waiting_document() -> str:
    """Return the document that waits in the frame: a frame may run scripts before it has a size."""
    return f'<!doctype html><html id="inkwright-waiting"><script>{_script("waiting.js")}{_CLOSES}'


def _connecting_markup(document: str) -> str:
    """Return the first markup that connects without a script, or that two parsers may read differently."""
    for found in parse_elements(document):
        if isinstance(found, MarkupAmbiguity):
            return found.what
        if shown := _connection(found):
            return shown
    return ""


def _connection(element: HtmlElement) -> str:
    """Return what of an element connects, navigates or opens a frame, by itself or under the pointer."""
    if element.name in _CONNECTING_TAGS:
        return f"<{element.name}>"
    for name in ("href", "xlink:href"):
        if not _INSIDE.match(element.attributes.get(name, "")):
            return f"{name}={element.attributes[name][:60]}"
    equivalent = element.attributes.get("http-equiv", "").strip().lower() if element.name == "meta" else ""
    return f"http-equiv={equivalent}" if equivalent in ("refresh", "x-dns-prefetch-control") else ""


@cache
def _script(name: str) -> str:
    return "\n" + (_FOLDER / name).read_text(encoding="utf-8")
