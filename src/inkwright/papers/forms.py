"""What a weak model fills in for each agent of a paper: it chooses sentences of the document, and writes none.

Left to write, such a model fills every field with valid nonsense. So each field offers the document's own sentences,
and the file that becomes of them quotes the person's text.
"""

import re
from collections.abc import Callable
from typing import Annotated, Any, ClassVar, Final, Literal, Self

from pydantic import Field, WithJsonSchema, create_model, model_validator

from inkwright.i18n import Language, language_of, text
from inkwright.llm.decoding import ONCE, is_looping
from inkwright.llm.file_agent import FileForm
from inkwright.papers.overviews import LEAST_WORDS, MOST_WORDS, count_words, is_header
from inkwright.papers.quotes import headings_of, joined, quotes_of
from inkwright.parsing.files import File

LEAST_QUOTES: Final = 10
"""Of fewer sentences no file can be put together."""

_LONGEST_TITLE: Final = 100
_HAN: Final = "[\u3400-\u9fff\uf900-\ufaff]"
_ENDED: Final = re.compile("[.!?:;…。！？：；][\"'”’)」』）]*$")
_TYPES: Final = {"method": "method|方法", "survey": "survey|review|综述"}
_ESCAPES: Final = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "$": r"\$",
        "&": r"\&",
        "#": r"\#",
        "%": r"\%",
        "_": r"\_",
        "^": r"\textasciicircum{}",
        "~": r"\textasciitilde{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
    }
)


class Quoting(FileForm):
    """A form of quotes; `order` is that of the document, `language` its language.

    The lists in `shared` may hold what another one holds as well.
    """

    order: ClassVar[tuple[str, ...]] = ()
    language: ClassVar[Language] = "en"
    shared: ClassVar[tuple[str, ...]] = ("abstract",)

    @model_validator(mode="after")
    def _differ(self) -> Self:
        lists = {name: value for name, value in self if isinstance(value, list)}
        apart = [quote for name, quotes in lists.items() if name not in self.shared for quote in quotes]
        if any(len(set(quotes)) < len(quotes) for quotes in (apart, *lists.values())):
            raise ValueError("every sentence may be chosen once")
        return self

    def in_order(self, quotes: list[str]) -> str:
        """The quotes as a passage, in the order in which they stand in the document."""
        ordered = sorted(quotes, key=lambda quote: self.order.index(quote) if quote in self.order else 0)
        return joined([_ended(quote) for quote in ordered])

    def word(self, key: str, **fields: str) -> str:
        """A word of the file that is not a quote, in the document's language."""
        return text(self.language, key, **fields)


class OverviewForm(Quoting):
    """What a paper is about, in sentences of its notes."""

    task = "These are notes for a paper. Describe the paper with sentences of the notes."

    title: str
    paper_type: Literal["method", "survey"]
    abstract: list[str]
    research_content: list[str]
    innovations: list[str]
    application_scenarios: list[str]

    def file(self) -> File:
        parts = {
            "title": self.title,
            "type": self.word(f"paper.type.{self.paper_type}"),
            "abstract": self.in_order(self.abstract),
            "content": _numbered(self.research_content),
            "innovations": _numbered(self.innovations),
            "scenarios": _numbered(self.application_scenarios),
        }
        told = (f"{self.word(f'feedback.paper.part.{part}')}\n{content}" for part, content in parts.items())
        return File(f"{_slug(self.title)}_paper_overview.txt", "\n\n".join(told))


class ChecklistForm(Quoting):
    """What a paper must show and explain, in sentences of its notes."""

    task = "These are notes for a paper. Choose what the paper must show and what it must explain."

    show_in_a_figure: list[str]
    explain_in_the_text: list[str]

    def file(self) -> File:
        figures = self._part("paper.figures", "paper.figure_need", self.show_in_a_figure)
        texts = self._part("paper.texts", "paper.text_need", self.explain_in_the_text)
        return File("requirements_checklist.md", f"# {self.word('paper.requirements')}\n\n{figures}\n\n{texts}")

    def _part(self, name: str, item: str, needs: list[str]) -> str:
        return f"## {self.word(name)}\n\n" + "\n".join(f"- [ ] {self.word(item, need=need)}" for need in needs)


class LaTeXForm(Quoting):
    """A paper's skeleton, in sentences of its notes."""

    task = "These are notes for a paper. Put the paper together from sentences of the notes."

    title: str
    abstract: list[str]
    introduction: list[str]
    method: list[str]
    results: list[str]

    def file(self) -> File:
        named = {"introduction": self.introduction, "method": self.method, "results": self.results}
        sections = "\n\n".join(
            f"\\section{{{self.word(f'paper.{name}')}}}\n{_tex(self.in_order(quotes))}"
            for name, quotes in named.items()
        )
        has_han = re.search(_HAN, self.title + "".join(self.abstract) + sections)
        content = (
            f"\\documentclass{{{'ctexart' if has_han else 'article'}}}\n\\title{{{_tex(self.title)}}}\n\\author{{}}\n"
            f"\\date{{}}\n\n\\begin{{document}}\n\\maketitle\n\n\\begin{{abstract}}\n{_tex(self.in_order(self.abstract))}\n"
            f"\\end{{abstract}}\n\n{sections}\n\n\\end{{document}}"
        )
        return File("paper_framework.tex", content)


