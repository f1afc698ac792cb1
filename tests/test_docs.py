"""The documentation is true: snippets run, named tests exist, and everything public has its line."""

import ast
import asyncio
import re
import runpy
import shlex
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import CodeType, FrameType

import pytest

import inkwright
from inkwright.artifacts.quizzes.formats.registry import quiz_formats, unregister_format
from inkwright.artifacts.slides.layout_registry import layouts, unregister_layout
from inkwright.artifacts.slides.pptx.canvas import SlideCanvas
from inkwright.cli.arguments import CommandParser
from inkwright.cli.command_registry import find_commands
from inkwright.cli.main import main
from inkwright.errors import InkwrightError
from inkwright.settings import SETTINGS
from tests.each import each

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "inkwright"
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


# tests/test_application.py runs the scripts of docs/library.md, each with a home of its own.
@each("page", [page for page in PAGES if snippets(page) and page.name != "library.md"])
def test_the_snippets_of_a_page_run(page: Path) -> None:
    world: dict[str, object] = {}
    with registries_restored():
        for snippet in snippets(page):
            exec(compile(snippet, str(page), "exec"), world)
    assert any("assert " in snippet for snippet in snippets(page)), "snippets that assert nothing show nothing"


@contextmanager
def registries_restored() -> Iterator[None]:
    """Remove the layouts and quiz formats that a page registers."""
    known = {*(each.name for each in layouts()), *(each.name for each in quiz_formats())}
    try:
        yield
    finally:
        for layout in [each for each in layouts() if each.name not in known]:
            unregister_layout(layout.name)
        for quiz_format in [each for each in quiz_formats() if each.name not in known]:
            unregister_format(quiz_format.name)


PROMISES = ("docs/capabilities.md", "docs/security.md")


@each("page", PROMISES)
def test_every_promise_names_a_test_that_exists(page: str) -> None:
    rows = re.findall(r"^\| ([A-Z]\d+) \|.*`(tests/\S+?)::(\w+)` \|$", read(page), re.MULTILINE)
    assert len({number for number, _, _ in rows}) == len(rows)
    for number, file, name in rows:
        tree = ast.parse(read(file))
        functions = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        assert name in functions, f"{number} names {name}, which is gone"


@each("page", PROMISES)
def test_every_row_of_a_promise_has_a_test(page: str) -> None:
    lines = [line for line in read(page).splitlines() if re.match(r"\| [A-Z]\d+ \|", line)]
    assert [line for line in lines if "::test_" not in line] == []


@each("setting", SETTINGS)
def test_every_setting_is_documented(setting: object) -> None:
    row = f"| `{setting.name}` | `{setting.variable}` | `{setting.default}` |"  # type: ignore[attr-defined]
    assert row in read("docs/settings.md")


def test_the_tables_of_layouts_and_quiz_formats_are_those_of_the_registries() -> None:
    pages = runpy.run_path(str(ROOT / "scripts" / "tables"))["updated_pages"]()
    assert {page.name: page.read_text(encoding="utf-8") == text for page, text in pages.items()} == {
        "slides.md": True,
        "quizzes.md": True,
    }, "run `make tables`"


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
    assert [name for name in find_commands() if f"inkwright {name}" not in text] == []
    assert {*re.findall(r"`inkwright (\w+)`", text)} <= {*find_commands()}


@pytest.mark.parametrize("page", ["README.md", "README.zh.md", "docs/turns.md"])
def test_the_program_accepts_every_command_line_that_a_page_shows(page: str) -> None:
    lines = re.findall(r"^inkwright (\w+) ?(.*)$", read(page), re.MULTILINE)
    assert len(lines) >= 5
    for name, arguments in lines:
        parser = CommandParser("en", prog=name)
        import_module(f"inkwright.cli.commands.{name}").add_arguments(parser)
        parser.parse_options(shlex.split(arguments, comments=True))


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


def test_the_architecture_lists_every_package_on_one_line() -> None:
    page = read("docs/architecture.md")
    table = page[page.index("## Packages") :]
    listed = re.findall(r"`([a-z0-9_/]+)`", "\n".join(line.split("|")[1] for line in table.splitlines() if "|" in line))
    packages = {str(path.parent.relative_to(SOURCE)) for path in SOURCE.glob("*/__init__.py")}
    packages |= {str(path.parent.relative_to(SOURCE)) for path in SOURCE.glob("*/*/__init__.py")}
    modules = {path.stem for path in SOURCE.glob("*.py")} - {"__init__"}
    assert sorted(listed) == sorted(packages | modules)


