"""The documentation is true: snippets run, named tests exist, and everything public has its line."""

import ast
import re
from pathlib import Path

import pytest

import inkwright
from inkwright.cli.main import COMMANDS
from inkwright.errors import InkwrightError
from inkwright.settings import SETTINGS

ROOT = Path(__file__).resolve().parent.parent
GUIDES = [page for page in sorted((ROOT / "docs").rglob("*.md")) if "gallery" not in page.parts]
PAGES = [ROOT / "README.md", ROOT / "README.zh.md", *GUIDES]


def read(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def snippets(page: Path) -> list[str]:
    """The Python of a page. A snippet may hold a fence inside a string, so it ends where it is whole."""
    text = page.read_text(encoding="utf-8")
    found, position = [], 0
    while (start := text.find("\n```python\n", position)) >= 0:
        begin = end = start + len("\n```python\n")
        while (end := text.find("\n```\n", end)) >= 0:
            end += 1
            try:
                ast.parse(text[begin:end])
            except SyntaxError:
                continue
            break
        assert end > 0, f"a snippet of {page.name} does not parse"
        found.append(text[begin:end])
        position = end
    return found


@pytest.mark.parametrize("page", [page for page in PAGES if snippets(page)], ids=lambda page: page.name)
def test_the_snippets_of_a_page_run(page: Path) -> None:
    world: dict[str, object] = {}
    for snippet in snippets(page):
        exec(compile(snippet, str(page), "exec"), world)
    assert any("assert " in snippet for snippet in snippets(page)), "snippets that assert nothing show nothing"


def test_every_capability_names_a_test_that_exists() -> None:
    rows = re.findall(r"^\| ([A-F]\d+) \|.*`(tests/\S+?)::(\w+)` \|$", read("docs/capabilities.md"), re.MULTILINE)
    assert len(rows) >= 18
    assert len({number for number, _, _ in rows}) == len(rows)
    for number, file, name in rows:
        tree = ast.parse(read(file))
        functions = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        assert name in functions, f"{number} names {name}, which is gone"


def test_every_row_of_capabilities_has_a_test() -> None:
    lines = [line for line in read("docs/capabilities.md").splitlines() if re.match(r"\| [A-F]\d+ \|", line)]
    assert [line for line in lines if "::test_" not in line] == []


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_every_setting_is_documented(setting: object) -> None:
    row = f"| `{setting.name}` | `{setting.variable}` | `{setting.default}` |"  # type: ignore[attr-defined]
    assert row in read("docs/settings.md")


def test_every_error_is_documented() -> None:
    def all_errors(kind: type[InkwrightError]) -> list[type[InkwrightError]]:
        return [kind, *(each for child in kind.__subclasses__() for each in all_errors(child))]

    page = read("docs/errors.md")
    assert [kind for kind in all_errors(InkwrightError) if f"| `{kind.__name__}` | `{kind.code}` |" not in page] == []


@pytest.mark.parametrize("page", ["README.md", "README.zh.md"])
def test_the_front_page_has_the_two_commands_and_every_command_of_the_program(page: str) -> None:
    text = read(page)
    assert "make run" in text
    assert "make test" in text
    assert [name for name in COMMANDS if f"inkwright {name}" not in text and name != "tour"] == []


def test_everything_public_is_shown_in_a_guide() -> None:
    guide = "".join(map(read, ("docs/parsing.md", "docs/thinking.md", "docs/turns.md", "docs/errors.md")))
    functions = [name for name in inkwright.__all__ if name != "__version__"]
    assert [name for name in functions if name not in guide] == []


def test_every_reason_of_a_rejection_is_in_the_guide() -> None:
    guide = read("docs/parsing.md")
    for reason in (
        "empty",
        "no_json",
        "truncated",
        "too_deep",
        "ambiguous",
        "schema",
        "missing",
        "no_divider",
        "unsafe_name",
    ):
        assert f"`{reason}`" in guide


def test_the_drawing_of_the_house_names_every_room() -> None:
    drawing = read("docs/architecture.md")
    rooms = {path.stem for path in (ROOT / "src" / "inkwright").iterdir() if not path.name.startswith("_")} - {"py"}
    assert [room for room in rooms if not re.search(rf"^.*\b{room}\b", drawing, re.MULTILINE)] == []
    source = ROOT / "src" / "inkwright"
    rooms_shown = ("parsing", "llm", "artifacts", "conversation", "agent", "tools", "store")
    files = {path.stem for room in rooms_shown for path in (source / room).glob("*.py")} - {"__init__"}
    assert [name for name in files if f"`{name}`" not in drawing] == []


def test_the_walk_of_a_message_names_files_and_functions_that_exist() -> None:
    page = read("docs/architecture.md")
    walk = page[page.index("## The walk of a message") :].split("\n## ")[1 - 1]
    steps = re.findall(r"`([a-z_]+/[a-z_]+\.py)` `([A-Za-z_.]+)`", walk)
    assert len(steps) >= 10
    for file, name in steps:
        source = (ROOT / "src" / "inkwright" / file).read_text(encoding="utf-8")
        tree = ast.parse(source)
        known = {getattr(node, "name", "") for node in ast.walk(tree)}
        assert set(name.split(".")) <= known, f"{file} has no {name}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists() and "/" in link + "/" and "." in link] == []


def test_both_front_pages_have_the_same_parts() -> None:
    heads = [re.findall(r"^#+ ", read(page), re.MULTILINE) for page in ("README.md", "README.zh.md")]
    assert heads[0] == heads[1]
