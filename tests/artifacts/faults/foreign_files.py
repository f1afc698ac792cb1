"""Good files of other programs: of python-pptx, python-docx, pandoc and typst, as people make them every day."""

import io
import json
from collections.abc import Callable, Sequence
from typing import Any

import docx
import pptx
import typst
from docx.shared import Cm
from PIL import Image
from pptx.chart.data import CategoryChartData
from pptx.dml.color import RGBColor
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches, Pt

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.pandoc import convert

LINES = ("Rain falls on the mountains", "The water gathers in streams", "The streams join a river")
CHINESE = ("雨水落在山上", "水汇成小溪", "小溪流入大河")
MARKDOWN = """# The water cycle

The sun warms the sea. *Water* rises as **vapour**, and falls as rain.

## Where it goes

1. Into rivers
2. Into lakes
    - salt lakes
    - fresh lakes

> All rivers run into the sea.

| River | Length |
|-------|-------:|
| Rhine |   1233 |
| Elbe  |   1094 |

## A formula

The speed is $v = \\frac{s}{t}$. See [the source](https://example.org).[^1]

[^1]: A note.
"""
SLIDES = """# Rivers

## A list

- one, see [the source](https://example.org)
- two

## A table

| River | Length |
|-------|-------:|
| Rhine |   1233 |
"""
CODE = (
    "# Code\n\nUse `**bold**` and `<b>` in Markdown:\n\n"
    "```html\n<p>It is **bold** &amp; $x^2$</p>\n```\n\nPrices: $5 and $10.\n"
)
ZH_MARKDOWN = (
    "# 水的循环\n\n太阳晒热海水，水汽上升。\n\n- 降雨\n- 径流\n\n| 河流 | 长度 |\n|---|---|\n| 长江 | 6300 |\n"
)


def _picture() -> io.BytesIO:
    made = io.BytesIO()
    Image.new("RGB", (320, 200), (70, 130, 180)).save(made, "PNG")
    made.seek(0)
    return made


def _saved(made: Any, kind: str) -> Draft:
    content = io.BytesIO()
    made.save(content)
    return _draft(content.getvalue(), kind)


def _draft(content: bytes, kind: str) -> Draft:
    return Draft(kind, f"file.{kind}", "File", {f"file.{kind}": content})


def slides(*, wide: bool = False, lines: Sequence[str] = LINES, change: Callable[[Any], None] | None = None) -> Draft:
    """A deck of python-pptx: a title slide, a list, and one more thing."""
    deck = pptx.Presentation()
    if wide:
        deck.slide_width, deck.slide_height = Inches(13.333), Inches(7.5)
    first = deck.slides.add_slide(deck.slide_layouts[0])
    first.shapes.title.text, first.placeholders[1].text = lines[0], lines[1]
    second = deck.slides.add_slide(deck.slide_layouts[1])
    second.shapes.title.text = f"{lines[1]}: {len(lines)}"
    second.placeholders[1].text_frame.text = "\n".join(lines)
    if change:
        change(deck)
    return _saved(deck, "pptx")


def _with_title(deck: Any, title: str = "One more thing") -> Any:
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    slide.shapes.title.text = title
    return slide


def _table(deck: Any) -> None:
    frame = _with_title(deck).shapes.add_table(3, 3, Inches(1), Inches(2), Inches(8), Inches(2))
    for row in range(3):
        for column in range(3):
            frame.table.cell(row, column).text = f"{row + 1}.{column + 1}"


def _chart(kind: Any) -> Callable[[Any], None]:
    def change(deck: Any) -> None:
        new_data: Any = CategoryChartData  # its library has no types
        numbers = new_data()
        numbers.categories = ["East", "West", "North"]
        numbers.add_series("Rain", (19.2, 21.4, 16.7))
        frame = _with_title(deck).shapes.add_chart(kind, Inches(1), Inches(2), Inches(8), Inches(4.5), numbers)
        frame._element.nvGraphicFramePr.cNvPr.set("descr", "Rain in three places")

    return change


def _spatial_chart(deck: Any) -> None:
    """A kind of chart that office programs know and python-pptx does not."""
    _chart(XL_CHART_TYPE.AREA)(deck)
    frame = next(shape for slide in deck.slides for shape in slide.shapes if shape.has_chart)
    [flat] = frame.chart.element.iterfind(".//{*}areaChart")
    flat.tag = flat.tag.replace("areaChart", "area3DChart")


def _image(deck: Any) -> None:
    shape = _with_title(deck).shapes.add_picture(_picture(), Inches(1), Inches(2), Inches(5))
    shape._element.nvPicPr.cNvPr.set("descr", "A blue sheet")


def _notes(deck: Any) -> None:
    deck.slides[1].notes_slide.notes_text_frame.text = "Ask first. Use **pauses**."


