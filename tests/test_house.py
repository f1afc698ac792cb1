"""The house rules that no linter checks: short modules, a first line that says what each is for, no banned names."""

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src" / "inkwright"
MODULES = sorted(SOURCE.rglob("*.py"))
SPINE = {"agent", "conversation", "artifacts", "tools"}
BANNED = {"utils", "helpers", "manager", "service", "base", "common", "v2", "data", "misc"}


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_module_is_short_and_says_what_it_is_for(module: Path) -> None:
    text = module.read_text(encoding="utf-8")
    assert text.count("\n") <= (300 if module.parent.name in SPINE else 500)
    docstring = ast.get_docstring(ast.parse(text)) or ""
    assert docstring
    assert not BANNED & set(module.stem.split("_"))


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_function_is_longer_than_a_screen(module: Path) -> None:
    tree = ast.parse(module.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    long = {node.name: (node.end_lineno or 0) - node.lineno + 1 for node in functions}
    assert {name: lines for name, lines in long.items() if lines > 40} == {}
