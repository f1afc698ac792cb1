"""Tests of embedded libraries: only pages that use them have them, and other scripts cannot pose as one."""

import hashlib
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkwright.artifacts.webpages.assemble import assemble_page, build_page, disassemble_page, replace_part
from inkwright.artifacts.webpages.framing import page_in
from inkwright.artifacts.webpages.libraries import find_libraries, is_library
from inkwright.artifacts.webpages.page_parts import PageParts
from inkwright.artifacts.webpages.static_checks import check_page
from inkwright.artifacts.webpages.study_pages.build import build_study_page, load_study_page
from tests.artifacts.webpages.faulty_pages import VENDORED
from tests.artifacts.webpages.page_player import Player, play
from tests.artifacts.webpages.sample_pages import FORMULAS, MATCHING
from tests.each import each

FORMULA = PageParts(title="T", html="<p>$x^2$ and \\(\\mathcal{L}\\)</p>", js="go(); function go() {}")
CHART = PageParts(title="T", html="<canvas id=c></canvas>", js="new Chart(document.getElementById('c'), {})")


@each(
    ("html", "js", "wanted"),
    [
        ("<p>$x^2$</p>", "", {"katex"}),
        ("<p>\\(a\\)</p>", "", {"katex"}),
        ("<p>$$a\n+ b$$</p>", "", {"katex"}),
        ("<p>\\[a\\]</p>", "", {"katex"}),
        ("<p>a &lt; $b&lt;c$</p>", "", {"katex"}),
        ("", "p.textContent = 'so $\\\\frac{1}{2}$'", {"katex"}),
        ("", 'p.textContent = "so \\\\(x\\\\)"', {"katex"}),
        ("", "p.textContent = 'so $x^2$'", {"katex"}),
        ("", "katex.render(tex, p)", {"katex"}),
        ("", "renderMathInElement(document.body)", {"katex"}),
        ("", "new Chart(c, {})", {"chart"}),
        ("", "window.Chart.defaults.font.size = 14", {"chart"}),
        ("<p>$x$</p>", "new Chart (c, {})", {"katex", "chart"}),
        ("<p>From $5 to $10, or US$5-US$10</p>", "", set()),
        ("<p>$5</p><p>$6</p>", "", set()),
        ("<code>$x$</code><pre>\\(x\\)</pre><svg><text>$x$</text></svg>", "", set()),
        ('<p title="$x$">a</p>', "", set()),
        ("", "const s = `${a}/${b}` + `${c}$`; const $a = $b[0] * $c", set()),
        ("", "// Chart(1)\nconst s = 'new Chart(x)'; my.Chart(); drawChart(1)", set()),
        ("", "class Chart {}; new Chart()", set()),
        ("", "s.replace(/\\(a\\)/, 'b')", set()),
    ],
)
def test_a_page_gets_the_libraries_that_it_uses(html: str, js: str, wanted: set[str]) -> None:
    assert find_libraries(html, js) == wanted


def test_a_page_without_formulas_and_charts_has_no_library() -> None:
    page = assemble_page(PageParts(title="T", html="<p>x</p>"))
    assert "library-" not in page


def test_a_plan_may_request_a_library() -> None:
    parts = PageParts(title="T", html="<p>x</p>", libraries=("chart",))
    page = assemble_page(parts)
    assert '<script id="library-chart">' in page
    assert disassemble_page(page) == parts


@pytest.mark.parametrize("parts", [FORMULA, CHART], ids=["formula", "chart"])
def test_the_parts_come_out_without_the_libraries_and_pass_the_checks(parts: PageParts) -> None:
    page = assemble_page(parts)
    assert disassemble_page(page) == parts
    assert check_page(build_page(parts)) == []
    assert "library-" not in replace_part(replace_part(page, "js", ""), "html", "<p>x</p>")


def test_a_page_with_an_earlier_library_version_can_be_disassembled() -> None:
    page = assemble_page(CHART).replace("Chart.js v", "Chart.js of old v")
    assert disassemble_page(page) == CHART


def test_only_the_needed_fonts_are_embedded() -> None:
    page = assemble_page(FORMULA)
    faces = re.findall(r"@font-face\{[^}]*?font-family:KaTeX_(\w+)[^}]*?url\(data:font/woff2;base64,", page)
    assert page.count("@font-face") == len(faces)
    assert sorted(set(faces)) == ["AMS", "Caligraphic", "Main", "Math", "Size1", "Size2", "Size3", "Size4"]
    assert "url(fonts/" not in page
    assert len(page) < 700_000


def test_the_libraries_are_those_whose_digests_are_known() -> None:
    known = json.loads((VENDORED / "versions.json").read_text(encoding="utf-8"))
    for name in ("katex.js", "chart.js"):
        code = (VENDORED / name).read_text(encoding="utf-8")
        assert is_library(f"\n{code}\n")
        assert not is_library(f"{code};fetch('/x')")
        assert not is_library(code.replace("function", "Function", 1))
        assert hashlib.sha256(code.strip().encode()).hexdigest() in known["digests"]
        assert "Permission is hereby granted" in code


def test_every_copy_carries_the_licence() -> None:
    assert assemble_page(FORMULA).count("Permission is hereby granted") == 1


def test_formulas_in_study_pages_include_katex() -> None:
    page = build_study_page(load_study_page(json.dumps(FORMULAS), "page.json", {})).main.decode()
    assert 'id="library-katex"' in page_in(page)
    assert b"library-" not in build_study_page(load_study_page(json.dumps(MATCHING), "page.json", {})).main


@given(st.text("$\\()[]{}^_<>x `/\n", max_size=80), st.text("$\\()[]{}^_<>x `/\n", max_size=80))
def test_any_parts_can_be_recovered(html: str, js: str) -> None:
    assert find_libraries(html, js) <= {"katex", "chart"}


@each("piece", ["$", "$a", "\\(", "\\[", "$^", "<", "<code>", "<code", "$ ", "\\", "$\\$", "a\\)\\("])
def test_long_repetitive_texts_are_read_to_their_end(piece: str) -> None:
    assert find_libraries(piece * 100_000, piece * 100_000) <= {"katex"}


def test_formulas_are_typeset_at_first_and_when_they_are_added_later() -> None:
    parts = PageParts(
        title="T",
        html="<p id=a>So $x^2$, for $5 or $6.</p><p id=b></p><pre id=c>$x$</pre><p id=d>$\\frac{$</p><p id=e>$$y$$</p>",
        js="window.later = () => { document.getElementById('b').textContent = 'then \\\\(y\\\\)'; };",
    )

    async def game(player: Player) -> None:
        count = "document.querySelectorAll('#{} .katex').length"
        await player.ask("document.fonts.ready.then(() => 1)")
        assert [await player.ask(count.format(each)) for each in "abcde"] == [1, 0, 0, 0, 1]
        assert (await player.text("#a")).endswith(", for $5 or $6.")
        assert await player.text("#d") == "$\\frac{$"
        assert await player.ask("document.querySelectorAll('#e .katex-display').length") == 1
        assert await player.ask("[...document.fonts].some((font) => font.status === 'error')") is False
        assert await player.ask("[...document.fonts].some((font) => font.status === 'loaded')") is True
        await player.ask(
            "{ const s = document.createElement('p'); s.id = 'z'; s.textContent = '$z$'; document.body.append(s); }"
        )
        assert (
            await player.ask(
                "new Promise((done) => setTimeout(() => done(document.querySelectorAll('#z .katex').length)))"
            )
            == 1
        )

    look = play(assemble_page(parts).encode(), game)
    assert (look.errors, look.requests) == ([], [])
