"""Papers from notes by rule: what the notes have, under the right sections, and nothing else."""

from inkwright.papers.checks import latex_problems
from inkwright.papers.notes_draft import draft_of_notes
from tests.each import each

NOTES = r"""# notes.md

# Drip irrigation

## Background
Fields get twice the water that they need [@maro2019]. A note says [@ghost].

## Method
We placed 24 sensors. The valve opens when $m$ falls below $5 or:

$$ m < m_0 + k \cdot t $$

### Sensors
1. Two fields had **sensors** & a `my_clock`.
2. Two had a clock,
   as before.

## Results
| Field | Water |
|---|---|
| Sensor | 212_a |
| Clock |

## Conclusion
Sensors save 45 % of the water.
"""
FRAME = "\\documentclass{article}\\title{Drip irrigation}\\begin{document}x\\end{document}"
BOOKS = ("@article{maro2019, author={Maro, Ida}, title={Watering}, year={2019}}",)


def draft(notes: str = NOTES, template: str = "article") -> str:
    return draft_of_notes(notes, FRAME, BOOKS, template=template, language="en")


def test_every_part_of_the_notes_is_under_its_section() -> None:
    written = draft()
    headings = [line for line in written.splitlines() if line.startswith(("\\section", "\\subsection"))]
    assert headings == [
        "\\section{Introduction}", "\\section{Methods}", "\\subsection{Sensors}", "\\section{Experiments}",
        "\\section{Conclusion}",
    ]  # fmt: skip
    for part in (
        "that they need \\cite{maro2019}. A note says [@ghost].",
        "when $m$ falls below \\$5 or:",
        "\\[ m < m_0 + k \\cdot t \\]",
        "\\item Two fields had \\textbf{sensors} \\& a \\texttt{my\\_clock}.\n\\item Two had a clock, as before.",
        "Field & Water \\\\\n\\hline\nSensor & 212\\_a \\\\\nClock &  \\\\",
        "Sensors save 45 \\% of the water.",
        "\\bibitem{maro2019} Maro, Ida. Watering. 2019.",
        "\\date{}",
    ):
        assert part in written
    assert latex_problems(written, language="en") == []


def test_a_thesis_has_chapters() -> None:
    assert "\\chapter{Methods}" in draft(template="thesis")
    assert "\\section{Sensors}" in draft(template="thesis")


@each(
    "notes",
    [
        "We placed 24 sensors in four fields.",
        "# a.md\n\nWe placed sensors.\n\n## Method\n\nWe did it.",
        "## 目标一\n\n文字。",
    ],
)
def test_notes_without_such_headings_make_no_draft(notes: str) -> None:
    assert draft(notes.replace("placed sensors.", "")) == ""


def test_chinese_notes_and_hostile_ones() -> None:
    written = draft_of_notes(
        "## 背景\n\n田地浇水过多。\n\n## 方法\n\n我们安装了24个传感器 $\\input{/etc/passwd}$。\n\n## 结论\n\n节水45%。",
        FRAME, (), template="article", language="zh",
    )  # fmt: skip
    assert "\\section{方法}" in written
    assert "\\input" not in written