def walk_of_a_message() -> list[tuple[int, str, str]]:
    page = read("docs/architecture.md")
    walk = page[page.index("## Walk of a message") :].split("\n## ")[0]
    rows = re.findall(r"^\| (\d+) \| `([a-z_/]+\.py)` \| `([A-Za-z_.]+)` \|", walk, re.MULTILINE)
    return [(int(number), file, name) for number, file, name in rows]


def test_the_walk_of_a_message_has_at_most_25_files_and_names_functions_that_exist() -> None:
    steps = walk_of_a_message()
    assert [number for number, _, _ in steps] == list(range(1, len(steps) + 1))
    assert len({file for _, file, _ in steps}) == len(steps) <= 25
    for _, file, name in steps:
        scope: ast.AST = ast.parse((SOURCE / file).read_text(encoding="utf-8"))
        for part in name.split("."):
            scope = next(each for each in ast.iter_child_nodes(scope) if getattr(each, "name", "") == part)


def test_the_walk_of_a_message_has_every_file_on_the_call_stack_of_the_first_shape(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stacks: list[set[str]] = []

    def watch(frame: FrameType, event: str, _: object) -> None:
        if not stacks and event == "call" and frame.f_code is SlideCanvas.write.__code__:
            stacks.append(files_on_the_stack(other_threads))

    other_threads = sys._current_frames().keys() - {threading.get_ident()}
    monkeypatch.setenv("INKWRIGHT_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    Path("notes.md").write_text(read("docs/guide/rivers.en.md"), encoding="utf-8")
    threading.setprofile(watch)  # slides are drawn in a thread that starts later
    try:
        assert main(["make", "slides", "Rivers, for class 9", "--from", "notes.md", "--yes", "--model", "rule"]) == 0
    finally:
        threading.setprofile(None)
    [found] = stacks
    assert "artifacts/slides/pptx/builder.py" in found
    assert "cli/commands/make.py" in found
    # Events are stored in another thread at the same time, and another task watches for silence.
    meanwhile = {"agent/streaming.py", "cli/terminal/wait_notices.py"}
    meanwhile |= {f"store/{name}.py" for name in ("journal", "database", "sqlite", "fencing")}
    assert found - meanwhile <= {file for _, file, _ in walk_of_a_message()}


def files_on_the_stack(other_threads: set[int]) -> set[str]:
    """Return the files of Inkwright that are being executed now, in threads of this test and the tasks that wait."""
    codes: list[CodeType] = []
    loops = []
    for ident, start in sys._current_frames().items():
        frame: FrameType | None = None if ident in other_threads else start
        while frame is not None:
            codes.append(frame.f_code)
            if frame.f_code.co_name == "run_forever":
                loops.append(frame.f_locals["self"])
            frame = frame.f_back
    for task in [task for loop in loops for task in asyncio.all_tasks(loop)]:
        waiting: object = task.get_coro()
        while waiting is not None:
            code = getattr(waiting, "cr_code", None) or getattr(waiting, "gi_code", None)
            codes += [code] if code else []
            waiting = getattr(waiting, "cr_await", None) or getattr(waiting, "gi_yieldfrom", None)
    paths = [Path(code.co_filename) for code in codes]
    return {str(path.relative_to(SOURCE)) for path in paths if path.is_relative_to(SOURCE)}


@each("page", PAGES)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists() and "/" in link + "/" and "." in link] == []


def test_the_index_links_every_page() -> None:
    linked = set(re.findall(r"\]\(([^)#]+)", read("docs/README.md")))
    pages = {str(page.relative_to(ROOT / "docs")) for page in GUIDES}
    listed_by_folder = {page for page in pages if page.startswith(("decisions/", "guide/rivers"))}
    assert sorted(pages - linked - listed_by_folder - {"README.md"}) == []


def test_both_front_pages_have_the_same_parts() -> None:
    heads = [re.findall(r"^#+ ", read(page), re.MULTILINE) for page in ("README.md", "README.zh.md")]
    assert heads[0] == heads[1]
