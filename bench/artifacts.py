"""Making measured: decks beside bare python-pptx, documents by typst cold and warm, the look at rendered pages."""

import asyncio
import io
import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pptx
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.enum.shapes import MSO_SHAPE
from pptx.util import Pt

from inkwright.artifacts.documents.document_builder import build_document
from inkwright.artifacts.documents.pdf.pdf_builder import typst_files
from inkwright.artifacts.documents.pdf.typesetter import typeset
from inkwright.artifacts.documents.prepare import prepare_document
from inkwright.artifacts.documents.source import read_document
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.rendering.office import Office, find_office
from inkwright.artifacts.rendering.pdf import read_pdf_pages
from inkwright.artifacts.slides.checks.deck import check_deck
from inkwright.artifacts.slides.checks.rendered import check_rendered_decks
from inkwright.artifacts.slides.model import DeckSpec
from inkwright.artifacts.slides.pptx.builder import build_deck
from inkwright.artifacts.workers import close_workers

RUNS: Final = 5
ROOT: Final = Path(__file__).resolve().parent.parent


def a_deck(number: int = 0) -> DeckSpec:
    """Twenty slides: the title, and every kind of content but pictures and formulas, in both languages."""
    points = [
        "The sun warms the sea",
        "Water rises as vapour and cools",
        "水汽遇冷凝结成云",
        "It falls as rain or snow",
    ]
    kinds: list[dict[str, Any]] = [
        {"layout": "agenda", "title": "Today", "items": ["Where rain comes from", "How much falls", "Who measures it"]},
        {"layout": "section", "title": "Rain", "subtitle": "Where it comes from"},
        {"layout": "bullets", "title": "The water cycle", "bullets": points},
        {"layout": "two_columns", "title": "Sea and land", "left": points[:3], "right": points[1:]},
        {
            "layout": "comparison",
            "title": "Rain and snow",
            "left": {"heading": "Rain", "points": points[:3]},
            "right": {"heading": "Snow", "points": points[1:]},
        },
        {
            "layout": "table",
            "title": "Limits",
            "header": ["City", "Wet", "Dry", "Total"],
            "rows": [[f"City {row}", "200 mm", "40 mm", "900 mm"] for row in range(5)],
        },
        {
            "layout": "chart",
            "title": "Rain by month",
            "kind": "bar",
            "categories": ["Jan", "Apr", "Jul", "Oct"],
            "series": [{"name": "Bergen", "values": [190, 110, 140, 270]}],
        },
        {"layout": "process", "title": "Step by step", "steps": [{"heading": p[:8], "text": p} for p in points]},
        {"layout": "quote", "title": "A saying", "quote": "After rain comes sun.", "source": "a proverb"},
        {"layout": "closing", "title": "谢谢大家", "message": "Bring a jar for the gauge."},
    ]
    slides = [*kinds, *kinds[:9]]
    return DeckSpec.model_validate({"title": f"Rain and rivers {number}", "subtitle": "雨与河流", "slides": slides})


def told_of(content: bytes) -> list[list[tuple[Any, ...]]]:
    """The shapes of a deck as plain values, for the bare library to write again."""
    slides = []
    for slide in pptx.Presentation(io.BytesIO(content)).slides:
        shapes: list[tuple[Any, ...]] = []
        for shape in slide.shapes:
            place = (shape.left or 0, shape.top or 0, shape.width or 0, shape.height or 0)
            if shape.has_table:
                rows = [[cell.text for cell in row.cells] for row in shape.table.rows]
                shapes.append(("table", place, rows))
            elif shape.has_chart:
                plot = shape.chart.plots[0]
                series = [(each.name, list(each.values)) for each in plot.series]
                shapes.append(("chart", place, (list(plot.categories), series)))
            elif shape.has_text_frame:
                lines = [[(run.text, run.font.size) for run in each.runs] for each in shape.text_frame.paragraphs]
                shapes.append(("text" if any(lines) else "panel", place, lines))
        shapes.append(("notes", (), slide.notes_slide.notes_text_frame.text))
        slides.append(shapes)
    return slides


def bare_deck(slides: list[list[tuple[Any, ...]]]) -> bytes:
    """The same shapes by python-pptx alone, nothing checked."""
    deck = pptx.Presentation()
    for shapes in slides:
        slide = deck.slides.add_slide(deck.slide_layouts[6])
        for kind, place, content in shapes:
            _WRITERS[kind](slide, place, content)
    written = io.BytesIO()
    deck.save(written)
    return written.getvalue()


def _text(slide: Any, place: tuple[int, ...], lines: list[list[tuple[str, Any]]]) -> None:
    frame = slide.shapes.add_textbox(*place).text_frame
    for number, runs in enumerate(lines):
        paragraph = frame.paragraphs[0] if number == 0 else frame.add_paragraph()
        for words, size in runs:
            run = paragraph.add_run()
            run.text = words
            run.font.size = size or Pt(18)


def _panel(slide: Any, place: tuple[int, ...], _: Any) -> None:
    slide.shapes.add_shape(MSO_SHAPE.RECTANGLE, *place)


def _table(slide: Any, place: tuple[int, ...], rows: list[list[str]]) -> None:
    table = slide.shapes.add_table(len(rows), len(rows[0]), *place).table
    for row, cells in enumerate(rows):
        for column, words in enumerate(cells):
            table.cell(row, column).text = words


def _chart(slide: Any, place: tuple[int, ...], content: tuple[list[str], list[tuple[str, list[float]]]]) -> None:
    data: Any = CategoryChartData()  # type: ignore[no-untyped-call]
    data.categories, series = content
    for name, values in series:
        data.add_series(name, values)
    slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *place, data)