def _columns(deck: Any) -> None:
    slide = deck.slides.add_slide(deck.slide_layouts[3])
    slide.shapes.title.text = "Both sides"
    slide.placeholders[1].text, slide.placeholders[2].text = "Left side", "Right side"


def _text_box(deck: Any) -> None:
    box = _with_title(deck, "A box").shapes.add_textbox(Inches(1), Inches(2), Inches(6), Inches(2))
    box.text_frame.text = "A text in a box of its own"
    box.text_frame.paragraphs[0].runs[0].font.size = Pt(24)


def _agenda(deck: Any) -> None:
    for bold in (0, 1):
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = "What we talk about this afternoon"
        slide.placeholders[1].text_frame.text = "Rain on the mountains\nWater in the rivers\nIce on the lakes"
        slide.placeholders[1].text_frame.paragraphs[bold].runs[0].font.bold = True


def _dark_box(deck: Any) -> None:
    """A shape whose text has the light colour of its style."""
    box = _with_title(deck, "A box").shapes.add_shape(1, Inches(1), Inches(2), Inches(6), Inches(2))
    box.fill.solid()
    new_colour: Any = RGBColor  # its library has no types
    box.fill.fore_color.rgb = new_colour(0x10, 0x20, 0x40)
    box.text_frame.text = "Light on dark"
    box.text_frame.paragraphs[0].runs[0].font.size = Pt(24)


def _word_lines(*lines: str) -> Callable[[Any], None]:
    def change(made: Any) -> None:
        for line in lines:
            made.add_paragraph(line)

    return change


def _similar(deck: Any) -> None:
    for number in (1, 2):
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = f"Example {number}"
        slide.placeholders[1].text_frame.text = f"Step {number} of the same work\nIt takes {number} minutes"


def word(change: Callable[[Any], None], *, lines: Sequence[str] = LINES) -> Draft:
    """A document of python-docx."""
    made = docx.Document()
    made.add_heading(lines[0], 0)
    made.add_paragraph(lines[1])
    change(made)
    return _saved(made, "docx")


def _word_table(made: Any) -> None:
    table = made.add_table(rows=2, cols=2, style="Table Grid")
    for number, cell in enumerate(cell for row in table.rows for cell in row.cells):
        cell.text = f"Cell {number}"


def _word_lists(made: Any) -> None:
    for style in ("List Bullet", "List Number"):
        made.add_paragraph("An item", style=style)


def _word_picture(made: Any) -> None:
    made.add_picture(_picture(), width=Cm(8))
    made.inline_shapes[0]._inline.docPr.set("descr", "A blue sheet")


def _word_sections(made: Any) -> None:
    made.add_page_break()
    made.add_heading("A new page", 1)
    made.add_paragraph("Its text.", style="Intense Quote")


def _word_long(made: Any) -> None:
    for number in range(40):
        made.add_paragraph(f"Paragraph {number}. " + "The water flows to the sea. " * 6)


def _word_styles(made: Any) -> None:
    paragraph = made.add_paragraph("Plain, ")
    paragraph.add_run("bold").bold = True
    paragraph.add_run(" and italic.").italic = True


def from_pandoc(markdown: str, kind: str, *options: str) -> Draft:
    return _draft(convert(markdown.encode(), ["-f", "markdown", "-t", kind, *options]).content, kind)


def from_typst(source: str) -> Draft:
    return _draft(typst.compile(source.encode()), "pdf")


def quiz(*questions: dict[str, Any]) -> Draft:
    given = json.dumps({"title": "Quiz", "questions": list(questions)}, ensure_ascii=False)
    return Draft("quiz", "file.quiz.json", "Quiz", {"file.quiz.json": given.encode()})


def choice(question: str, *options: str, answer: str = "A", **fields: Any) -> dict[str, Any]:
    asked = {"questionType": "SINGLE_CHOICE", "question": question, "options": [*options], "correctAnswer": answer}
    return {**asked, **fields}


