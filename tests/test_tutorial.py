"""The tutorials, followed exactly: files are written where the page says, commands run, and print what the page shows.

A page that adds to Inkwright itself is followed in a copy of the repository, whose checks pass afterwards.
"""

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from inkwright import extend, testing
from tests.llm.fake_provider import FakeProvider, openai_reply, openai_stream, texts

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
REPLY = "```path\nglossary.md\n```\n\n```markdown\n- **main**: the pipe\n- **logger**: a microphone\n```"
COPIED = ("src", "tests", "docs", "scripts", "bench", "pyproject.toml", "README.md", "README.zh.md")
TABLES = "tests/test_docs.py::test_the_tables_of_layouts_and_quiz_formats_are_those_of_the_registries"
REGISTRY_TESTS = {
    "new-tool": ("tests/tools/test_registry.py", "tests/agent/test_deliverables.py", "tests/agent/test_tools.py"),
    "new-layout": ("tests/artifacts/slides/test_layout_registry.py", "tests/artifacts/slides/test_model.py", TABLES),
    "new-quiz-format": ("tests/artifacts/quizzes/formats/test_registry.py", TABLES),
    "new-command": ("tests/cli/test_command_registry.py",),
}
"""The tests of the repository that read the registry to which a page adds."""


PACKAGE = """[project]
name = "inkwright-tutorials"
version = "1.0"

[project.entry-points]
"inkwright.tools" = { make_calendar = "make_calendar:TOOL" }
"inkwright.checkers" = { ics = "make_calendar:check_calendar" }
"inkwright.layouts" = { checklist = "checklist:CHECKLIST" }
"inkwright.quiz_formats" = { aiken = "aiken:FORMATS" }
"inkwright.commands" = { words = "words" }
"""
"""The modules of all tutorials that add to the repository, as one package."""


def blocks_of(page: Path) -> list[tuple[str, str, str]]:
    return BLOCK.findall(page.read_text(encoding="utf-8"))


def is_in_tree(page: Path) -> bool:
    return any(name.startswith("src/") for _, name, _ in blocks_of(page))


def environment(folder: Path, source: Path, model: str = "") -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("INKWRIGHT_")}
    path = os.pathsep.join([str(Path(sys.executable).parent), kept.get("PATH", "")])
    own = {"PATH": path, "PYTHONUTF8": "1", "LANG": "C.UTF-8", "INKWRIGHT_MODEL": model, "PYTHONDONTWRITEBYTECODE": "1"}
    return {**kept, **own, "INKWRIGHT_HOME": str(folder / "home"), "PYTHONPATH": f"{folder}{os.pathsep}{source}"}


