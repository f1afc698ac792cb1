"""Assembles the parts of a page into one self-contained file, and recovers them byte for byte."""

import html
import json
import re
from typing import Final

from pydantic import ValidationError

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.webpages.framing import frame_page, page_in, unframe_page
from inkwright.artifacts.webpages.html_parser import find_unsafe_markup
from inkwright.artifacts.webpages.libraries import SCRIPT, STYLE, end_of_blocks, find_libraries, library_blocks
from inkwright.artifacts.webpages.page_parts import MAX_PAGE_BYTES, PageParts, PartName
from inkwright.errors import InvalidOption
from inkwright.i18n import Reason, text

POLICY: Final = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; "
    "font-src data:; connect-src 'none'; form-action 'none'; base-uri 'none'"
)
"""The policy of a page: it may load and reach only itself."""

PLAN_META_NAME: Final = "inkwright-page"
_HTML_START: Final = "<!--page-html-->\n"
_HTML_END: Final = "\n<!--/page-html-->"
_CSS_START: Final = '<style id="page-css">\n'
_CSS_END: Final = "\n</style>"
_JS_START: Final = '<script id="page-js">\n'
_JS_END: Final = "\n</script>"
_PAGE_PATTERN = re.compile(
    r"<!doctype html>\n"
    r'<html lang="(?P<language>[A-Za-z-]+)">\n<head>\n<meta charset="utf-8">\n'
    r'<meta http-equiv="Content-Security-Policy" content="[^"]*">\n'
    r'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
    r"<title>(?P<title>[^<]*)</title>\n"
    r'<meta name="description" content="(?P<description>[^"]*)">\n'
    rf'<meta name="{PLAN_META_NAME}" content="(?P<plan>[^"]*)">\n'
)
_CSS_ESCAPE = re.compile(r"</style", re.I)
# After `<!--` a browser treats `<script` and `</script` as text.
_JS_ESCAPE = re.compile(r"</script|<!--", re.I)


def assemble_page(parts: PageParts) -> str:
    """Return the page without its frame.

    Parts that would end their element early, or a page that is too large, raise InvalidOption.
    """
    _reject_unsafe_parts(parts)
    libraries = find_libraries(parts.html, parts.js) | set(parts.libraries)
    blocks = library_blocks(libraries, parts.html, parts.js)
    page = _file_text(
        parts,
        styles="".join(block.written() for block in blocks if block.tag == STYLE),
        scripts="".join(block.written() for block in blocks if block.tag == SCRIPT),
    )
    size = len(page.encode())
    if size > MAX_PAGE_BYTES:
        allowed = text(parts.speech, "page.too_large", most=MAX_PAGE_BYTES // 1024 // 1024)
        raise InvalidOption(option="page", value=f"{size} bytes", allowed=allowed)
    return page


def _file_text(parts: PageParts, *, styles: str = "", scripts: str = "") -> str:
    """Return the file, with the library elements before the styles and the script of the page."""
    plan = json.dumps(parts.plan(), ensure_ascii=False)
    return (
        f'<!doctype html>\n<html lang="{_language_tag(parts.language)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{html.escape(parts.title)}</title>\n"
        f'<meta name="description" content="{html.escape(parts.description)}">\n'
        f'<meta name="{PLAN_META_NAME}" content="{html.escape(plan)}">\n'
        f"{styles}{_CSS_START}{parts.css}{_CSS_END}\n</head>\n<body>\n"
        f"{_HTML_START}{parts.html}{_HTML_END}\n{scripts}{_JS_START}{parts.js}{_JS_END}\n</body>\n</html>\n"
    )


def disassemble_page(page: str) -> PageParts | None:
    """Return the parts of a page from `assemble_page`, framed or not, unchanged; or None for any other file."""
    page = page_in(page)
    head = _PAGE_PATTERN.match(page)
    if head is None:
        return None
    # Each part ends at the first occurrence of its end mark.
    styles = end_of_blocks(page, head.end(), STYLE)
    css, after_css = _between(page, styles, _CSS_START, _CSS_END)
    body, after_body = _between(page, after_css, "\n</head>\n<body>\n" + _HTML_START, _HTML_END + "\n")
    scripts = end_of_blocks(page, after_body, SCRIPT)
    js, _ = _between(page, scripts, _JS_START, _JS_END)
    if css is None or body is None or js is None:
        return None
    try:
        parts = PageParts.model_validate(
            {
                "title": html.unescape(head["title"]),
                "description": html.unescape(head["description"]),
                "language": {"zh-CN": "zh", "zh-TW": "zh-Hant"}.get(head["language"], head["language"]),
                "html": body,
                "css": css,
                "js": js,
                **json.loads(html.unescape(head["plan"])),
            }
        )
        # Any other content would be lost, so a file that has some was not assembled here. Its libraries may have an
        # earlier version.
        blocks = {"styles": page[head.end() : styles], "scripts": page[after_body:scripts]}
        return parts if _file_text(parts, **blocks) == page else None
    except (ValidationError, ValueError, TypeError, RecursionError):
        return None


def replace_part(page: str, name: PartName, new: str) -> str:
    """Return the file with one part changed and the others byte for byte the same.

    A file that was not assembled here raises InvalidOption.
    """
    parts = disassemble_page(page)
    if parts is None:
        raise InvalidOption(option="page", value=page[:80], allowed=Reason("page.foreign"))
    changed = assemble_page(PageParts.model_validate({**parts.model_dump(), name: new}))
    return changed if unframe_page(page) is None else frame_page(changed)


def build_page(parts: PageParts, name: str = "page.html") -> Draft:
    """Return the page in its frame as a draft, which is not verified yet."""
    return Draft("html", name, parts.title, {name: frame_page(assemble_page(parts)).encode()})


def _language_tag(language: str) -> str:
    return {"zh": "zh-CN", "zh-Hant": "zh-TW"}.get(language, language)


def _between(page: str, start: int, opens: str, closes: str) -> tuple[str | None, int]:
    if not page.startswith(opens, start):
        return None, start
    start += len(opens)
    end = page.find(closes, start)
    return (page[start:end], end + len(closes)) if end >= 0 else (None, start)


def _reject_unsafe_parts(parts: PageParts) -> None:
    problems: dict[PartName, str] = {}
    if found := _CSS_ESCAPE.search(parts.css):
        problems["css"] = found[0]
    if found := _JS_ESCAPE.search(parts.js):
        problems["js"] = found[0]
    if problem := find_unsafe_markup(parts.html):
        problems["html"] = problem
    for part, problem in problems.items():
        allowed = text(parts.speech, f"page.breaks.{part}", found=problem)
        raise InvalidOption(option=part, value=problem, allowed=allowed)