FOREIGN: dict[str, Callable[[], Draft]] = {
    "a deck": slides,
    "a wide deck": lambda: slides(wide=True),
    "a Chinese deck": lambda: slides(lines=CHINESE),
    "a deck with a table": lambda: slides(change=_table),
    "a deck with bars": lambda: slides(change=_chart(XL_CHART_TYPE.COLUMN_CLUSTERED)),
    "a deck with a line": lambda: slides(change=_chart(XL_CHART_TYPE.LINE_MARKERS)),
    "a deck with a pie": lambda: slides(change=_chart(XL_CHART_TYPE.PIE)),
    "a deck with a spatial chart": lambda: slides(change=_spatial_chart),
    "a deck with a picture": lambda: slides(change=_image),
    "a deck with notes": lambda: slides(change=_notes),
    "a deck with columns": lambda: slides(change=_columns),
    "a deck with a text box": lambda: slides(change=_text_box),
    "a deck with similar slides": lambda: slides(change=_similar),
    "a document with a table": lambda: word(_word_table),
    "a document with lists": lambda: word(_word_lists),
    "a document with a picture": lambda: word(_word_picture),
    "a document with ranks and exercises": lambda: word(
        _word_lines("1. Anna", "2. Ben", "2. Cleo", "4. Dan", "Exercises", "1. one", "3. three", "5. five")
    ),
    "a document with parts in parts": lambda: word(
        _word_lines("1. Rain", "It falls.", "1. one", "2. two", "2. Rivers", "They run.", "1. one", "3. Seas")
    ),
    "a document with a price list": lambda: word(_word_lines("Tea\t2", "Milk\t1", "Jam\t3")),
    "a document with a letter": lambda: word(
        _word_lines("Dear parents,", "We go to the museum. Please send a raincoat, with kind regards", "Anna Smith")
    ),
    "a document with figures of other works": lambda: word(
        _word_lines("Figure 1: A map", "It differs from Figure 7 of the report, and from Table 3 in the atlas.")
    ),
    "a document with verse": lambda: word(
        _word_lines("The gutter sings\nall night. Of things\nthe roof has heard and the")
    ),
    "a deck about markup": lambda: slides(
        lines=("HTML from scratch", "Write &amp; when you want &", "<p> opens a <b>part</b>")
    ),
    "a deck with an agenda that comes again": lambda: slides(change=_agenda),
    "a deck with a last slide of thanks": lambda: slides(change=lambda deck: _with_title(deck, "Thank you")),
    "a deck with a dark box": lambda: slides(change=_dark_box),
    "a document with a page break": lambda: word(_word_sections),
    "a long document": lambda: word(_word_long),
    "a document with bold text": lambda: word(_word_styles),
    "a Chinese document": lambda: word(_word_table, lines=CHINESE),
    "a document of pandoc": lambda: from_pandoc(MARKDOWN, "docx"),
    "a Chinese document of pandoc": lambda: from_pandoc(ZH_MARKDOWN, "docx"),
    "a document of pandoc with contents": lambda: from_pandoc(MARKDOWN, "docx", "--toc"),
    "a document of pandoc with numbers": lambda: from_pandoc(MARKDOWN, "docx", "--number-sections"),
    "a document of pandoc about markup": lambda: from_pandoc(CODE, "docx"),
    "a document of pandoc with definitions": lambda: from_pandoc("Rain\n\n:   Water that falls.\n", "docx"),
    "a document of pandoc with a formula": lambda: from_pandoc("$$E = mc^2$$\n\nand $a \\ne b$.\n", "docx"),
    "a document of pandoc with tasks": lambda: from_pandoc("- [ ] one\n- [x] two\n", "docx"),
    "a deck of pandoc": lambda: from_pandoc(SLIDES, "pptx"),
    "a Chinese deck of pandoc": lambda: from_pandoc(ZH_MARKDOWN, "pptx"),
    "a deck of pandoc with a formula": lambda: from_pandoc("# A\n\n## B\n\n$$E = mc^2$$\n", "pptx"),
    "a deck of pandoc with code": lambda: from_pandoc("# A\n\n## B\n\n```python\nx = '**y**'\n```\n", "pptx"),
    "a paper of typst": lambda: from_typst("= Rivers\n\nThe Rhine is $1233$ km long.\n\n- one\n- two"),
    "a paper of typst with a formula": lambda: from_typst("= Speed\n\n$ v = s / t $\n\nIt is a ratio."),
    "a paper of typst with a table": lambda: from_typst("#table(columns: 2, [River], [km], [Rhine], [1233])"),
    "a paper of typst with code": lambda: from_typst("Write `**bold**` for *bold* text."),
    "a paper of typst in Spanish": lambda: from_typst("¿Dónde nace el río? En la montaña."),
    "a quiz of numbers": lambda: quiz(choice("How long is it in metres?", "0.5", "0.50 is not listed", "5", "50")),
    "a quiz of accuracies": lambda: quiz(choice("Which is more accurate?", "0.50 m", "0.5 m", "1 m")),
    "a quiz of cases": lambda: quiz(choice("Which unit is a megawatt?", "MW", "mW", "kW")),
    "a quiz with feedback": lambda: quiz(
        choice("Is ice water?", "yes", "no", "sometimes", optionFeedback=["Right!", "No, it is frozen water.", "No."])
    ),
    "a Chinese quiz": lambda: quiz(choice("水的化学式是什么？", "H₂O", "CO₂", "O₂", explanation="因此选 A。")),
    "a quiz of code": lambda: quiz(choice("What does `**x**` become in Markdown?", "bold", "italic", "code")),
    "a quiz of formulas": lambda: quiz(choice("What is $x^2$ for $x = 3$?", "9", "6", "3")),
}
