"""What a weak model fills in for each agent of a paper: it chooses sentences of the document, and writes none.

Left to write, such a model fills every field with valid nonsense. So each field offers the document's own sentences,
and the file that becomes of them quotes the person's text.
"""

import re
from collections.abc import Callable
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import Field, WithJsonSchema, create_model

from inkwright.llm.decoding import ONCE
from inkwright.llm.file_agent import FileForm
from inkwright.papers.overviews import LEAST_WORDS, count_words
from inkwright.papers.quotes import headings_of, quotes_of
from inkwright.parsing.files import File

LEAST_QUOTES: Final = 10
"""Of fewer sentences no file can be put together."""

_LONGEST_TITLE: Final = 100
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
    }
)


class Quoting(FileForm):
    """A form of quotes; `order` is that of the document."""

    order: ClassVar[tuple[str, ...]] = ()

    def in_order(self, quotes: list[str]) -> str:
        """The quotes as a passage, in the order in which they stand in the document."""
        between = "" if re.search("[\u3400-\u9fff]", "".join(quotes[:1])) else " "
        return between.join(sorted(quotes, key=lambda quote: self.order.index(quote) if quote in self.order else 0))


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
        parts = [
            f"Title\n{self.title}",
            f"Paper Type\n{self.paper_type}",
            f"Abstract\n{self.in_order(self.abstract)}",
            f"Research Content\n{_numbered(self.research_content)}",
            f"Innovations\n{_numbered(self.innovations)}",
            f"Application Scenarios\n{_numbered(self.application_scenarios)}",
        ]
        return File(f"{_slug(self.title)}_paper_overview.txt", "\n\n".join(parts))


class ChecklistForm(Quoting):
    """What a paper must show and explain, in sentences of its notes."""

    task = "These are notes for a paper. Choose what the paper must show and what it must explain."

    show_in_a_figure: list[str]
    explain_in_the_text: list[str]

    def file(self) -> File:
        figures = "\n".join(f"- [ ] A figure or table that shows: {need}" for need in self.show_in_a_figure)
        texts = "\n".join(f"- [ ] A passage that explains: {need}" for need in self.explain_in_the_text)
        return File("requirements_checklist.md", f"# Requirements\n\n## Figures\n\n{figures}\n\n## Text\n\n{texts}")


class LaTeXForm(Quoting):
    """A paper's skeleton, in sentences of its notes."""

    task = "These are notes for a paper. Put the paper together from sentences of the notes."

    title: str
    abstract: list[str]
    introduction: list[str]
    method: list[str]
    results: list[str]

    def file(self) -> File:
        named = (("Introduction", self.introduction), ("Method", self.method), ("Results", self.results))
        sections = "\n\n".join(f"\\section{{{name}}}\n{_tex(self.in_order(quotes))}" for name, quotes in named)
        has_han = re.search("[\u3400-\u9fff]", self.title + "".join(self.abstract))
        content = (
            f"\\documentclass{{{'ctexart' if has_han else 'article'}}}\n\\title{{{_tex(self.title)}}}\n\\author{{}}\n"
            f"\\date{{}}\n\n\\begin{{document}}\n\\maketitle\n\n\\begin{{abstract}}\n{_tex(self.in_order(self.abstract))}\n"
            f"\\end{{abstract}}\n\n{sections}\n\n\\end{{document}}"
        )
        return File("paper_framework.tex", content)


def overview_form(document: str) -> type[FileForm] | None:
    """The form for this document, or None if it is too short to be quoted."""

    def fields(quotes: list[str]) -> dict[str, Any]:
        return {
            "title": (Annotated[_title(document, quotes), Field(description="a title for the paper")], ...),
            "paper_type": (Annotated[_type(document), Field(description="the type of the paper")], ...),
            "abstract": _few(quotes, "a sentence for the abstract of the paper", *_abstract_length(quotes), once=False),
            "research_content": _few(quotes, "a sentence that says what the authors did", 2, 3),
            "innovations": _few(quotes, "a sentence that says what is new", 3, 3),
            "application_scenarios": _few(quotes, "a sentence that says where it can be used", 2, 2),
        }

    return _form(document, OverviewForm, fields)


def checklist_form(document: str) -> type[FileForm] | None:
    """The form for this document, or None if it is too short to be quoted."""

    def fields(quotes: list[str]) -> dict[str, Any]:
        return {
            "show_in_a_figure": _few(quotes, "a sentence with something to show in a figure", 3, 3),
            "explain_in_the_text": _few(quotes, "a sentence with something that must be explained", 3, 3),
        }

    return _form(document, ChecklistForm, fields)


def latex_form(document: str) -> type[FileForm] | None:
    """The form for this document, or None if it is too short to be quoted."""

    def fields(quotes: list[str]) -> dict[str, Any]:
        return {
            "title": (Annotated[_title(document, quotes), Field(description="a title for the paper")], ...),
            "abstract": _few(quotes, "a sentence for the abstract of the paper", 3, 3, once=False),
            "introduction": _few(quotes, "a sentence that says why it matters", 2, 2),
            "method": _few(quotes, "a sentence that says how it is done", 2, 3),
            "results": _few(quotes, "a sentence that says what was found", 2, 3),
        }

    return _form(document, LaTeXForm, fields)


def _form(document: str, form: type[Quoting], fields: Callable[[list[str]], dict[str, Any]]) -> type[FileForm] | None:
    quotes = quotes_of(document)
    if len(quotes) < LEAST_QUOTES:
        return None
    made = create_model(form.__name__, __base__=form, **fields(quotes))
    made.order = tuple(quotes)
    return made


def _few(quotes: list[str], description: str, least: int, most: int, *, once: bool = True) -> tuple[Any, Any]:
    """A field with some of the quotes; with `once`, none that another such field has."""
    quote = WithJsonSchema({"enum": quotes, "type": "string", ONCE: once})
    some: Any = list.__class_getitem__(Annotated[_one_of(quotes), quote])
    return Annotated[some, Field(min_length=least, max_length=most, description=description)], ...


def _one_of(texts: list[str]) -> Any:
    return Literal.__getitem__(tuple(texts))


def _title(document: str, quotes: list[str]) -> Any:
    headings = [heading for heading in headings_of(document) if len(heading) <= _LONGEST_TITLE]
    return _one_of(headings[:5] or [min(quotes, key=len)[:_LONGEST_TITLE]])


def _type(document: str) -> Any:
    """The types that the document speaks of; both, if it speaks of neither."""
    spoken = [kind for kind, pattern in _TYPES.items() if re.search(pattern, document, re.IGNORECASE)]
    return _one_of(spoken or list(_TYPES))


def _abstract_length(quotes: list[str]) -> tuple[int, int]:
    """So many sentences as an abstract needs, going by the usual length of one."""
    usual = sum(map(count_words, quotes)) / len(quotes)
    count = min(len(quotes), max(3, round(1.3 * LEAST_WORDS / usual)))
    return count, count


def _numbered(quotes: list[str]) -> str:
    return "\n".join(f"{number}. {quote}" for number, quote in enumerate(quotes, 1))


def _slug(title: str) -> str:
    return "_".join(re.findall(r"[A-Za-z0-9\u3400-\u9fff]+", title))[:60] or "Untitled"


def _tex(written: str) -> str:
    return written.translate(_ESCAPES)