def overview_form(document: str) -> type[FileForm] | None:
    """The form for this document, or None if it is too short to be quoted, or says too little for an abstract."""
    quotes = [quote for quote in _usable(document) if not is_header(quote) and not is_header(f"1. {quote}")]
    count, sentences = _for_abstract(quotes)
    if not sentences:
        return None

    def fields() -> dict[str, Any]:
        return {
            "title": (Annotated[_title(document, quotes), Field(description="a title for the paper")], ...),
            "paper_type": (Annotated[_type(document), Field(description="the type of the paper")], ...),
            "abstract": _few(sentences, "a sentence for the abstract of the paper", count, count, once=False),
            "research_content": _few(quotes, "a sentence that says what the authors did", 2, 3),
            "innovations": _few(quotes, "a sentence that says what is new", 3, 3),
            "application_scenarios": _few(quotes, "a sentence that says where it can be used", 2, 2),
        }

    return _form(document, quotes, OverviewForm, fields)


def checklist_form(document: str) -> type[FileForm] | None:
    """The form for this document, or None if it is too short to be quoted."""
    quotes = _usable(document)

    def fields() -> dict[str, Any]:
        return {
            "show_in_a_figure": _few(quotes, "a sentence with something to show in a figure", 3, 3),
            "explain_in_the_text": _few(quotes, "a sentence with something that must be explained", 3, 3),
        }

    return _form(document, quotes, ChecklistForm, fields)


def latex_form(document: str) -> type[FileForm] | None:
    """The form for this document, or None if it is too short to be quoted."""
    quotes = _usable(document)

    def fields() -> dict[str, Any]:
        return {
            "title": (Annotated[_title(document, quotes), Field(description="a title for the paper")], ...),
            "abstract": _few(quotes, "a sentence for the abstract of the paper", 3, 3, once=False),
            "introduction": _few(quotes, "a sentence that says why it matters", 2, 2),
            "method": _few(quotes, "a sentence that says how it is done", 2, 3),
            "results": _few(quotes, "a sentence that says what was found", 2, 3),
        }

    return _form(document, quotes, LaTeXForm, fields)


def _form(
    document: str, quotes: list[str], form: type[Quoting], fields: Callable[[], dict[str, Any]]
) -> type[FileForm] | None:
    if len(quotes) < LEAST_QUOTES:
        return None
    made = create_model(form.__name__, __base__=form, **fields())
    made.order = tuple(quotes)
    made.language = language_of(document)
    return made


def _usable(document: str) -> list[str]:
    """The quotes, without those that would be taken for a model that goes round in circles."""
    return [quote for quote in quotes_of(document) if not is_looping(quote)]


def _few(quotes: list[str], description: str, least: int, most: int, *, once: bool = True) -> tuple[Any, Any]:
    """A field with some of the quotes; with `once`, none that another such field has."""
    quote = WithJsonSchema({"enum": quotes, "type": "string", ONCE: once})
    some: Any = list.__class_getitem__(Annotated[_one_of(quotes), quote])
    return Annotated[some, Field(min_length=least, max_length=most, description=description)], ...


def _one_of(texts: list[str]) -> Any:
    return Literal.__getitem__(tuple(texts))


def _title(document: str, quotes: list[str]) -> Any:
    headings = [found for found in headings_of(document) if len(found) <= _LONGEST_TITLE and not is_header(found)]
    return _one_of(headings[:5] or [min(quotes, key=len)[:_LONGEST_TITLE].strip()])


def _type(document: str) -> Any:
    """The types that the document speaks of; both, if it speaks of neither."""
    spoken = [kind for kind, pattern in _TYPES.items() if re.search(pattern, document, re.IGNORECASE)]
    return _one_of(spoken or list(_TYPES))


def _for_abstract(quotes: list[str]) -> tuple[int, list[str]]:
    """How many sentences make an abstract, and which: any so many of them are neither too short nor too long.

    Of all such numbers the one that leaves most to choose from; none of them, if the document says too little.
    """
    words = {quote: count_words(quote) for quote in quotes}
    best: tuple[int, list[str]] = (0, [])
    for count in range(3, len(quotes) + 1):
        fitting = [quote for quote in quotes if LEAST_WORDS <= count * words[quote] <= MOST_WORDS]
        if len(fitting) >= max(count, len(best[1]) + 1):
            best = count, fitting
    return best


def _numbered(quotes: list[str]) -> str:
    return "\n".join(f"{number}. {quote}" for number, quote in enumerate(quotes, 1))


def _ended(quote: str) -> str:
    """The quote as a sentence among others: items of lists often have no full stop."""
    if _ENDED.search(quote):
        return quote
    return quote + ("。" if re.match(_HAN, quote[-1:]) else ".")


def _slug(title: str) -> str:
    return "_".join(re.findall(r"[A-Za-z0-9\u3400-\u9fff]+", title))[:60].strip("_") or "Untitled"


def _tex(written: str) -> str:
    return written.translate(_ESCAPES)
