"""Forms for weak models: each field offers sentences of the document to choose from.

A weak model that writes freely fills every field with valid nonsense. Each field therefore offers the document's own
sentences, and the finished file quotes the person's text.
"""

import re
from collections.abc import Callable
from typing import Annotated, Any, ClassVar, Final, Literal, Self

from pydantic import Field, WithJsonSchema, create_model, model_validator

from inkwright.grounding.sentences import joined
from inkwright.i18n import Language, Reason, language_of, text
from inkwright.llm.file_agent import FileForm
from inkwright.llm.structured_output import UNIQUE_CHOICE, is_looping
from inkwright.papers.checks import MAX_ABSTRACT_WORDS, MIN_ABSTRACT_WORDS, count_words, is_overview_header
from inkwright.papers.quotes import headings_of, quotes_of
from inkwright.parsing.files import File

MIN_QUOTES: Final = 10
"""The minimum number of sentences that a form needs."""

_MAX_TITLE: Final = 100
_HAN: Final = "[\u3400-\u9fff\uf900-\ufaff]"
_ENDED: Final = re.compile("[.!?:;…。！？：；][\"'”’)」』）]*$")
_FILE_NAME: Final = re.compile(r"\.(?:md|txt|docx|pdf|tex|markdown|png|jpe?g)$", re.IGNORECASE)
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


class QuoteForm(FileForm):
    """A form of quotes. `order` lists all quotes in the order of the document, `language` is the document's language.

    The lists in `shared` may repeat quotes of other lists.
    """

    order: ClassVar[tuple[str, ...]] = ()
    language: ClassVar[Language] = "en"
    shared: ClassVar[tuple[str, ...]] = ("abstract",)

    @model_validator(mode="after")
    def _reject_repeated_quotes(self) -> Self:
        lists = {name: value for name, value in self if isinstance(value, list)}
        unshared = [quote for name, quotes in lists.items() if name not in self.shared for quote in quotes]
        if any(len(set(quotes)) < len(quotes) for quotes in (unshared, *lists.values())):
            raise ValueError(Reason("reason.papers.repeated_quote"))
        return self

    def in_order(self, quotes: list[str]) -> str:
        """Return the quotes as one passage, in the order of the document."""
        ordered = sorted(quotes, key=lambda quote: self.order.index(quote) if quote in self.order else 0)
        return joined([_with_full_stop(quote) for quote in ordered])

    def label(self, key: str, **fields: str) -> str:
        """Return a label of the file in the document's language."""
        return text(self.language, key, **fields)


class OverviewForm(QuoteForm):
    """Describes a paper in sentences of its notes."""

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
            "type": self.label(f"paper.type.{self.paper_type}"),
            "abstract": self.in_order(self.abstract),
            "content": _numbered_list(self.research_content),
            "innovations": _numbered_list(self.innovations),
            "scenarios": _numbered_list(self.application_scenarios),
        }
        blocks = (f"{self.label(f'feedback.paper.part.{part}')}\n{content}" for part, content in parts.items())
        return File(f"{_slug(self.title)}_paper_overview.txt", "\n\n".join(blocks))


class ChecklistForm(QuoteForm):
    """Lists what a paper must show and explain, in sentences of its notes."""

    task = "These are notes for a paper. Choose what the paper must show and what it must explain."

    show_in_a_figure: list[str]
    explain_in_the_text: list[str]

    def file(self) -> File:
        figures = self._part("paper.figures", "paper.figure_need", self.show_in_a_figure)
        texts = self._part("paper.texts", "paper.text_need", self.explain_in_the_text)
        return File("requirements_checklist.md", f"# {self.label('paper.requirements')}\n\n{figures}\n\n{texts}")

    def _part(self, name: str, item: str, needs: list[str]) -> str:
        return f"## {self.label(name)}\n\n" + "\n".join(f"- [ ] {self.label(item, need=need)}" for need in needs)


class LaTeXForm(QuoteForm):
    """A skeleton of a paper, in sentences of its notes."""

    task = "These are notes for a paper. Put the paper together from sentences of the notes."

    title: str
    abstract: list[str]
    introduction: list[str]
    method: list[str]
    results: list[str]

    def file(self) -> File:
        sections_by_name = {"introduction": self.introduction, "method": self.method, "results": self.results}
        sections = "\n\n".join(
            f"\\section{{{self.label(f'paper.{name}')}}}\n{escape_tex(self.in_order(quotes))}"
            for name, quotes in sections_by_name.items()
        )
        has_han = re.search(_HAN, self.title + "".join(self.abstract) + sections)
        content = (
            f"\\documentclass{{{'ctexart' if has_han else 'article'}}}\n\\title{{{escape_tex(self.title)}}}\n"
            "\\author{}\n"
            f"\\date{{}}\n\n\\begin{{document}}\n\\maketitle\n\n\\begin{{abstract}}\n{escape_tex(self.in_order(self.abstract))}\n"
            f"\\end{{abstract}}\n\n{sections}\n\n\\end{{document}}"
        )
        return File("paper_framework.tex", content)


