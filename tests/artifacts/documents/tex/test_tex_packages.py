"""Tests of packages: missing ones, and names with a slip."""

from inkwright.artifacts.documents.tex.tex_packages import (
    LoadedPackages,
    missing_packages,
    misspelt_commands,
    misspelt_packages,
)
from inkwright.artifacts.documents.tex.tex_source import read_source

HEAD = "\\documentclass{article}\\usepackage{%s}"


def test_a_command_needs_its_package_or_one_that_loads_it() -> None:
    lacking = read_source(HEAD % "graphicx" + "\\begin{align}x\\end{align}")
    assert [row[1] for row in missing_packages(lacking, LoadedPackages(lacking))] == ["amsmath"]
    having = read_source(HEAD % "mathtools" + "\\begin{align}x\\end{align}")
    assert list(missing_packages(having, LoadedPackages(having))) == []


def test_slips_are_found_and_real_names_are_not() -> None:
    source = read_source(HEAD % "geometery,booktabs" + "\\fracc{1}{2} \\sectoin{a} \\alph{x}")
    loaded = LoadedPackages(source)
    assert [row[:2] for row in misspelt_packages(loaded)] == [("geometery", "geometry")]
    known = read_source(HEAD % "booktabs" + "\\fracc{1}{2} \\sectoin{a} \\alph{x}")
    assert [row[0] for row in misspelt_commands(known, LoadedPackages(known))] == ["\\fracc", "\\sectoin"]