def run(commands: str, folder: Path, environ: dict[str, str]) -> str:
    """Return what the commands print, each run as a person would type it."""
    done = subprocess.run(
        ["bash", "-e", "-c", commands],
        capture_output=True,
        text=True,
        cwd=folder,
        env=environ,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def copy_repository(folder: Path) -> None:
    for name in COPIED:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
        copy(ROOT / name, folder / name)


def install(project: Path) -> None:
    """Write what an installer writes: the entry points of a package, in a folder where Python finds them."""
    found = tomllib.loads(project.read_text(encoding="utf-8"))["project"]
    lines = [
        line
        for group, points in found["entry-points"].items()
        for line in (f"[{group}]", *(f"{name} = {target}" for name, target in points.items()))
    ]
    info = project.parent / f"{found['name'].replace('-', '_')}-{found['version']}.dist-info"
    info.mkdir()
    (info / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
    metadata = f"Metadata-Version: 2.1\nName: {found['name']}\nVersion: {found['version']}\n"
    (info / "METADATA").write_text(metadata, encoding="utf-8")


def follow(page: Path, folder: Path, environ: dict[str, str]) -> None:
    """Write every file of the page, run its commands, and compare what they print."""
    said: str | None = None
    shown = 0
    for tag, name, body in blocks_of(page):
        if name:
            (folder / name).write_text(body, encoding="utf-8")
            if name == "pyproject.toml":
                install(folder / name)
        elif tag == "sh":
            assert said is None, "a command is followed by what it prints"
            said = run(body, folder, environ)
        else:
            assert (tag, body) == ("text", said)
            said, shown = None, shown + 1
    assert shown >= 1
    assert said is None


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_who_follows_a_tutorial_sees_what_it_shows(page: Path, tmp_path: Path) -> None:
    source = tmp_path / "src" if is_in_tree(page) else ROOT / "src"
    if is_in_tree(page):
        copy_repository(tmp_path)
    with FakeProvider(
        lambda got: openai_stream(texts(REPLY[:40], REPLY[40:])) if got.body.get("stream") else openai_reply(REPLY)
    ) as server:
        follow(page, tmp_path, environment(tmp_path, source, f"{server.url}/v1#tiny"))


def test_the_checks_of_the_repository_pass_with_what_all_tutorials_add(tmp_path: Path) -> None:
    copy_repository(tmp_path)
    pages = [page for page in PAGES if is_in_tree(page)]
    files = {name: body for page in pages for _, name, body in blocks_of(page) if name}
    for name, body in files.items():
        (tmp_path / name).write_text(body, encoding="utf-8")
    added = " ".join(files)
    own = {test for page in pages for _, name, _ in blocks_of(page) for test in re.findall(r"tests/\S+", name)}
    tests = " ".join(sorted({*own, *(test for page in pages for test in REGISTRY_TESTS[page.stem])}))
    checks = (
        f"python scripts/tables\nlint-imports\nruff check {added}\nruff format --check {added}\n"
        f"python -m pytest -q -p no:xdist {tests}"
    )
    run(checks, tmp_path, environment(tmp_path, tmp_path / "src"))


def without_tables(page: Path) -> Iterator[tuple[str, str]]:
    """Yield the commands and what they print, without the tables of the repository."""
    for tag, name, body in blocks_of(page):
        if not name:
            yield tag, "".join(line for line in body.splitlines(True) if not line.startswith(("|", "python scripts")))


def test_the_modules_of_the_tutorials_work_as_a_package_with_other_imports_alone(tmp_path: Path) -> None:
    in_tree = [page for page in PAGES if is_in_tree(page)]
    for page in in_tree:
        for _, name, body in blocks_of(page):
            if name.startswith("src/"):
                source = re.sub(r"^from inkwright\.[\w.]+ import", "from inkwright.extend import", body, flags=re.M)
                (tmp_path / Path(name).name).write_text(source, encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(PACKAGE, encoding="utf-8")
    install(tmp_path / "pyproject.toml")
    for page in in_tree:
        (_, commands), (_, shown) = without_tables(page)
        assert run(commands, tmp_path, environment(tmp_path, ROOT / "src")) == shown


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_tutorial_is_short(page: Path) -> None:
    assert len(page.read_text(encoding="utf-8").splitlines()) < 120


def imported_names(source: str) -> Iterator[tuple[str, str]]:
    """Yield the names of Inkwright that a module imports, each with its module."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "inkwright":
            yield from ((node.module or "", alias.name) for alias in node.names)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_package_can_import_every_name_of_a_tutorial_from_the_front_doors(page: Path) -> None:
    added = {name.removeprefix("src/").removesuffix(".py").replace("/", ".") for _, name, _ in blocks_of(page)}
    found = [names for tag, _, body in blocks_of(page) if tag == "python" for names in imported_names(body)]
    inner = {(module, name) for module, name in found if module not in {"inkwright", *added}}
    public = {*extend.__all__, *testing.__all__}
    assert {(module, name) for module, name in inner if name not in public} == set()
    if not is_in_tree(page):
        assert {module for module, _ in inner} <= {"inkwright.extend", "inkwright.testing"}
