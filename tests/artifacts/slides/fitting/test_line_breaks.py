"""Lines as LibreOffice breaks them, compared with rendered pages."""

import asyncio
import io
import random
from itertools import pairwise

import pptx
from lxml import etree
from pptx.oxml.ns import qn
from pptx.util import Pt

from inkwright.artifacts.rendering.office import Office, OfficeFile
from inkwright.artifacts.rendering.pdf import RenderedPage, read_pdf_pages
from inkwright.artifacts.slides.fitting.fit import Paragraph, text_height, wrap_text
from inkwright.artifacts.slides.fitting.line_breaks import Faces, line_height
from inkwright.artifacts.slides.markdown.inline import InlineRun
from inkwright.artifacts.typefaces import BOOK, GROTESQUE, HEI, HUMANIST, ROMAN, SONG
from tests.each import each

FACES = Faces()


@each(
    ("text", "width", "lines"),
    [
        ("light becomes sugar", 80, ["light ", "becomes ", "sugar"]),
        ("a well-known fact", 92, ["a well-", "known fact"]),
        ("from -5 to 1/2 and/or 3", 72, ["from -5 ", "to 1/2 ", "and/or 3"]),
        ("光合作用是植物", 65, ["光合作", "用是植", "物"]),
        ("光合作用，是植物", 85, ["光合作", "用，是植", "物"]),
        ("光合作（用是）植物", 85, ["光合作", "（用是）", "植物"]),
        ("他说：“光合作用”很重要", 85, ["他说：", "“光合作", "用”很重", "要"]),
        ("Pneumonoultramicroscopic", 100, ["Pneumonou", "ltramicrosc", "opic"]),
        ("  def f():", 200, ["  def f():"]),
        ("one\ntwo", 200, ["one\n", "two"]),
        ("a\u00a0b\u00a0c d", 40, ["a\u00a0b\u00a0c ", "d"]),
        ("e\u0301e\u0301e\u0301e\u0301", 22, ["e\u0301e\u0301", "e\u0301e\u0301"]),
        ("", 100, [""]),
        ("x", 0, ["x"]),
    ],
)
def test_lines_break_where_a_reader_expects_it(text: str, width: float, lines: list[str]) -> None:
    assert wrap_text(text, width, 20, FACES) == lines


def test_bold_lines_are_wider() -> None:
    text = "measure twice cut once"
    assert [len(wrap_text(text, 196, 20, FACES, style)) for style in ("regular", "bold")] == [1, 2]


def test_chinese_lines_are_further_apart() -> None:
    assert (line_height(HUMANIST), line_height(GROTESQUE), line_height(HEI)) == (1.221, 1.2, 1.448)


ENGLISH = """the photosynthesis chlorophyll well-known light-dependent and/or reactions, energy; (in) the “light” of
    state-of-the-art carbon dioxide. Water is split — releasing oxygen: 2.5% AVATAR Type fi fl ffi W. Yes!""".split()
CHINESE = (
    "光合作用是植物利用光能把二氧化碳和水变成糖和氧气的过程，它发生在叶绿体里。"
    "“重点”是：能量转化……《书名》（括号）、顿号！"
)
LATIN = (HUMANIST, BOOK, GROTESQUE, ROMAN)


def sample(chance: random.Random) -> tuple[str, float, float, Faces]:
    """Some text, the width and size in which it is set, and its typefaces."""
    count = chance.randint(5, 50)
    words = [chance.choice(ENGLISH) for _ in range(count)]
    chinese = [CHINESE[start : start + chance.randint(2, 9)] for start in chance.choices(range(40), k=count)]
    text = chance.choice(
        [" ".join(words), "".join(chinese), "".join(map(chance.choice, zip(words, chinese, strict=True)))]
    )
    faces = Faces(chance.choice(LATIN), chance.choice((HEI, SONG)))
    return text, chance.randint(160, 850), chance.choice((14, 18, 20, 24, 28, 32)), faces


def slides_of(samples: list[tuple[str, float, float, Faces]]) -> bytes:
    deck = pptx.Presentation()
    deck.slide_width, deck.slide_height = Pt(960), Pt(2000)
    for text, width, size, faces in samples:
        frame = deck.slides.add_slide(deck.slide_layouts[6]).shapes.add_textbox(0, 0, Pt(width), Pt(100)).text_frame
        frame.word_wrap = True
        frame.margin_left = frame.margin_right = frame.margin_top = frame.margin_bottom = 0
        # Else LibreOffice lets punctuation stand over the edge.
        frame.paragraphs[0]._p.get_or_add_pPr().set("hangingPunct", "0")
        run = frame.paragraphs[0].add_run()
        run.text, run.font.size = text, Pt(size)
        for tag, face in (("a:latin", faces.latin), ("a:ea", faces.east_asian)):
            etree.SubElement(run._r.get_or_add_rPr(), qn(tag), typeface=face.office)
    written = io.BytesIO()
    deck.save(written)
    return written.getvalue()


def rendered(office: Office, content: bytes) -> list[RenderedPage]:
    [pdf] = asyncio.run(office.pdfs([OfficeFile(".pptx", content)]))
    assert pdf is not None
    return read_pdf_pages(pdf)


def lines_on(page: RenderedPage) -> int:
    """How often the text goes back to the left, and once more. Where a line ends in a hyphen, the PDF says no break."""
    return 1 + sum(after.box.left < before.box.left - 5 for before, after in pairwise(page.chars))


def test_the_rendered_page_has_the_lines_that_were_counted(office: Office) -> None:
    chance = random.Random(6)
    samples = [sample(chance) for _ in range(60)]
    pages = rendered(office, slides_of(samples))
    theirs = [lines_on(page) for page in pages]
    ours = [len(wrap_text(text, width, size, faces)) for text, width, size, faces in samples]
    assert sum(real == counted for real, counted in zip(theirs, ours, strict=True)) >= 50
    assert sum(real > counted for real, counted in zip(theirs, ours, strict=True)) <= 2
    for page, (text, width, size, faces) in zip(pages, samples, strict=True):
        assert (
            max(char.box.bottom for char in page.chars)
            <= text_height([Paragraph((InlineRun(text),))], size, width, faces) + 2
        )
        assert max(char.box.right for char in page.chars if char.text.strip()) <= width + 2
