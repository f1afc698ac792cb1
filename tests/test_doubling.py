"""Every reader of foreign or model-written text takes time in proportion to the text: doubling it doubles the time."""

import contextlib
import gc
import itertools
import time
from collections.abc import Callable
from typing import Any, Final

import pytest

from inkwright.agent.intents import deliverables_in
from inkwright.agent.judge import split_sentences
from inkwright.agent.prose_filter import ProseFilter
from inkwright.agent.text_requests import parse_text_request, words_around
from inkwright.artifacts.documents.sections import heading_paths, sections_of, split_into_chunks
from inkwright.artifacts.documents.source import read_document
from inkwright.artifacts.documents.tex.tex_checks import check_tex
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.math.delimiters import count_blanks, formulas_in, has_balanced_dollars, use_tex_delimiters
from inkwright.artifacts.math.plain_text import formula_text, replace_formulas
from inkwright.artifacts.math.tex_bounds import tex_problem
from inkwright.artifacts.math.to_typst import normalise_formula, split_formula
from inkwright.artifacts.quizzes.compare import option_form, question_form, typed_form
from inkwright.artifacts.quizzes.load import load_quiz, question_from_value
from inkwright.artifacts.quizzes.text.fenced_code import split_fences
from inkwright.artifacts.quizzes.text.html import html_to_text, text_to_html
from inkwright.artifacts.slides.fitting.fit import wrap_text
from inkwright.artifacts.slides.fitting.line_breaks import Faces
from inkwright.artifacts.slides.load import load_deck
from inkwright.artifacts.slides.markdown.inline import inline_markup, parse_runs, plain_text, split_marked
from inkwright.artifacts.slides.markdown.parser import parse_markdown
from inkwright.artifacts.text import file_name, is_placeholder_text, one_line, split_text, tidy_lines
from inkwright.artifacts.text_decoding import decode_text
from inkwright.artifacts.validation import parse_yaml
from inkwright.authoring.outlines import parse_outline
from inkwright.authoring.passages import relevant_passages
from inkwright.cli.terminal.markdown_renderer import MarkdownRenderer
from inkwright.cli.terminal.markdown_stream import MarkdownBlock, MarkdownSplitter
from inkwright.conversation.tokens import estimate_tokens
from inkwright.errors import InkwrightError
from inkwright.grounding.context_dependence import depends_on_previous, refers_back, without_full_stop
from inkwright.grounding.definitions import definitions_of
from inkwright.grounding.markdown import escape_markdown, escape_with_gaps
from inkwright.grounding.read import read_material
from inkwright.grounding.slides.deck import StudyDeckOptions, deck_from
from inkwright.grounding.source import Source
from inkwright.grounding.statements import statements_of
from inkwright.grounding.summary.timeline import dated_events
from inkwright.i18n import language_of
from inkwright.parsing.markdown_tree import parse_tree
from inkwright.projects.blocks import BlockConstraints
from inkwright.projects.channel_limits import limit_problems

Reader = Callable[[str], Any]


def _material(text: str) -> Any:
    return read_material([Source("a.md", text)])


def _deck(text: str) -> Any:
    return deck_from(_material(text), StudyDeckOptions("Rivers"))


def _quiz(name: str) -> Reader:
    return lambda text: load_quiz(text.encode("utf-8", "replace"), name, "en")


def _moodle(text: str) -> Any:
    inside = text.replace("]]>", "")
    question = f"<question type='essay'><questiontext><text><![CDATA[{inside}]]></text></questiontext></question>"
    return load_quiz(f"<quiz>{question}</quiz>".encode("utf-8", "replace"), "a.xml", "en")


def _stream(text: str) -> Any:
    splitter = MarkdownSplitter()
    return [splitter.feed(text[start : start + 40]) for start in range(0, len(text), 40)]


