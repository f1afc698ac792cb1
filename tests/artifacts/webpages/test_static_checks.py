"""Tests of the static checks: faults are reported with their line, good pages pass, and time is linear."""

import time

import pytest

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Location, finding
from inkwright.artifacts.webpages.assemble import POLICY, build_page
from inkwright.artifacts.webpages.page_parts import PageParts
from inkwright.artifacts.webpages.static_checks import MAX_PAGE_FINDINGS, check_page, find_page_issues, is_strict_policy
from tests.artifacts.webpages.faulty_pages import GOOD, HEAD, READ, RUN, made
from tests.each import each


def keys(draft: Draft) -> list[str]:
    return [flaw.code.removeprefix("page.") for flaw in find_page_issues(draft.main) if flaw.severity == "error"]


@each("name", READ)
def test_a_static_fault_is_reported(name: str) -> None:
    expected, draft = READ[name]
    assert expected in keys(draft)
    # Outside of a module, an import is also a syntax error.
    assert set(keys(draft)) <= {expected, "url", "section", "twice", *(["syntax"] if name == "import" else [])}


@each("name", GOOD)
def test_a_good_page_has_no_findings(name: str) -> None:
    assert [*find_page_issues(GOOD[name].main)] == []


def test_faults_that_appear_only_at_run_time_are_not_found() -> None:
    told = {name for name, (_, draft) in RUN.items() if keys(draft)}
    assert told == set()


def test_a_finding_has_location_problem_and_fix_in_both_languages() -> None:
    draft = made(HEAD, js="const a = 1;\nfetch('/x');")
    line = draft.main.decode().split("fetch(")[0].count("\n") + 1
    [found] = check_page(draft)
    assert found == finding("page.network", Location(file="page.html", line=line), what="fetch")
    assert found.summary("en") == (
        f"line {line} of page.html: The script uses the network (fetch). "
        "Put all data into the script. A page cannot load or send data."
    )
    assert found.message("zh") == "脚本要使用网络（fetch）。"


def test_images_without_text_and_dangling_labels_are_warnings() -> None:
    draft = made(f'{HEAD}<img src="data:image/png;base64,AA"><label for="nobody">x</label>')
    assert [(flaw.code.removeprefix("page."), flaw.severity) for flaw in find_page_issues(draft.main)] == [
        ("no_alt", "warning"),
        ("dangling", "warning"),
    ]


def test_a_link_may_lead_to_an_anchor_with_a_name() -> None:
    draft = made(f'{HEAD}<a name="part1">One</a> <a href="#part1">back</a>')
    assert [*find_page_issues(draft.main)] == []


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", {"doctype", "no_policy", "no_title", "no_language", "no_viewport", "empty"}),
        (b"\xff\xfe<\0h\0t\0m\0l\0", {"encoding"}),
        (b"x" * 10_000_000, {"too_large"}),
        (b"PK\x03\x04", {"doctype", "no_policy", "no_title", "no_language", "no_viewport"}),
    ],
    ids=["nothing", "not UTF-8", "ten megabytes", "another kind of file"],
)
def test_bytes_that_are_not_a_page_are_reported(content: bytes, expected: set[str]) -> None:
    assert {flaw.code.removeprefix("page.") for flaw in find_page_issues(content)} == expected


def test_the_number_of_findings_is_limited() -> None:
    draft = made("".join(f'<a href="https://example.org/{number}">x</a>\n' for number in range(500)))
    assert len(check_page(draft)) == MAX_PAGE_FINDINGS


HOSTILE = {
    "angles": "<",
    "tags": "<a ",
    "comments": "<!--",
    "quotes": '<a b="',
    "scripts": "<script>",
    "titles": "<title>",
    "noscripts": "<noscript>",
    "templates": "`${",
    "strings": '"',
    "slashes": "/[",
    "braces": "{",
    "imports": "@import ",
    "escapes": "\\75",
    "alerts": "alert((",
    "ids": "getElementById('x');",
    "svg": "<svg>",
    "entities": "&amp;",
    "places": "location ",
    "stars": "/*",
}


@each("piece", HOSTILE.values())
@each("opening", ["", "<script>alert(1);", "<style>", "<a href='"])
def test_hostile_text_takes_time_in_proportion_to_its_length(opening: str, piece: str) -> None:
    def seconds(size: int) -> float:
        """The best of three: other programs can only make it slower."""
        page = (opening + piece * (size // len(piece))).encode()
        taken = []
        for _ in range(3):
            begun = time.process_time()
            for _ in find_page_issues(page):
                pass
            taken.append(time.process_time() - begun)
        return min(taken)

    # Four times the length takes four times as long, and would take sixteen times as long if it were quadratic.
    assert seconds(80_000) < 10 * max(seconds(20_000), 0.01)


def test_a_page_of_half_a_megabyte_is_read_quickly() -> None:
    html = "".join(
        f'<section class="card"><h2 id="h{n}">Card {n}</h2><p>Words &amp; more.</p></section>\n' for n in range(2000)
    )
    css = ".card { color: #123456; padding: 4px 8px; }\n" * 2000
    js = "".join(
        f"function step{n}(a) {{ return document.getElementById('h{n}').title = `v ${{a / 2}}`; }}\n"
        for n in range(3000)
    )
    draft = build_page(PageParts(title="T", html=html, css=css, js=js.replace("h2", "h1")))
    found = check_page(draft)
    assert all(each.message("en").startswith("The script asks for") for each in found)


@pytest.mark.parametrize(
    "policy",
    [
        POLICY,
        POLICY.upper().replace("'NONE'", "'none'"),
        "default-src 'none'; form-action 'none'; base-uri 'none'",
        f"{POLICY}; frame-src 'none'; upgrade-insecure-requests",
        POLICY.replace("img-src data: blob:", "img-src data:"),
        POLICY.replace("script-src 'unsafe-inline'", "script-src 'sha256-pd3YoZDHX0y='"),
    ],
)
def test_a_policy_that_allows_no_more_than_ours_is_strict(policy: str) -> None:
    assert is_strict_policy(policy)


@pytest.mark.parametrize(
    "policy",
    [
        "",
        "default-src *",
        "script-src 'unsafe-inline'; form-action 'none'; base-uri 'none'",
        POLICY.replace("base-uri 'none'", ""),
        POLICY.replace("form-action 'none'", "form-action *"),
        POLICY.replace("connect-src 'none'", "connect-src https:"),
        POLICY.replace("script-src 'unsafe-inline'", "script-src 'unsafe-inline' 'unsafe-eval'"),
        f"connect-src *; {POLICY}",
        f"{POLICY}; script-src-elem https://example.org",
        f"{POLICY}; worker-src blob:",
    ],
)
def test_a_policy_that_allows_more_is_not_strict(policy: str) -> None:
    assert not is_strict_policy(policy)
