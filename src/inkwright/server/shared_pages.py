"""The pages that visitors see by a share link: written here, without the studio, with only what is shared."""

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from html import escape
from importlib.resources import files
from typing import Final

from fastapi.responses import HTMLResponse

from inkwright.i18n import Language, text

_MAX_TEXT: Final = 200_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedPage:
    """A page for visitors. `body` is HTML; all other texts are escaped. `style` and `script` are added to it."""

    title: str
    language: Language
    body: str
    expires_at: datetime | None = None
    download: str = ""
    style: str = ""
    script: str = ""
    pages_origin: str = ""

    def response(self, status: int = 200) -> HTMLResponse:
        """Return the page under a policy that allows its own style and script only."""
        style = _asset("shared_page.css") + self.style
        scripts = [f"script-src {_digest(self.script)}"] if self.script else []
        frames = [f"frame-src {self.pages_origin}"] if self.pages_origin else []
        policy = [
            "default-src 'none'",
            "img-src 'self' data:",
            f"style-src {_digest(style)}",
            *scripts,
            *frames,
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        ]
        headers = {
            "content-security-policy": "; ".join(policy),
            "cache-control": "no-store",
            # Without a referrer a browser does not say either where a form was sent from, and the form is refused.
            "referrer-policy": "same-origin",
            "x-robots-tag": "noindex, nofollow",
        }
        return HTMLResponse(self._html(style), status, headers)

    def _html(self, style: str) -> str:
        title = escape(self.title)
        tag = "zh-CN" if self.language == "zh" else "en"
        download = f'<a href="{escape(self.download)}">{self._say("download")}</a>' if self.download else ""
        until = self.expires_at.strftime("%Y-%m-%d") if self.expires_at else ""
        foot = f'<footer class="shared-foot">{self._say("until", date=until)}</footer>' if until else ""
        parts = [
            f'<!DOCTYPE html>\n<html lang="{tag}">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<link rel="icon" href="data:,">\n<title>{title}</title>\n<style>{style}</style>\n</head>\n<body>',
            f'<header class="shared-head"><h1>{title}</h1>{download}</header>',
            f'<main class="shared">{self.body}</main>\n{foot}',
            f"<script>{self.script}</script>" if self.script else "",
            "</body>\n</html>\n",
        ]
        return "\n".join(parts)

    def _say(self, key: str, **fields: object) -> str:
        return escape(text(self.language, f"share.page.{key}", **fields))


def gone_page(language: Language) -> HTMLResponse:
    """Return what is shown for a link that does not work. It does not say why: that would tell about others' links."""
    body = f"<p>{escape(text(language, 'share.page.gone_hint'))}</p>"
    return SharedPage(title=text(language, "share.page.gone"), language=language, body=body).response(404)


def picture_figures(path: str, count: int, texts: Sequence[str], language: Language) -> str:
    """Return the pictures of pages, each with its text where that is known."""
    return "".join(_figure(path, number, count, texts, language) for number in range(1, count + 1))


def _figure(path: str, number: int, count: int, texts: Sequence[str], language: Language) -> str:
    alt = escape(text(language, "share.page.alt", number=number, count=count))
    words = texts[number - 1].strip() if number <= len(texts) else ""
    label = escape(text(language, "share.page.text", number=number))
    details = f"<details><summary>{label}</summary><pre>{escape(words)}</pre></details>" if words else ""
    loading = "eager" if number == 1 else "lazy"
    return f'<figure><img src="{escape(path)}/pages/{number}" alt="{alt}" loading="{loading}">{details}</figure>'


def page_frame(url: str, sandbox: str, title: str) -> str:
    """Return the frame of an interactive page, which comes from another origin."""
    return f'<iframe class="shared" src="{escape(url)}" sandbox="{escape(sandbox)}" title="{escape(title)}"></iframe>'


def plain_text(words: str, language: Language) -> str:
    """Return a text as it is written, up to a length."""
    cut = f'<p class="shared-note">{escape(text(language, "share.page.cut"))}</p>' if len(words) > _MAX_TEXT else ""
    return f"<pre>{escape(words[:_MAX_TEXT])}</pre>{cut}"


def page_note(language: Language, key: str, **fields: object) -> str:
    """Return a remark about what is shown."""
    return f'<p class="shared-note">{escape(text(language, f"share.page.{key}", **fields))}</p>'


def _asset(name: str) -> str:
    return files("inkwright.server").joinpath(name).read_text(encoding="utf-8")


def _digest(code: str) -> str:
    return "'sha256-" + base64.b64encode(hashlib.sha256(code.encode()).digest()).decode() + "'"