def overview_form(document: str) -> type[FileForm] | None:
    """Return the form for this document, or None if it has too few sentences or too few words for an abstract."""
    quotes = [
        quote
        for quote in _usable_quotes(document)
        if not is_overview_header(quote) and not is_overview_header(f"1. {quote}")
    ]
    count, sentences = _abstract_quotes(quotes)
    if not sentences:
        return None

    def fields() -> dict[str, Any]:
        return {
            "title": (Annotated[_title_field(document, quotes), Field(description="a title for the paper")], ...),
            "paper_type": (Annotated[_type_field(document), Field(description="the type of the paper")], ...),
            "abstract": _quote_list(sentences, "a sentence for the abstract of the paper", count, count, once=False),
            "research_content": _quote_list(quotes, "a sentence that says what the authors did", 2, 3),
            "innovations": _quote_list(quotes, "a sentence that says what is new", 3, 3),
            "application_scenarios": _quote_list(quotes, "a sentence that says where it can be used", 2, 2),
        }

    return _form_class(document, quotes, OverviewForm, fields)


def checklist_form(document: str) -> type[FileForm] | None:
    """Return the form for this document, or None if it has too few sentences."""
    quotes = _usable_quotes(document)

    def fields() -> dict[str, Any]:
        return {
            "show_in_a_figure": _quote_list(quotes, "a sentence with something to show in a figure", 3, 3),
            "explain_in_the_text": _quote_list(quotes, "a sentence with something that must be explained", 3, 3),
        }

    return _form_class(document, quotes, ChecklistForm, fields)


def latex_form(document: str) -> type[FileForm] | None:
    """Return the form for this document, or None if it has too few sentences."""
    quotes = _usable_quotes(document)

    def fields() -> dict[str, Any]:
        return {
            "title": (Annotated[_title_field(document, quotes), Field(description="a title for the paper")], ...),
            "abstract": _quote_list(quotes, "a sentence for the abstract of the paper", 3, 3, once=False),
            "introduction": _quote_list(quotes, "a sentence that says why it matters", 2, 2),
            "method": _quote_list(quotes, "a sentence that says how it is done", 2, 3),
            "results": _quote_list(quotes, "a sentence that says what was found", 2, 3),
        }

    return _form_class(document, quotes, LaTeXForm, fields)


def _form_class(
    document: str, quotes: list[str], form: type[QuoteForm], fields: Callable[[], dict[str, Any]]
) -> type[FileForm] | None:
    if len(quotes) < MIN_QUOTES:
        return None
    model = create_model(form.__name__, __base__=form, **fields())
    model.order = tuple(quotes)
    model.language = language_of(document)
    return model


def _usable_quotes(document: str) -> list[str]:
    """Return the quotes, except any that look like the output of a looping model."""
    return [quote for quote in quotes_of(document) if not is_looping(quote)]


def _quote_list(
    quotes: list[str], description: str, min_count: int, max_count: int, *, once: bool = True
) -> tuple[Any, Any]:
    """Return a field for some of the quotes; with `once`, quotes of other such fields are not allowed."""
    quote = WithJsonSchema({"enum": quotes, "type": "string", UNIQUE_CHOICE: once})
    item_list: Any = list.__class_getitem__(Annotated[_choice_of(quotes), quote])
    return Annotated[item_list, Field(min_length=min_count, max_length=max_count, description=description)], ...


def _choice_of(texts: list[str]) -> Any:
    return Literal.__getitem__(tuple(texts))


def _title_field(document: str, quotes: list[str]) -> Any:
    found = [each for each in headings_of(document) if len(each) <= _MAX_TITLE and not is_overview_header(each)]
    # Merged sources are each under the name of their file: that is a title only if there is no other.
    named = [each for each in found if _FILE_NAME.search(each)]
    headings = [each for each in found if each not in named] or [_FILE_NAME.sub("", each) for each in named]
    return _choice_of(headings[:5] or [min(quotes, key=len)[:_MAX_TITLE].strip()])


def _type_field(document: str) -> Any:
    """Return a field with the types that the document mentions, or with both if it mentions neither."""
    mentioned = [kind for kind, pattern in _TYPES.items() if re.search(pattern, document, re.IGNORECASE)]
    return _choice_of(mentioned or list(_TYPES))


def _abstract_quotes(quotes: list[str]) -> tuple[int, list[str]]:
    """Return how many sentences make an abstract, and which can be chosen: any selection has an allowed length.

    Of all possible numbers, the one with the most sentences to choose from wins; (0, []) if the document is too short.
    """
    words = {quote: count_words(quote) for quote in quotes}
    best: tuple[int, list[str]] = (0, [])
    for count in range(3, len(quotes) + 1):
        fitting = [quote for quote in quotes if MIN_ABSTRACT_WORDS <= count * words[quote] <= MAX_ABSTRACT_WORDS]
        if len(fitting) >= max(count, len(best[1]) + 1):
            best = count, fitting
    return best


def _numbered_list(quotes: list[str]) -> str:
    return "\n".join(f"{number}. {quote}" for number, quote in enumerate(quotes, 1))


def _with_full_stop(quote: str) -> str:
    """Return the quote as a sentence: list items often have no full stop."""
    if _ENDED.search(quote):
        return quote
    return quote + ("。" if re.match(_HAN, quote[-1:]) else ".")


def _slug(title: str) -> str:
    return "_".join(re.findall(r"[A-Za-z0-9\u3400-\u9fff]+", title))[:60].strip("_") or "Untitled"


def escape_tex(written: str) -> str:
    """Return a text as LaTeX shows it."""
    return written.translate(_ESCAPES)
