"""Faults that a reader sees at once, in files of every kind: how each file is made, and a good file of the same kind.

They are written from what people complain about, without looking at the checkers."""

import io
import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import docx
import pptx
from docx.shared import Cm, Pt, RGBColor
from PIL import Image
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches

from inkwright.artifacts.documents.document_builder import build_document
from inkwright.artifacts.documents.source import read_document
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.slides.load import load_deck
from inkwright.artifacts.slides.pptx.builder import build_deck
from inkwright.artifacts.webpages.assemble import POLICY
from tests.artifacts.faults.foreign_files import from_typst

DECK = """# Rivers
## Where they begin
- A river begins at a spring
- Rain and snow feed it
- It grows on its way
## Where they end
- In a lake
- In the sea
- Sometimes in a desert
"""
TEXT = "# Rivers\n\nA river begins at a spring, in a lake or under ice. It ends in the sea.\n\nRain and snow feed it.\n"
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{}"><title>Rivers</title>
<meta name="viewport" content="width=device-width"></head>
<body><main><h1 id="top">Rivers</h1><p>{}</p><p><a href="#top">Up</a></p></main></body></html>"""


@lru_cache(maxsize=1)
def _deck() -> bytes:
    return build_deck(load_deck(DECK, "rivers.md")).main


@lru_cache(maxsize=1)
def _word() -> bytes:
    return build_document(read_document(TEXT), "docx").main


def deck(bullet: str = "") -> Draft:
    """A deck; the last line of its second slide is replaced."""
    made = pptx.Presentation(io.BytesIO(_deck()))
    if bullet:
        last = [shape for shape in made.slides[1].shapes if shape.has_text_frame and "way" in shape.text_frame.text]
        last[-1].text_frame.paragraphs[-1].runs[0].text = bullet
    return _saved(made, "pptx")


def with_picture(across: int, down: int, *, width: float, height: float) -> Draft:
    """A deck with a picture of so many pixels, shown in this size in inches."""
    made = pptx.Presentation(io.BytesIO(_deck()))
    content = io.BytesIO()
    Image.new("RGB", (across, down), "teal").save(content, "PNG")
    placed = made.slides[1].shapes.add_picture(content, Inches(7), Inches(3), Inches(width), Inches(height))
    placed._element.nvPicPr.cNvPr.set("descr", "A river")
    return _saved(made, "pptx")


def with_chart(
    values: tuple[float | None, ...], names: tuple[str, ...] = ("Nile", "Rhine"), series: str = "Length"
) -> Draft:
    """A deck with a chart of these values."""
    made = pptx.Presentation(io.BytesIO(_deck()))
    new_data: Any = CategoryChartData  # its library has no types
    data = new_data()
    data.categories = [*names]
    data.add_series(series, values)
    place = (Inches(7), Inches(3), Inches(5), Inches(3))
    frame = made.slides[1].shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *place, data)
    frame._element.nvGraphicFramePr.cNvPr.set("descr", "Two rivers")
    return _saved(made, "pptx")


def repeated_slides(change: Callable[[str], str]) -> Draft:
    """A deck whose third slide repeats the second one, with its lines changed."""
    lines = [line for line in DECK.splitlines() if line]
    again = [change(line) for line in lines[1:5]]
    return build_deck(load_deck("\n".join([*lines, *again]), "rivers.md"))


def word(text: str = "", **look: Any) -> Draft:
    """A document with one more paragraph in a given look."""
    made = docx.Document(io.BytesIO(_word()))
    for _ in range(look.get("times", 1) if text else 0):
        run = made.add_paragraph().add_run(text)
        run.font.size = Pt(look["size"]) if "size" in look else None
        if "colour" in look:
            run.font.color.rgb = RGBColor.from_string(look["colour"])
    return _saved(made, "docx")


def document(*lines: str) -> Draft:
    """A document of these paragraphs; the number of signs # before a heading is its level."""
    made = docx.Document()
    for line in lines:
        level = len(line) - len(line.lstrip("#"))
        if level:
            made.add_heading(line[level:], level)
        else:
            made.add_paragraph(line)
    return _saved(made, "docx")