def _notes(slide: Any, _: Any, words: str) -> None:
    slide.notes_slide.notes_text_frame.text = words


_WRITERS: Final[dict[str, Callable[[Any, Any, Any], None]]] = {
    "text": _text,
    "panel": _panel,
    "table": _table,
    "chart": _chart,
    "notes": _notes,
}


def deck_figures() -> tuple[float, float, float]:
    """Seconds to build and check our deck, to write its shapes with the bare library, and the ratio; medians."""
    shapes = told_of(build_deck(a_deck()).main)
    ours: list[float] = []
    bare: list[float] = []
    for number in range(RUNS + 1):
        start = time.perf_counter()
        draft = build_deck(a_deck(number))
        found = check_deck(draft)
        ours.append(time.perf_counter() - start)
        assert not [each for each in found if each.severity == "error"], found
        start = time.perf_counter()
        bare_deck(shapes)
        bare.append(time.perf_counter() - start)
    mine, theirs = statistics.median(ours[1:]), statistics.median(bare[1:])
    return mine, theirs, mine / theirs


def a_report(number: int = 0) -> str:
    """Ten pages: headings, paragraphs in both languages, formulas, tables; no two reports share a paragraph."""
    rain = random.Random(number)
    en = "river carries rain of the hills to wide sea and back again under slow warm clouds".split()
    zh = "雨水落在山上汇入溪流流进江河最后到达大海又回到云里"
    parts = [
        f"## Part {part}\n\n{' '.join(rain.choices(en, k=140))}.\n\n{''.join(rain.choices(zh, k=290))}。\n\n"
        f"$$ v = \\frac{{h_{part}}}{{t}} $$\n\n"
        "| City | mm |\n|---|---|\n| Bergen | 2250 |\n| Lhasa | 430 |\n"
        for part in range(1, 14)
    ]
    return "---\nkind: report\ntitle: Rain\n---\n\n" + "\n".join(parts)


def pdf_figures() -> tuple[int, float, float, float]:
    """Pages; seconds of typst cold and warm; seconds for the whole document, pandoc included, warm. Each has another
    text: of the same text typst remembers everything.
    """
    specs = [read_document(a_report(number)) for number in range(2 * RUNS)]
    files = [typst_files(prepare_document(spec, {})) for spec in specs]
    cold: list[float] = []
    warm: list[float] = []
    for number in range(RUNS):
        for found, text in ((cold, files[number]), (warm, files[RUNS + number])):
            start = time.perf_counter()
            typeset(text)
            found.append(time.perf_counter() - start)
        close_workers()
    whole: list[float] = []
    pages = len(read_pdf_pages(build_document(specs[0], "pdf").main))
    for spec in specs[1 : RUNS + 1]:
        start = time.perf_counter()
        build_document(spec, "pdf")
        whole.append(time.perf_counter() - start)
    return pages, statistics.median(cold), statistics.median(warm), statistics.median(whole)


def look_figures() -> tuple[float, float] | None:
    """Seconds for the rendered check of one deck and of five decks in one call; None without LibreOffice."""
    program = find_office()
    if program is None:
        return None
    drafts = [build_deck(a_deck(number)) for number in range(5)]

    async def seconds(judged: list[Draft]) -> float:
        start = time.perf_counter()
        found = await check_rendered_decks(judged, office=office)
        taken = time.perf_counter() - start
        assert not [each for one in found for each in one if each.severity == "error"], found
        return taken

    async def measured() -> tuple[float, float]:
        await seconds(drafts[:1])
        one = [await seconds(drafts[:1]) for _ in range(RUNS)]
        five = [await seconds(drafts) for _ in range(3)]
        return statistics.median(one), statistics.median(five)

    office = Office(program)
    return asyncio.run(measured())


def peak_megabytes() -> float:
    """What our process takes at most while it makes and checks a deck and a document."""
    done = subprocess.run([sys.executable, "-m", "bench.artifacts", "once"], check=True, capture_output=True, cwd=ROOT)
    return float(json.loads(done.stdout)["megabytes"])


def _once() -> None:
    check_deck(build_deck(a_deck()))
    build_document(read_document(a_report()), "pdf")
    build_document(read_document(a_report()), "docx")
    if look := look_once():
        asyncio.run(look)
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    peak = next(line for line in lines if line.startswith("VmHWM"))
    print(json.dumps({"megabytes": int(peak.split()[1]) / 1024}))


def look_once() -> Any:
    """One rendered check, if LibreOffice is there."""
    program = find_office()
    return check_rendered_decks([build_deck(a_deck())], office=Office(program)) if program else None


def report() -> tuple[list[str], bool]:
    """The page, and whether the ratio is kept."""
    ours, bare, ratio = deck_figures()
    pages, cold, warm, whole = pdf_figures()
    look = look_figures()
    seen = (
        f"- Rendered check of a deck of 20 slides: {look[0]:.2f} s; of five decks in one call: {look[1]:.2f} s."
        if look
        else "- Rendered check: not measured, LibreOffice is not installed."
    )
    lines = [
        "Medians of five (of three for five decks).",
        "",
        f"- 20 slides built and structurally checked: {ours:.2f} s; python-pptx with the same shapes and no"
        f" checks: {bare:.2f} s; {ratio:.2f} ×.",
        f"- PDF of {pages} pages: typst {cold:.2f} s cold, {warm:.3f} s warm; with pandoc and signing {whole:.2f} s.",
        seen,
        f"- Peak memory of the process: {peak_megabytes():.0f} MB.",
        "",
    ]
    return lines, ratio <= 2


if __name__ == "__main__":
    _once() if sys.argv[1:] == ["once"] else print("\n".join(report()[0]))