READERS: Final[dict[str, Reader]] = {
    "bytes": lambda text: decode_text(text.encode("utf-8", "replace")),
    "language": language_of,
    "tokens": estimate_tokens,
    "one line": one_line,
    "tidy lines": tidy_lines,
    "split text": lambda text: split_text(text, 200),
    "placeholder": is_placeholder_text,
    "file name": lambda text: file_name(text, ".md"),
    "yaml": parse_yaml,
    "yaml value": lambda text: parse_yaml(f"a: {text}"),
    "gift": _quiz("a.gift"),
    "quiz in markdown": _quiz("a.md"),
    "quiz in json": _quiz("a.json"),
    "moodle": _moodle,
    "question": lambda text: question_from_value(
        {"type": "single", "question": text, "options": [text, "b"], "answer": text}
    ),
    "html": html_to_text,
    "text to html": text_to_html,
    "markdown": parse_tree,
    "fences": lambda text: [*split_fences(text)],
    "options": lambda text: (option_form(text), typed_form(text), question_form(text)),
    "deck in markdown": lambda text: load_deck(text, "a.md"),
    "deck in yaml": lambda text: load_deck(text, "a.yaml"),
    "deck in json": lambda text: load_deck(text, "a.json"),
    "slide blocks": parse_markdown,
    "slide inline": lambda text: (parse_runs(text), inline_markup(text), plain_text(text), split_marked(text, 100)),
    "slide lines": lambda text: wrap_text(text, 300, 18, Faces(), "regular"),
    "document": read_document,
    "document sections": lambda text: (sections_of(text), heading_paths(text), split_into_chunks(text)),
    "tex file": lambda text: check_tex(Draft("tex", "a.tex", "T", {"a.tex": text.encode("utf-8", "replace") or b" "})),
    "formula bounds": lambda text: tex_problem(text),
    "formula": lambda text: (normalise_formula(text), split_formula(text)),
    "formula as text": lambda text: (formula_text(text), replace_formulas(text)),
    "formulas in text": lambda text: (
        [*formulas_in(text)],
        has_balanced_dollars(text),
        count_blanks(text),
        use_tex_delimiters(text),
    ),
    "material": _material,
    "definitions": lambda text: definitions_of(_material(text)),
    "timeline": lambda text: dated_events(statements_of(_material(text))),
    "statements": lambda text: statements_of(_material(text)),
    "context": lambda text: (depends_on_previous(text), refers_back(text), without_full_stop(text)),
    "escapes": lambda text: (escape_markdown(text), escape_with_gaps(text)),
    "slides from text": _deck,
    "channel limits": lambda text: limit_problems(text, BlockConstraints(max_length=1, counting="weighted")),
    "outline": lambda text: parse_outline(text.split("\n")),
    "passages": lambda text: relevant_passages([Source("a.md", text)], "rivers"),
    "terminal": lambda text: MarkdownRenderer(has_colour=True).render(MarkdownBlock(text, "text"), 80),
    "terminal, streamed": _stream,
    "sentences of a reply": split_sentences,
    "calls in a reply": lambda text: (parse_text_request(text), words_around(text)),
    "prose of a reply": lambda text: ProseFilter().feed(text),
    "wishes": deliverables_in,
}

PIECES: Final = (
    "(",
    "[",
    "{",
    "<",
    "*",
    "_",
    "`",
    "$",
    "\\",
    " ",
    "\t",
    "#",
    "|",
    "!",
    "~",
    "=",
    "-",
    ">",
    ":",
    ".",
    ",",
    "“",
    "（",
    "。",
    "1",
    "a",
    "\n",
    "**",
    "$$",
    "\\(",
    "](",
    "![",
    "[a](",
    "<a ",
    "<!--",
    "```\n",
    "~~~\n",
    "> ",
    "- ",
    "1. ",
    "| ",
    ": ",
    "a ",
    "a. ",
    "A) ",
    "::",
    "{~",
    "=~",
    "第1题",
    "是",
    "，",
    "年",
    "、",
    "\u3000",
    "\r\n",
    " \n",
    "&lt;",
    "\\frac{",
    "\\left(",
    "^{",
    "TODO",
    "Mr. ",
    "e.g. ",
    "1,",
    "1.5 ",
)
FRAMES: Final = (("", ""), ("# a ", "x"), ("A river is a stream. ", "\n"), ("x ", " x"))
_SIZE: Final = 2_000
_DOUBLINGS: Final = 2
_RATIO: Final = 2.6**_DOUBLINGS
_NOISE: Final = 0.004


def _seconds(reader: Reader, text: str) -> float:
    started = time.process_time()
    with contextlib.suppress(InkwrightError, RecursionError):
        reader(text)
    return time.process_time() - started


def growth(reader: Reader, piece: str, frame: tuple[str, str], size: int = _SIZE) -> float:
    """How much longer a text takes that was doubled twice: the best of several tries, which others only lengthen."""
    sizes = (size, size * 2**_DOUBLINGS)
    small, large = (frame[0] + piece * (count // len(piece)) + frame[1] for count in sizes)
    best_small, best_large = _seconds(reader, small), _seconds(reader, large)
    for _ in range(8):
        if best_large < _NOISE or best_large <= _RATIO * best_small:
            break
        best_small, best_large = min(best_small, _seconds(reader, small)), min(best_large, _seconds(reader, large))
    return 0.0 if best_large < _NOISE else best_large / best_small


_EVERY: Final = [*itertools.product(PIECES, FRAMES)]
_FEW: Final = [
    (piece, frame) for at, piece in enumerate(PIECES) for frame in (FRAMES[0], FRAMES[1 + at % (len(FRAMES) - 1)])
]
"""Each piece alone and in one of the frames, by turns."""


@pytest.mark.parametrize("name", READERS)
def test_twice_the_text_takes_twice_the_time(name: str) -> None:
    assert_linear(READERS[name], _FEW)


@pytest.mark.soak
@pytest.mark.parametrize("name", READERS)
def test_twice_the_text_takes_twice_the_time_in_every_frame(name: str) -> None:
    assert_linear(READERS[name], _EVERY)


def assert_linear(reader: Reader, texts: list[tuple[str, tuple[str, str]]]) -> None:
    """None of the texts takes much more than twice the time when it is doubled."""
    _seconds(reader, "A river is a stream.")  # what is loaded first is not measured
    gc.disable()
    try:
        slow = {(piece, frame): found for piece, frame in texts if (found := growth(reader, piece, frame)) > _RATIO}
        # A step, such as a larger table, is not a growth: it does not happen again at twice the size.
        slow = {key: found for key in slow if (found := growth(reader, *key, size=2 * _SIZE)) > _RATIO}
    finally:
        gc.enable()
    assert slow == {}
