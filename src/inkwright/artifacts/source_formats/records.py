"""The record of a document format: how files of it are recognised, read, written and checked."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, NamedTuple

from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding
from inkwright.i18n import Language

if TYPE_CHECKING:
    from inkwright.artifacts.documents.prepare import PreparedDocument

Reader = Callable[[bytes, Language], str]
"""Returns the text of a file in Markdown."""


class ExtractedPage(NamedTuple):
    """The text of a page, slide or sheet in Markdown. `problem` says why there is none: `reading.<problem>`."""

    text: str
    problem: str = ""


PageReader = Callable[[bytes, Language], list[ExtractedPage]]
"""Returns the pages of a file. A page that cannot be read has a problem; the others are read."""


def _never(_head: bytes) -> bool:
    return False


def begins_with(pattern: bytes) -> Callable[[bytes], bool]:
    """Return a test whether a file begins with the pattern, after white space."""
    expression = re.compile(rb"\A(?:\xef\xbb\xbf)?\s*(?:" + pattern + rb")", re.IGNORECASE | re.DOTALL)
    return lambda head: expression.search(head) is not None


def imported_later(module: str, name: str) -> Callable[..., Any]:
    """Return a function that is imported when it is called: most commands write and check nothing."""

    def call(*given: Any) -> Any:
        return getattr(import_module(f"inkwright.artifacts.{module}"), name)(*given)

    return call


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """When a document was made, and the document of the user that provides styles, page size, header and footer."""

    made_at: datetime
    reference: bytes | None = None


WriteDocument = Callable[["PreparedDocument", BuildOptions], Mapping[str, bytes]]
"""Returns the files: the document by its suffix, and others, such as the pictures of a .tex, by their names."""


def count_nothing(_draft: Draft) -> Mapping[str, int]:
    """Count nothing: people ask for no number of units of this kind."""
    return {}


@dataclass(frozen=True, slots=True)
class DocumentFormat:
    """A format. Nothing else names it: a new one is a tuple `FORMATS` in a module or a folder next to the others."""

    name: str
    """For a format that is written, the kind of the artifact and its extension."""

    suffixes: tuple[str, ...]
    read: Reader
    matches: Callable[[bytes], bool] = _never
    """Whether the beginning of a file is in this format."""

    is_text: bool = False
    """Whether a file whose content is not recognised may be of this format by its name."""

    is_bounded: bool = False
    """Whether reading needs no more than the size of the file, so that it needs no process of its own."""

    read_pages: PageReader | None = None
    """For formats that have pages, slides or sheets."""

    package: str = ""
    """For zip packages: the media type that they state, or the folder that they have."""

    write: "WriteDocument | None" = None
    """Every format holds everything that a document has, which the check proves: there are no losses to report."""

    takes_reference: bool = False
    check: Callable[[Draft], Sequence[Finding]] | None = None
    count: Callable[[Draft], Mapping[str, int]] = count_nothing
    libraries: tuple[str, ...] = ()
    """The modules that `check` loads, which takes a while."""


def formats_in(package: str, *, folders: bool) -> Iterator[DocumentFormat]:
    """Yield the formats that the folders of a package have, or else its modules: their tuples `FORMATS`."""
    for found in iter_modules(import_module(package).__path__):
        if found.ispkg is folders:
            yield from getattr(import_module(f"{package}.{found.name}"), "FORMATS", ())
