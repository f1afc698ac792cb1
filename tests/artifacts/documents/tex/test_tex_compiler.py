"""Tests of compiling with XeLaTeX, real where it is installed, else a fake program for the limits."""

import os
from pathlib import Path

import pytest

from inkwright.artifacts.documents.document_builder import build_document
from inkwright.artifacts.documents.pdf.pdf_checks import check_pdf, count_pages
from inkwright.artifacts.documents.source import read_document
from inkwright.artifacts.documents.tex.tex_compiler import compile_tex, xelatex_path
from inkwright.artifacts.drafts import Draft
from inkwright.errors import TypesettingFailed, TypesettingTimedOut
from tests.artifacts.documents.sample_documents import river


def standing_in(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Put a program with this name first on the path."""
    program = folder / "xelatex"
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")


with_xelatex = pytest.mark.skipif(
    xelatex_path() is None, reason="XELATEX IS NOT INSTALLED: nothing is compiled (apt-get install texlive-xetex)"
)


@with_xelatex
def test_the_river_compiles() -> None:
    assert [each for each in check_pdf(compile_tex(river("tex"))) if each.severity == "error"] == []


@with_xelatex
def test_a_new_page_begins_and_a_task_stays_on_one_page() -> None:
    written = "# T\n\n::: {.whole}\nKeep this.\n\n- a\n- b\n:::\n\n::: {.newpage}\n:::\n\n## B\n\nBehind it."
    made = compile_tex(build_document(read_document(written), "tex"))
    assert count_pages(made) == {"pages": 2}


def test_a_missing_program_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(TypesettingFailed, match="is not installed"):
        compile_tex(river("tex"))


def test_it_runs_without_a_shell_in_a_folder_with_only_its_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = tmp_path / "seen.txt"
    standing_in(
        tmp_path,
        monkeypatch,
        f'(echo "$@"; echo $openin_any$openout_any$shell_escape; ls) > {seen}; echo %PDF > Rivers.pdf',
    )
    assert compile_tex(river("tex")).files == {"Rivers.pdf": b"%PDF\n"}
    assert seen.read_text(encoding="utf-8").splitlines() == [
        "-no-shell-escape -interaction=nonstopmode -halt-on-error ./Rivers.tex",
        "ppf",
        "Rivers.tex",
        "picture-1.png",
    ]


def test_it_is_stopped_on_timeout_with_its_child_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    standing_in(tmp_path, monkeypatch, "sleep 600")
    with pytest.raises(TypesettingTimedOut, match="longer than 1 second"):
        compile_tex(river("tex"), seconds=1)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("! Undefined control sequence.", "Undefined control sequence"),
        ("Missing character: There is no 你 in font x!", "Missing character"),
        ("LaTeX Warning: Reference `a' on page 1 undefined on input line 3.", "Reference"),
    ],
)
def test_a_problem_in_the_log_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, told: str
) -> None:
    standing_in(
        tmp_path,
        monkeypatch,
        f"printf '%s\\n' \"{line.replace('`', chr(92) + '`')}\" > Rivers.log; echo x > Rivers.pdf",
    )
    with pytest.raises(TypesettingFailed, match=told):
        compile_tex(river("tex"))


def test_dangerous_sources_are_not_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = tmp_path / "seen.txt"
    standing_in(tmp_path, monkeypatch, f"touch {seen}")
    source = b"\\documentclass{article}\\begin{document}\\input{/etc/passwd}\\end{document}"
    with pytest.raises(TypesettingFailed, match="reads outside its folder"):
        compile_tex(Draft("tex", "a.tex", "T", {"a.tex": source}))
    assert not seen.exists()
