"""Scripts are parsed, and nothing of them is run."""

from pathlib import Path
from typing import Any

from inkwright.artifacts import webpages
from inkwright.artifacts.webpages.javascript_syntax import MAX_PARSED, PageScript, find_syntax_issues
from tests.each import each

OWN = sorted(Path(str(webpages.__file__)).parent.rglob("*.js"))


def found(code: str, kind: Any = "script", line: int = 1) -> list[tuple[int, str]]:
    issues = find_syntax_issues([PageScript(code, line, kind)])
    return [(issue.location.line, issue.fields["text"]) for issue in issues]


@each(
    "code",
    [
        "Sorry, I cannot write this.",
        "抱歉，我不能写这个。",
        "I'm sorry",
        "```js",
        "const a = ;",
        "let a; let a;",
        "if (a) {",
        "}); (function () {",
        "await load()",
        "return 1",
        "'use strict'; var a = 010;",
        "/(/",
        "let a = 1;\0 no",
    ],
)
def test_what_is_not_javascript_is_found(code: str) -> None:
    assert len(found(code)) == 1


@each(
    "code",
    [
        "",
        "// nothing",
        "const a = b?.c ?? 1; a ||= 2;",
        "class A { #x = 1; static { this.y = 1n; } has(o) { return #x in o; } }",
        "async function* f() { for await (const x of y) yield `${x}`; }",
        "const 水 = /\\p{Script=Han}(?<=a)/u; /[[a-z]&&[aeiou]]/v;",
        "<!-- an old comment\nlet a = '\\0';",
        "var a = 010;",
    ],
)
def test_javascript_of_today_and_of_old_is_valid(code: str) -> None:
    assert found(code) == []


def test_a_handler_may_return_and_a_module_may_wait() -> None:
    assert found("return go(event)", "handler") == []
    assert found("return go(", "handler") == [(1, "return go(")]
    assert found("await load()", "module") == []


def test_an_error_names_its_line_in_the_page_and_quotes_it() -> None:
    assert found("let a = 1;\nlet b = ;\nlet c = 2;", line=7) == [(8, "let b = ;")]
    assert found("'use strict';\nlet b = ;", line=7) == [(8, "let b = ;")]
    assert found("go(\n  event", "handler", line=7) == [(8, "event")]


def test_each_script_has_its_own_error() -> None:
    scripts = [
        PageScript("let a = 1;", 1),
        PageScript("no no", 5),
        PageScript("let b = 2;", 9),
        PageScript("oh no", 13),
    ]
    assert [issue.location.line for issue in find_syntax_issues(scripts)] == [5, 13]


def test_two_scripts_cannot_declare_the_same_name_as_in_a_browser() -> None:
    scripts = [PageScript("let a = 1;", 1), PageScript("var b;\nlet a = 2;", 5), PageScript("var b;", 9)]
    assert [issue.location.line for issue in find_syntax_issues(scripts)] == [5]


def test_nothing_is_run() -> None:
    assert found("while (true) {}") == []
    assert found("throw new SyntaxError('mine')") == []
    assert found("}); while (true) {} (function () {", "handler") == []


@each("code", ["(" * 150_000, "[" * 199_000, "a=>" * 60_000, "`${" * 60_000, "x" * (MAX_PARSED + 1), "!" * 190_000])
def test_hostile_nesting_and_length_end_without_an_answer(code: str) -> None:
    assert len(found(code)) <= 1


def test_the_scripts_of_inkwright_are_valid() -> None:
    assert [path.name for path in OWN if "vendored" not in path.parts and found(path.read_text("utf-8"))] == []
