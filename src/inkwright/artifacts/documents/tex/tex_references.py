"""Labels, citations and pictures of a LaTeX file: everything that is referred to exists, once."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from inkwright.artifacts.documents.tex.tex_source import TexSource

_LABEL = re.compile(r"\\(?:[A-Za-z]{0,12}label|hypertarget)\s*+(?:\[[^\]]{0,100}\])?\s*\{([^{}]{1,300})\}")
# In the options of a list, label= is its mark, and in those of a drawing a text next to a node.
_OPTION_LABEL = re.compile(
    r"\\(?:begin\s*\{(?!enumerate|itemize|description|tikz|axis|scope|pgf)[A-Za-z]{2,30}\*?\}|[a-z]{0,20}listing)\s*"
    r"(?:\{[^{}]{0,200}\}\s*)?\[(?:[^\[\]]{0,300},)?\s*label\s*=\s*\{?([^,\]{}\\\s]{1,200})"
)
_REFERENCE = re.compile(
    r"\\(?:ref|eqref|pageref|autoref|nameref|[cC]ref|vref|subref|[cC]refrange)\*?\s*\{([^{}]{1,300})\}"
)
_LINK = re.compile(r"\\(?:hyperlink\s*\{|hyperref\s*\[)([^{}\[\]]{1,300})[}\]]")
_CITATION = re.compile(
    r"\\(?:[A-Za-z]{0,10}[cC]ite(?!style|option|setup|index|text|guide)(?:[a-z]{0,12}))\*?\s*+(?:\[[^\]]{0,300}\]\s*+){0,2}\{([^{}]{1,800})\}"
)
_ENTRY = re.compile(r"\\bibitem\s*+(?:\[(?:[^\[\]{}]|\{[^{}]{0,200}\}){0,300}\])?\s*+\{([^{}]{1,200})\}")
_BIBLIOGRAPHY = re.compile(r"\\(?:bibliography|addbibresource)\s*+(?:\[[^\]]{0,200}\])?\s*+\{([^{}]{1,300})\}")
_HAS_BIBLIOGRAPHY = re.compile(r"\\(?:bibliography|addbibresource|bibitem|printbibliography)(?![A-Za-z])")
_BIB_KEY = re.compile(r"@\w+\s*[{(]\s*([^,\s{}]{1,200})\s*,")
_GRAPHICS = re.compile(r"\\includegraphics\*?\s*+(?:\[[^\]]{0,600}\]\s*+){0,2}\{([^{}]{1,300})\}")
_FOLDERS = re.compile(r"\\graphicspath\s*\{((?:\s*\{[^{}]{0,200}\}){1,20})")
_LABELLING_MACRO = re.compile(r"\\label\s*\{[^{}]{0,60}#\d")
_EXAMPLE_IMAGES: Final = re.compile(r"example-(?:image(?:-[a-z0-9]+)*|grid-100x100pt)(?:\.[a-z]+)?")
_LABELS_OF_PACKAGES: Final = frozenset({"LastPage", "TotPages", "VeryLastPage"})
_OUTSIDE_LABELS = re.compile(r"\\externaldocument")
_SHIPPED: Final = frozenset({"IEEEabrv.bib", "IEEEfull.bib", "biblatex-examples.bib", "xampl.bib"})
_ENDINGS: Final = (".pdf", ".png", ".jpg", ".jpeg", ".eps")


class ReferenceFinding(NamedTuple):
    """A name that is wrong."""

    code: str
    name: str
    position: int


def check_references(
    source: TexSource, files: Mapping[str, bytes], *, has_known_class: bool = True
) -> Iterator[ReferenceFinding]:
    """Yield labels that are used twice, and references, citations and pictures without a target.

    A class that is not known may bring the bibliography of a file that names none.
    """
    yield from _check_labels(source, files)
    if has_known_class or _HAS_BIBLIOGRAPHY.search(source.live):
        yield from _check_citations(source, files)
    for match in _GRAPHICS.finditer(source.live):
        name = match[1].strip().strip('"')
        if not _is_given(name, picture_folders(source.live), files):
            yield ReferenceFinding("tex.no_picture", name, match.start())


def _check_labels(source: TexSource, files: Mapping[str, bytes]) -> Iterator[ReferenceFinding]:
    labels: Counter[str] = Counter()
    for match in (*_LABEL.finditer(source.live), *_OPTION_LABEL.finditer(source.live)):
        name = match[1].strip()
        if {"#", "\\"} & set(name):
            continue
        labels[name] += 1
        if labels[name] == 2:
            yield ReferenceFinding("tex.twice", name, match.start())
    for content in _text_files(files):
        labels.update(_LABEL.findall(content))
    if _LABELLING_MACRO.search(source.live) or _OUTSIDE_LABELS.search(source.live):
        return
    seen: set[str] = set()
    for match in (*_REFERENCE.finditer(source.live), *_LINK.finditer(source.live)):
        for name in (each.strip() for each in match[1].split(",")):
            if name and name not in labels and name not in seen | _LABELS_OF_PACKAGES and not {"#", "\\"} & set(name):
                seen.add(name)
                yield ReferenceFinding("tex.no_label", name, match.start())


def _check_citations(source: TexSource, files: Mapping[str, bytes]) -> Iterator[ReferenceFinding]:
    keys = citation_keys(source.live, files) | _written_keys(source.text)
    missing = bool(re.search(r"\\bibliography\s*\{[^{}]*(?:IEEEabrv|xampl)|biblatex-examples", source.live))
    for match in _BIBLIOGRAPHY.finditer(source.live):
        for name in bibliography_names(match[0]):
            if name not in files and name not in _SHIPPED and f"{{{name}}}" not in source.text:
                missing = True
                yield ReferenceFinding("tex.no_bibliography", name, match.start())
    seen: set[str] = set()
    for name, position in cited_keys(source.live):
        if name not in keys and name not in seen and not missing:
            seen.add(name)
            yield ReferenceFinding("tex.no_entry", name, position)


def cited_keys(live: str) -> Iterator[tuple[str, int]]:
    """Yield each key that is cited, with its position."""
    for match in _CITATION.finditer(live):
        for name in (each.strip() for each in match[1].split(",")):
            if name and name != "*" and not {"#", "\\", "[", "=", " "} & set(name):
                yield name, match.start()


def citation_keys(live: str, files: Mapping[str, bytes]) -> set[str]:
    """Return the keys of the bibliography in the text and in the given files."""
    keys = set(_ENTRY.findall(live))
    for written in _text_files(files):
        keys |= set(_ENTRY.findall(written))
    for name, content in files.items():
        if name.lower().endswith(".bib"):
            keys |= bib_keys(content.decode("utf-8", "replace"))
    return {key.strip() for key in keys}


def bib_keys(content: str) -> set[str]:
    """Return the keys of a .bib file."""
    return set(_BIB_KEY.findall(content))


def _written_keys(text: str) -> set[str]:
    """Return the keys of the bibliographies that the file writes itself."""
    written = re.compile(r"\\begin\{filecontents\*?\}[^{]{0,80}\{[\w-]+\.bib\}(.*?)\\end\{filecontents", re.DOTALL)
    return {key for body in written.findall(text) for key in bib_keys(body)}


def _text_files(files: Mapping[str, bytes]) -> Iterator[str]:
    for name, content in files.items():
        if name.lower().endswith((".tex", ".bbl")):
            yield content.decode("utf-8", "replace")


def picture_names(source: str) -> list[str]:
    """Return the names of the pictures that a LaTeX text shows, each once."""
    return list(dict.fromkeys(name.strip().strip('"') for name in _GRAPHICS.findall(source)))


def bibliography_names(source: str) -> list[str]:
    """Return the names of the .bib files that a LaTeX text reads, each once."""
    named = (each.strip() for names in _BIBLIOGRAPHY.findall(source) for each in names.split(","))
    return list(dict.fromkeys(f"{name.removesuffix('.bib')}.bib" for name in named if name))


def picture_folders(live: str) -> list[str]:
    """Return the folders in which pictures are looked for, the folder of the file first."""
    found = _FOLDERS.search(live)
    return ["", *(re.findall(r"\{([^{}]*)\}", found[1]) if found else [])]


def _is_given(name: str, folders: list[str], files: Mapping[str, bytes]) -> bool:
    if _EXAMPLE_IMAGES.fullmatch(name) or {"\\", "#"} & set(name):
        return True
    names = [f"{folder}{name}".removeprefix("./") for folder in folders]
    plain = [each.rpartition("/")[2] for each in names]
    return any(each in files or any(f"{each}{ending}" in files for ending in _ENDINGS) for each in (*names, *plain))
