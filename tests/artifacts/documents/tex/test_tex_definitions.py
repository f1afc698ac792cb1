"""Commands and colours that nothing defines, repeated definitions and repeated scripts."""

from tests.artifacts.documents.tex.test_tex_checks import GOOD, found, planted
from tests.each import each


def with_preamble(line: str) -> str:
    return GOOD.replace("\\begin{document}", f"{line}\n\\begin{{document}}")


@each(
    ("source", "told"),
    [
        (planted(r"\foobarbaz{x}"), ["The command \\foobarbaz is not defined."]),
        (planted(r"\chapter{One}"), ["The command \\chapter is not defined."]),
        (planted("$x^2^3$"), ["Two scripts follow each other: ^2^"]),
        (planted("$x_{a}_b$"), ["Two scripts follow each other: _{a}_"]),
        (planted("$x^2'$"), ["Two scripts follow each other: ^2'"]),
        (
            with_preamble("\\newcommand{\\river}{a}\n\\newcommand{\\river}{b}"),
            ["The command \\river is defined already."],
        ),
        (
            with_preamble(r"\newcommand{\river}{a}").replace("As ", r"\newcommand{\river}{b} As "),
            ["The command \\river is defined already."],
        ),
        (with_preamble(r"\renewcommand{\rivers}{a}"), ["The command \\rivers is not defined."]),
        (with_preamble(r"\newcommand{\section}{a}"), ["The command \\section is defined already."]),
        (
            with_preamble(r"\usepackage{xcolor}").replace("As ", r"\textcolor{rivergreen}{x} As "),
            ["The color rivergreen is not defined."],
        ),
    ],
)
def test_what_is_not_defined_is_found_without_tex(source: str, told: list[str]) -> None:
    assert found(source) == told


@each(
    "source",
    [
        planted(r"$x^2_3 + x'^2 + \frac{a^2}{b^3} + {x^2}^3 + \sum_{i}^{n}$"),
        with_preamble("\\newcommand{\\river}{a}").replace("As ", r"\river{} As "),
        with_preamble("\\newcommand{\\river}{a}\\renewcommand{\\river}{b}\\renewcommand{\\labelitemi}{--}"),
        with_preamble("\\newif\\ifdraft\\drafttrue"),
        with_preamble("\\newcounter{step}").replace("As ", r"\thestep{} As "),
        with_preamble("\\newlength{\\gap}").replace("As ", r"\vspace{\gap} As "),
        with_preamble(r"\usepackage[dvipsnames]{xcolor}").replace("As ", r"\textcolor{ForestGreen}{x} As "),
        with_preamble(r"\usepackage{unknownpackage}").replace("As ", r"\foobarbaz As "),
        with_preamble("\\ifdefined\\river\\else\\newcommand{\\river}{a}\\fi\\newcommand{\\river}{b}"),
        with_preamble("\\usepackage{fontspec}\n\\newfontfamily\\cjkfont{Fandol}").replace(
            "As ", r"{\cjkfont 你好} As "
        ),
    ],
)
def test_what_may_be_defined_is_left_to_tex(source: str) -> None:
    assert found(source) == []
