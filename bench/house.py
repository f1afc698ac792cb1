"""Measure how readable the code base is: names, modules, functions, English, mirrored tests, import cycles.

`make house` prints the figures; `tests/test_house.py` holds them to their limits.
"""

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
SOURCE: Final = ROOT / "src" / "inkwright"
TESTS: Final = ROOT / "tests"

ODD_ENGLISH: Final = re.compile(
    r"\b(?:mend(?:s|ed|ing)?|told|anew|shall|nobody|whoever|whatever|wherever|behind|stands?|stood|standing|lies|"
    r"thereof|whereof|wherein|whereby|herein|thus|hence|beside|of ours|of theirs|of hers|of yours|"
    r"made of|made out of|a hand in|(?:is|are|was|were) no (?!longer\b|more\b)\w+|(?:is|are) to be|"
    r"what is (?:there|kept|made|wanted|said|meant|missing|wrong)|speaks? of|tells? of|says? of|heard|"
    r"come[s]? along|goes on|go on|going on|gone on|went on|wish(?:es|ed)?|takes? part|has its say|"
    r"in the place of|in its place|for good|all that|those that|that which|at hand|put into words)\b|\(s\)",
    re.IGNORECASE,
)
"""Phrases that a literal translation leaves behind. Plain English has another word for each of them."""

