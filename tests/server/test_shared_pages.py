"""The pages of links: no text of a file becomes markup, and nothing runs that the page did not bring."""

import base64
import hashlib
from datetime import UTC, datetime

from inkwright.i18n import Language
from inkwright.server.shared_pages import (
    SharedPage,
    gone_page,
    page_frame,
    page_note,
    picture_figures,
    plain_text,
)
from tests.each import each

HOSTILE = "\"'></title></h1></pre><script>alert(1)</script>&amp;雨"
MARKUP = ("<script", "</title></h1>", "</pre><")


def html_of(page: SharedPage) -> str:
    return bytes(page.response().body).decode()


def test_a_hostile_title_or_address_is_text() -> None:
    page = html_of(SharedPage(title=HOSTILE, language="en", body="", download=f"/s/x/file{HOSTILE}"))
    assert not any(each in page for each in MARKUP)
    assert page.count("&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;雨") == 3


def test_hostile_texts_of_pages_frames_and_notes_are_text() -> None:
    parts = (
        picture_figures(f"/s/{HOSTILE}", 2, [HOSTILE], "en"),
        page_frame(HOSTILE, HOSTILE, HOSTILE),
        page_note("en", "first_pages", shown=HOSTILE, count=2),
        plain_text(HOSTILE, "zh").removesuffix("</pre>"),
    )
    for part in parts:
        assert "&lt;script&gt;" in part
        assert "<script" not in part
        assert "\"'>" not in part


def test_the_policy_allows_the_own_style_and_script_and_no_other() -> None:
    script = "document.title = '雨';"
    page = SharedPage(title="Rain", language="en", body="", style="p{}", script=script, pages_origin="http://pages:1")
    policy = page.response().headers["content-security-policy"].split("; ")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert policy[0] == "default-src 'none'"
    assert f"script-src 'sha256-{digest}'" in policy
    assert "frame-src http://pages:1" in policy
    assert "unsafe" not in " ".join(policy)
    bare = SharedPage(title="Rain", language="en", body="").response().headers["content-security-policy"]
    assert "script-src" not in bare
    assert "frame-src" not in bare


@each("language, tag", [("en", "en"), ("zh", "zh-CN")])
def test_a_page_is_in_the_language_of_its_reader_and_a_dead_link_says_no_more(language: Language, tag: str) -> None:
    until = datetime(2026, 6, 30, tzinfo=UTC)
    page = html_of(SharedPage(title="Rain", language=language, body="", expires_at=until))
    assert f'<html lang="{tag}">' in page
    assert "2026-06-30" in page
    gone = gone_page(language)
    assert (gone.status_code, gone.headers["cache-control"]) == (404, "no-store")
    assert "<footer" not in bytes(gone.body).decode()


def test_a_huge_text_is_cut_and_says_so_and_an_empty_one_is_empty() -> None:
    assert plain_text("", "en") == "<pre></pre>"
    assert len(plain_text("雨" * 1_000_000, "zh")) < 201_000
    assert "Only the beginning is shown." in plain_text("x" * 200_001, "en")
    assert picture_figures("/s/x", 0, ["more texts than pages"], "en") == ""