def word_table(total: str) -> Draft:
    """A document with a table of costs and their total."""
    made = docx.Document()
    rows = [("Item", "Cost"), ("Rent", "100"), ("Food", "250"), ("Total", total)]
    table = made.add_table(len(rows), 2)
    for row, cells in zip(table.rows, rows, strict=True):
        for cell, text in zip(row.cells, cells, strict=True):
            cell.text = text
    return _saved(made, "docx")


def word_picture(*, high: float = 6, description: str = "A river") -> Draft:
    """A document with a picture of 400 by 300 pixels, shown 8 cm wide."""
    made = docx.Document()
    content = io.BytesIO()
    Image.new("RGB", (400, 300), "teal").save(content, "PNG")
    made.add_paragraph("The river in spring:")
    made.add_picture(content, width=Cm(8), height=Cm(high))
    made.inline_shapes[0]._inline.docPr.set("descr", description)
    return _saved(made, "docx")


def steps(*lines: str) -> Draft:
    """A deck with a slide of steps."""
    return build_deck(load_deck("\n".join(["# Rivers", "## Steps", *(f"- {line}" for line in lines)]), "rivers.md"))


def paper(text: str = "") -> Draft:
    """A PDF with one more paragraph, whose signs are written as they are."""
    escaped = "".join(f"&#{ord(sign)};" if not sign.isalnum() and sign != " " else sign for sign in text)
    return build_document(read_document(f"{TEXT}\n{escaped}\n"), "pdf")


def page(text: str = "It ends in the sea.") -> Draft:
    content = PAGE.format(POLICY, text).encode()
    return Draft("html", "rivers.html", "Rivers", {"rivers.html": content})


def quiz(*options: str, answer: str = "A", **fields: Any) -> Draft:
    """A quiz of one question."""
    asked = {"questionType": "SINGLE_CHOICE", "question": "How much of the cake is left?", "correctAnswer": answer}
    given = {"title": "Cake", "questions": [{**asked, "options": [*options], **fields}]}
    return Draft("quiz", "cake.quiz.json", "Cake", {"cake.quiz.json": json.dumps(given).encode()})


def statement(*, answer: bool, explanation: str) -> Draft:
    asked = {"questionType": "TRUE_FALSE", "question": "Ice floats on water.", "correctAnswer": answer}
    given = {"title": "Ice", "questions": [{**asked, "explanation": explanation}]}
    return Draft("quiz", "ice.quiz.json", "Ice", {"ice.quiz.json": json.dumps(given).encode()})


def _saved(made: Any, kind: str) -> Draft:
    content = io.BytesIO()
    made.save(content)
    return Draft(kind, f"rivers.{kind}", "Rivers", {f"rivers.{kind}": content.getvalue()})


GOOD: dict[str, Callable[[], Draft]] = {
    "a deck": deck,
    "a document": word,
    "a paper": paper,
    "a page": page,
    "a deck with a picture": lambda: with_picture(400, 300, width=4, height=3),
    "a deck with a chart": lambda: with_chart((6650, 1233)),
    "a quiz": lambda: quiz("a half", "a third", "nothing"),
    "a document with a right total": lambda: word_table("350"),
    "a document with a picture": word_picture,
    "a document with figures and levels": lambda: document(
        "#Rivers", "See Figure 1.", "Figure 1: A map", "##Length", "1. Rhine", "2. Elbe", "3. Oder"
    ),
    "a deck with steps": lambda: steps("Step 1: Measure", "Step 2: Write", "Step 3: Compare"),
    "a statement": lambda: statement(answer=True, explanation="It is lighter than water."),
}

