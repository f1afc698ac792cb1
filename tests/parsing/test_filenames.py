"""File names proposed by a model: one safe name, or the problem with it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkwright.parsing.filenames import MAX_BYTES, MAX_PATH_BYTES, filename_problem, path_problem, safe_filename
from tests.each import each

REFUSED = [
    ("../notes.md", "folder"),
    ("..\\notes.md", "folder"),
    ("/etc/passwd", "folder"),
    ("C:\\Users\\notes.md", "folder"),
    ("\\\\host\\share\\notes.md", "folder"),
    ("draft/notes.md", "folder"),
    ("草稿/笔记.md", "folder"),
    ("notes.md/", "folder"),
    ("C:notes.md", "characters"),
    ("notes.md:stream", "characters"),
    ("notes\x00.md", "characters"),
    ("notes\n.md", "characters"),
    ("notes\t.md", "characters"),
    ("notes\x1b[31m.md", "characters"),
    ("notes\x7f.md", "characters"),
    ("what?.md", "characters"),
    ("*.md", "characters"),
    ("a|b.md", "characters"),
    ("<notes>.md", "characters"),
    ('"notes".md', "characters"),
    ("notes\u202egpj.md", "characters"),
    ("notes\u200b.md", "characters"),
    ("..", "dots"),
    (".", "dots"),
    (".bashrc", "dots"),
    ("notes.", "dots"),
    ("notes.md ", "dots"),
    ("", "dots"),
    ("   ", "dots"),
    ("CON", "reserved"),
    ("nul.txt", "reserved"),
    ("Aux.tar.gz", "reserved"),
    ("prn .md", "reserved"),
    ("COM1.md", "reserved"),
    ("lpt9", "reserved"),
    ("a" * 253 + ".md", "long"),
    ("论" * 85 + ".md", "long"),
]

SAFE = [
    "notes.md",
    "论文概述.txt",
    "論文架構.tex",
    "my paper (final) v2.tex",
    "a..b.md",
    "console.md",
    "nullable.txt",
    "com10.md",
    "Makefile",
    "a" * 252 + ".md",
    "论" * 84 + ".md",
]


@each(("name", "problem"), REFUSED)
def test_a_name_that_leads_elsewhere_or_fails_somewhere_is_refused_with_its_problem(name: str, problem: str) -> None:
    assert filename_problem(name) == problem


@pytest.mark.parametrize("name", SAFE, ids=[name[:30] for name in SAFE])
def test_a_plain_name_is_safe(name: str) -> None:
    assert filename_problem(name) is None


def test_the_length_is_counted_in_bytes_not_in_characters() -> None:
    exact = "论" * (MAX_BYTES // 3)
    assert (len(exact), len(exact.encode())) == (85, MAX_BYTES)
    assert filename_problem(exact) is None
    assert filename_problem(exact + "a") == "long"


@settings(max_examples=50, derandomize=True)
@given(st.text())
def test_a_safe_name_never_leaves_its_folder(name: str) -> None:
    if filename_problem(name) is None:
        assert name not in ("", ".", "..")
        assert not set(name) & {"/", "\\", "\x00", "\n"}


@pytest.mark.parametrize(
    ("given", "safe"),
    [
        ("notes.md", "notes.md"),
        ("报告 1.docx", "报告 1.docx"),
        ("a/b\\c.txt", "a_b_c.txt"),
        ("10:30?.md", "10_30_.md"),
        (".env", "env"),
        ("end. ", "end"),
        ("con.txt", "_con.txt"),
        ("...", "_"),
        ("", "_"),
        ("x" * 300 + ".txt", "x" * 251 + ".txt"),
        ("雨" * 100 + ".md", "雨" * 84 + ".md"),
    ],
)
def test_a_name_is_made_safe_and_stays_as_near_as_it_can(given: str, safe: str) -> None:
    assert safe_filename(given) == safe


@given(st.text(max_size=400))
def test_whatever_is_made_safe_is_safe_and_stays_so(name: str) -> None:
    safe = safe_filename(name)
    assert filename_problem(safe) is None
    assert safe_filename(safe) == safe


@each("path", ["src/app.py", "notes.md", "a/b/c.d", "文档/章.md"])
def test_a_relative_path_of_safe_names_is_safe(path: str) -> None:
    assert path_problem(path) is None


@each(
    ("path", "problem"),
    [
        ("/etc/passwd", "folder"),
        ("../a", "folder"),
        ("a/../b", "folder"),
        ("./a", "folder"),
        ("a//b", "folder"),
        ("a/", "folder"),
        ("~/a", "folder"),
        ("~user/a", "folder"),
        ("a\\b", "folder"),
        ("a/b\\c", "folder"),
        ("C:/a", "characters"),
        ("a/b\x00", "characters"),
        ("a/\nb", "characters"),
        ("file://a", "folder"),
        (".git/config", "dots"),
        ("a./b", "dots"),
        ("con/a", "reserved"),
        ("a/nul.txt", "reserved"),
        ("a/" + "b" * (MAX_BYTES + 1), "long"),
        ("a/" * (MAX_PATH_BYTES // 2) + "b", "long"),
        ("", "dots"),
    ],
)
def test_a_path_that_leads_elsewhere_or_fails_somewhere_is_refused(path: str, problem: str) -> None:
    assert path_problem(path) == problem
