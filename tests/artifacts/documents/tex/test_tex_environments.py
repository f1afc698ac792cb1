"""Tests of environments that nothing defines."""

from inkwright.artifacts.documents.tex.tex_environments import undefined_environments
from inkwright.artifacts.documents.tex.tex_packages import LoadedPackages
from inkwright.artifacts.documents.tex.tex_source import read_source
from tests.each import each

HEAD = "\\documentclass{article}"


def undefined(text: str) -> list[str]:
    source = read_source(HEAD + text)
    return [name for name, _ in undefined_environments(source, LoadedPackages(source))]


def test_an_environment_that_nothing_defines_is_found_once() -> None:
    used = "\\begin{keyfinding}x\\end{keyfinding}"
    assert undefined(used + used) == ["keyfinding"]
    assert undefined("\\usepackage{amsmath}\\begin{theoreme}x\\end{theoreme}") == ["theoreme"]


@each(
    "definition",
    [
        "\\newenvironment{keyfinding}{}{}",
        "\\newtheorem{keyfinding}{Finding}",
        "\\newtheorem*{keyfinding}{Finding}",
        "\\NewDocumentEnvironment{keyfinding}{m}{}{}",
        "\\usepackage{tcolorbox}\\newtcolorbox[auto counter]{keyfinding}{}",
        "\\usepackage{tcolorbox}\\NewTColorBox{keyfinding}{}{}",
        "\\def\\keyfinding{}\\def\\endkeyfinding{}",
        "\\usepackage{ourstyle}",
        "\\input{definitions}",
    ],
)
def test_what_defines_it_or_may_define_it_is_known(definition: str) -> None:
    assert undefined(definition + "\\begin{keyfinding}x\\end{keyfinding}") == []


@each("name", ["tabular*", "large", "align*", "IEEEkeywords", "tcolorbox", "scope", "NiceTabular", "otherlanguage*"])
def test_environments_of_latex_and_of_packages_are_known(name: str) -> None:
    assert undefined(f"\\begin{{{name}}}x\\end{{{name}}}") == []


def test_listings_and_arguments_are_not_environments() -> None:
    assert undefined("\\verb|\\begin{x}| % \\begin{y}\n\\newcommand{\\a}[1]{\\begin{#1}}") == []


def test_a_theorem_has_to_be_defined_in_a_plain_class() -> None:
    used = "\\begin{theorem}x\\end{theorem}"
    assert undefined(used) == ["theorem"]
    assert undefined("\\newtheorem{theorem}{Theorem}" + used) == []
    assert undefined("\\usepackage{ntheorem}" + used) == []
