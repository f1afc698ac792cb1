"""Tests of the JavaScript scanner."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkwright.artifacts.webpages.javascript import blank_strings, find_violations


@pytest.mark.parametrize(
    ("script", "code"),
    [
        ("a = 'fetch()' + b", "a = '       ' + b"),
        ('a = "it\\"s" + b', 'a = "     " + b'),
        ("a // fetch()\nb", "a           \nb"),
        ("a /* x\ny */ b", "a     \n     b"),
        ("a = /['\"]/g + b", "a =         + b"),
        ("a / b / c", "a / b / c"),
        ("(a) / b; 'x' / c", "(a) / b; ' ' / c"),
        ("return /x'/.test(a)", "            .test(a)"),
        ("`a ${b + `c ${d}`} e` + f", "b + d} } + f"),
        ("`${ {a: 1}.a }` + b", "{a: 1}.a } + b"),
        ("'never closed\nb", "'            \nb"),
    ],
)
def test_strings_and_comments_are_blanked_and_code_stays(script: str, code: str) -> None:
    assert blank_strings(script).replace("`", " ").split() == code.replace("`", " ").split()


@given(st.text(alphabet="ab'\"`${}*\\\n ()", max_size=120))
def test_line_ends_keep_their_positions(script: str) -> None:
    assert blank_strings(script).count("\n") <= script.count("\n")
    assert [*find_violations(script)] == []


@pytest.mark.parametrize(
    "script",
    [
        "class Worker {} const w = 1; w.location = 2; el.parentNode.top.x = 1",
        "list.prompt('x'); game.fetch(); function alert(x) {} alert(1)",
        "const api = { fetch() { return 1; }, print(a, b) { return a; } }",
        "if (a.location === b) go(); const f = (location) => location.name",
        "const url = 'http://www.w3.org/2000/svg'; const note = 'see https://example.org'",
        "const states = ['open', 'location']; const title = 'JavaScript: the parts'",
        "setTimeout(() => step('x'), 10); setInterval(tick, 20)",
        "reopen(); topLeft.document; importantThing(1); evaluate(x)",
    ],
)
def test_harmless_code_violates_no_rule(script: str) -> None:
    assert [*find_violations(script)] == []