FAULTS: dict[str, Callable[[], Draft]] = {
    "a wrong total in Word": lambda: word_table("360"),
    "a stretched picture in Word": lambda: word_picture(high=14),
    "a picture in Word that nobody described": lambda: word_picture(description=""),
    "a figure in Word that is not there": lambda: document("See Figure 4.", "Figure 1: A map"),
    "a level left out in Word": lambda: document("#Rivers", "####Length", "It is long."),
    "a number left out in Word": lambda: document("1. Rhine", "2. Elbe", "4. Oder"),
    "a heading in Word whose number is left out": lambda: document("#1 Rain", "#2 Rivers", "#4 Seas", "It is deep."),
    "a paragraph in Word that stops": lambda: document(
        "A river begins at a spring. It ends in the sea, where it meets the tides.",
        "Rain feeds it. So does snow, which melts in spring and runs down to the valleys of the",
    ),
    "contents in Word of what is not there": lambda: document(
        "Rain\t1",
        "Rivers\t1",
        "Ice\t2",
        "Seas\t3",
        "#Rain",
        "It falls.",
        "#Rivers",
        "They run.",
        "#Seas",
        "They are deep.",
    ),
    "points in Word that do not multiply": lambda: document("一、选择题（共10小题，每小题3分，共40分）"),
    "a task in Word that was left": lambda: document("Rent is free. Tools: TODO ask Martin for the figure."),
    "a place for a picture in Word": lambda: document("[Image: a map of the river]"),
    "a place for a name in capitals in Word": lambda: document("Dear [NAME], welcome to the river."),
    "pale text in Word": lambda: word("You can hardly see this", colour="D9D9D9"),
    "a citation of a chat in Word": lambda: document("The river is long【12†source】."),
    "a value of a spreadsheet in Word": lambda: document("The sum is #REF! euros."),
    "a step twice on a slide": lambda: steps("Step 1: Measure", "Step 2: Write", "Step 2: Compare", "Step 3: Tell"),
    "an item that stops on a slide": lambda: steps(
        "Rain falls on the mountains.", "The water gathers in small streams that run to", "The streams join."
    ),
    "a chain of TeX on a slide": lambda: deck(r"f = \mu F_{N}"),
    "a place for a name on a page": lambda: page("Dear [your name], welcome."),
    "a wrong total on a page": lambda: page(
        "<table><tr><th>Item</th><th>Cost</th></tr><tr><td>Rent</td><td>100</td></tr>"
        "<tr><td>Food</td><td>250</td></tr><tr><td>Total</td><td>360</td></tr></table>"
    ),
    "a paragraph on a page that stops": lambda: page(
        "A river begins at a spring. On its way to the sea it is joined by other rivers and"
    ),
    "a paragraph in a PDF that stops": lambda: from_typst(
        "A river begins at a spring, in a lake or under ice, and ends in the sea or in another river. " * 3
        + "\n\nRain feeds it all year long. On its way down it is joined by the\n\nIt ends in the sea."
    ),
    "a number twice in a PDF": lambda: from_typst("1\\. Rain\n\n2\\. River\n\n2\\. Sea\n\n3\\. Ice"),
    "text over text in a PDF": lambda: from_typst(
        "#place(top + left)[Rain falls on the mountains]\n#place(top + left)[Water runs into the valleys]"
    ),
    "an option with a place for text": lambda: quiz("a half", "[insert option]", "nothing"),
    "two options in another order": lambda: quiz("flour and sugar", "sugar and flour", "nothing"),
    "two options with a pair of Chinese characters": lambda: quiz(
        "海陆热力性质的差异", "海洋与陆地热力性质的差异", "无"
    ),
    "an explanation that answers with a wrong option": lambda: quiz(
        "a half", "a third", "nothing", explanation="The part of the cake that is left is a third."
    ),
    "a TeX command on a slide": lambda: deck(r"Half is \frac{1}{2} of it"),
    "Greek letters in TeX on a slide": lambda: deck(r"The angle \alpha + \beta"),
    "a formula between dollars on a slide": lambda: deck("The area is $x^2$ here"),
    "stars of bold text on a slide": lambda: deck("It is **very** long"),
    "a link in Markdown on a slide": lambda: deck("See [the map](https://example.org)"),
    "a heading in Markdown on a slide": lambda: deck("## Another heading"),
    "a fence on a slide": lambda: deck("```python"),
    "a tag on a slide": lambda: deck("It is <b>very</b> long"),
    "a line break as a tag on a slide": lambda: deck("One<br>two"),
    "an entity on a slide": lambda: deck("Rhine&nbsp;and Elbe"),
    "a table in Markdown on a slide": lambda: deck("|---|---|"),
    "a place for a name on a slide": lambda: deck("Dear {{ name }}, welcome"),
    "wrongly decoded letters on a slide": lambda: deck("The caf\u00c3\u00a9 is open"),
    "an ampersand as an entity on a slide": lambda: deck("Rhine &amp; Elbe"),
    "a Chinese slide with stars": lambda: deck("这条河**非常**长"),
    "a slide twice": lambda: repeated_slides(lambda line: line),
    "a slide twice in other letters": lambda: repeated_slides(str.upper),
    "a picture that is stretched": lambda: with_picture(400, 300, width=6, height=1),
    "a picture of a few pixels": lambda: with_picture(40, 30, width=4, height=3),
    "a chart without values": lambda: with_chart((None, None)),
    "a chart of sample data": lambda: with_chart((4.3, 2.5), ("Category 1", "Category 2"), "Series 1"),
    "a chart of zeros": lambda: with_chart((0, 0)),
    "a title said again": lambda: deck("Where they begin"),
    "half a sentence": lambda: deck("Ice holds most of the fresh water, and so the"),
    "a list of a program": lambda: deck("['one', 'two']"),
    "a Chinese prompt": lambda: deck("此处填写内容"),
    "wrongly decoded Cyrillic letters in Word": lambda: word("\u00d0\u0160\u00d0\u00be\u00d1\u201a"),
    "a value that is none on a slide": lambda: deck("The share is NaN %"),
    "an object of a script on a page": lambda: page("You have [object Object] points"),
    "a paragraph twice in Word": lambda: word(
        "A river begins at a spring, in a lake or under ice, and ends in the sea.", times=2
    ),
    "an explanation that ends with another option": lambda: quiz(
        "a half", "a third", "nothing", explanation="Two thirds were eaten, so B is right."
    ),
    "a TeX command in Word": lambda: word(r"Half is \frac{1}{2} of it"),
    "an environment of TeX in Word": lambda: word(r"\begin{align} x &= 1 \end{align}"),
    "stars of bold text in Word": lambda: word("It is **very** long"),
    "a picture in Markdown in Word": lambda: word("![A map](map.png)"),
    "a heading in Markdown in Word": lambda: word("### Where it ends"),
    "a tag in Word": lambda: word('<div class="note">It is long</div>'),
    "an entity in Word": lambda: word("3 &lt; 5"),
    "white text in Word": lambda: word("You cannot see this", colour="FFFFFF"),
    "almost white text in Word": lambda: word("You can hardly see this", colour="FAFAFA"),
    "tiny text in Word": lambda: word("You cannot read this", size=3),
    "a TeX command in a PDF": lambda: paper(r"Half is \frac{1}{2} of it"),
    "stars of bold text in a PDF": lambda: paper("It is **very** long"),
    "a tag in a PDF": lambda: paper("It is <b>very</b> long"),
    "an entity in a PDF": lambda: paper("Rhine&nbsp;and Elbe"),
    "a character without a glyph in a PDF": lambda: paper("a \U00012000 b"),
    "a half and 50 %": lambda: quiz("0.5", "50 %", "0.3"),
    "a half as a fraction and as a number": lambda: quiz("1/2", "0.5", "1/3"),
    "a half in small digits": lambda: quiz("1/2", "²⁄₄", "1/3"),
    "a thousand with and without a comma": lambda: quiz("1,000", "1000", "10"),
    "two options that differ in a full stop": lambda: quiz("The left half.", "the left half", "nothing"),
    "an explanation that names another option": lambda: quiz(
        "a half", "a third", "nothing", explanation="The correct answer is B, because two thirds were eaten."
    ),
    "feedback that calls the key wrong": lambda: quiz(
        "a half", "a third", "nothing", optionFeedback=["Wrong, look again.", "Correct!", "No."]
    ),
    "a true statement explained as false": lambda: statement(answer=True, explanation="False: ice sinks."),
    "a true statement of which it is said that it is false": lambda: statement(
        answer=True, explanation="This is false."
    ),
    "a link to a place that a page does not have": lambda: page('<a href="#nowhere">there</a>'),
    "a link to a file beside a page": lambda: page('<a href="chapter2.html">next</a>'),
    "an empty link on a page": lambda: page('<a href="">here</a>'),
    "a character without a glyph on a page": lambda: page("a \ue123 b"),
    "a replacement character on a page": lambda: page("Z\ufffdrich"),
    "stars of bold text on a page": lambda: page("It is **very** long"),
    "a TeX command on a page": lambda: page(r"Half is \frac{1}{2} of it"),
    "an entity twice on a page": lambda: page("Rhine &amp;amp; Elbe"),
}