_WORD: Final = re.compile(r"[A-Za-z][A-Za-z'’-]*")
_CODE: Final = re.compile(r"^(```|~~~).*?^\1|`[^`\n]*`", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Module:
    """One source file, parsed."""

    path: Path

    @cached_property
    def name(self) -> str:
        """Its dotted name inside the package."""
        parts = self.path.relative_to(SOURCE).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @cached_property
    def text(self) -> str:
        """Its source."""
        return self.path.read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        """Its syntax tree."""
        return ast.parse(self.text)

    @cached_property
    def is_package(self) -> bool:
        """Whether it is the `__init__` of a package."""
        return self.path.stem == "__init__"


def modules() -> list[Module]:
    """Every module of the product."""
    return [Module(path) for path in sorted(SOURCE.rglob("*.py"))]


def repeated_classes(found: Iterable[Module]) -> dict[str, list[str]]:
    """Public class names that occur in more than one module."""
    owners: defaultdict[str, list[str]] = defaultdict(list)
    for module in found:
        for node in module.tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                owners[node.name].append(module.name)
    return {name: where for name, where in owners.items() if len(where) > 1}


def count_classes(found: Iterable[Module]) -> int:
    """How many public classes there are."""
    return sum(
        isinstance(node, ast.ClassDef) and not node.name.startswith("_") for each in found for node in each.tree.body
    )


def repeated_modules(found: Iterable[Module]) -> dict[str, list[str]]:
    """Module names that occur more than once inside one top-level package, except in parallel folders.

    Folders are parallel when they are siblings: `formats/gift/read.py` and `formats/moodle/read.py`.
    """
    owners: defaultdict[tuple[str, str], list[Path]] = defaultdict(list)
    for module in found:
        path = module.path.relative_to(SOURCE)
        if not module.is_package and len(path.parts) > 1:
            owners[path.parts[0], path.stem].append(path)
    return {
        f"{package}: {stem}": [str(path) for path in paths]
        for (package, stem), paths in owners.items()
        if len({path.parent.parent for path in paths}) > 1
    }


def function_lengths(found: Iterable[Module]) -> list[int]:
    """The length of every function in lines, without its docstring, sorted."""
    functions = (
        node
        for module in found
        for node in ast.walk(module.tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    return sorted((node.end_lineno or 0) - node.lineno + 1 - _docstring_lines(node) for node in functions)


def _docstring_lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    first = node.body[0]
    is_docstring = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return (first.end_lineno or 0) - first.lineno + 1 if is_docstring and ast.get_docstring(node) else 0


def docstrings(found: Iterable[Module]) -> Iterator[str]:
    """Every docstring, and every string that documents a constant."""
    for module in found:
        for node in ast.walk(module.tree):
            if (
                isinstance(node, ast.Expr)
                and isinstance(node.value, ast.Constant)
                and isinstance(node.value.value, str)
            ):
                yield node.value.value


def comments(found: Iterable[Module]) -> Iterator[str]:
    """Every comment that is a line of its own."""
    for module in found:
        for line in module.text.splitlines():
            if line.lstrip().startswith("# "):
                yield line.lstrip()[2:]


def messages() -> Iterator[str]:
    """Every English message."""
    yield from import_module("inkwright.i18n.en").MESSAGES.values()


def documents() -> Iterator[str]:
    """Every English page, without its code."""
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    for page in sorted(pages):
        if not page.name.endswith("zh.md"):
            yield _CODE.sub(" ", page.read_text(encoding="utf-8"))


def odd_english(texts: Iterable[str]) -> tuple[float, Counter[str]]:
    """Odd phrases per 1,000 words, and how often each occurs."""
    words, odd = 0, Counter[str]()
    for text in texts:
        plain = _CODE.sub(" ", text)
        words += len(_WORD.findall(plain))
        odd.update(match[0].lower() for match in ODD_ENGLISH.finditer(plain))
    return 1_000 * odd.total() / max(words, 1), odd


def unmirrored(found: Iterable[Module]) -> list[str]:
    """The modules without a test file at the mirrored path."""
    missing = []
    for module in found:
        path = module.path.relative_to(SOURCE)
        if not module.is_package and not (TESTS / path.with_name(f"test_{path.name}")).exists():
            missing.append(str(path))
    return missing


def import_cycles(found: Iterable[Module]) -> list[list[str]]:
    """Groups of modules that import each other."""
    known = {module.name: module for module in found}
    graph = {name: _imports(module, known) for name, module in known.items()}
    return [sorted(group) for group in _components(graph) if len(group) > 1]


def _imports(module: Module, known: dict[str, Module]) -> set[str]:
    imported = set()
    for node in module.tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("inkwright"):
            owner = (node.module or "").removeprefix("inkwright").removeprefix(".")
            for alias in node.names:
                inner = f"{owner}.{alias.name}".removeprefix(".")
                imported.add(inner if inner in known else owner)
    return imported & known.keys() - {module.name}


def _components(graph: dict[str, set[str]]) -> Iterator[set[str]]:
    """Strongly connected components: whatever can reach each other."""
    reach = {name: _reachable(name, graph) for name in graph}
    seen: set[str] = set()
    for name in graph:
        if name not in seen:
            group = {other for other in reach[name] if name in reach[other]} | {name}
            seen |= group
            yield group


def _reachable(start: str, graph: dict[str, set[str]]) -> set[str]:
    found: set[str] = set()
    waiting = [start]
    while waiting:
        for other in graph[waiting.pop()] - found:
            found.add(other)
            waiting.append(other)
    return found


def _percentile(ordered: list[int], percent: int) -> int:
    return ordered[len(ordered) * percent // 100]


def report() -> str:
    """The figures, one a line."""
    found = modules()
    lengths = function_lengths(found)
    sizes = sorted(module.text.count("\n") for module in found)
    named = [module for module in found if not module.is_package]
    lines = [
        f"modules: {len(found)}, {sum(sizes):,} lines; median {_percentile(sizes, 50)}, "
        f"biggest {sizes[-1]} (limit 500)",
        f"functions: {len(lengths)}; median {_percentile(lengths, 50)}, p95 {_percentile(lengths, 95)} (limit 20), "
        f"longest {lengths[-1]}",
        f"public classes: {count_classes(found)}, repeated names: {len(repeated_classes(found))} (limit 0)",
        f"module names repeated in one package: {len(repeated_modules(found))} (limit 0)",
        f"import cycles: {len(import_cycles(found))} (limit 0)",
        f"mirrored tests: {100 - 100 * len(unmirrored(found)) / len(named):.1f} % (at least 90)",
    ]
    for name, texts in (
        ("docstrings", docstrings(found)),
        ("comments", comments(found)),
        ("messages", messages()),
        ("docs", documents()),
    ):
        rate, odd = odd_english(texts)
        common = ", ".join(f"{phrase} {count}" for phrase, count in odd.most_common(6))
        lines.append(f"odd English in {name}: {rate:.1f} per 1,000 words (limit 2){': ' + common if common else ''}")
    return "\n".join(lines)


def main() -> None:
    """Print the figures, and what misses its limit by name."""
    found = modules()
    print(report())
    for title, names in (
        ("repeated class names", [f"{name}: {', '.join(where)}" for name, where in repeated_classes(found).items()]),
        ("repeated module names", [f"{name}: {', '.join(where)}" for name, where in repeated_modules(found).items()]),
        ("without a mirrored test", unmirrored(found)),
        ("import cycles", [", ".join(cycle) for cycle in import_cycles(found)]),
    ):
        if names:
            print(f"\n{title}:", *names, sep="\n  ")


if __name__ == "__main__":
    main()
