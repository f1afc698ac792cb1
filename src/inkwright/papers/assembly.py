"""Assembles the paper from its framework and its sections, with labels, citations and packages that fit together."""

import re
from collections.abc import Mapping
from typing import Final

from inkwright.artifacts.documents.tex.tex_packages import LoadedPackages, missing_packages
from inkwright.artifacts.documents.tex.tex_references import cited_keys
from inkwright.artifacts.documents.tex.tex_source import read_source
from inkwright.i18n import Language, text
from inkwright.papers.forms import escape_tex

TEMPLATES: Final = {
    "article": {"en": "\\documentclass{article}", "zh": "\\documentclass{ctexart}"},
    "ieee": {
        "en": "\\documentclass[conference]{IEEEtran}",
        "zh": "\\documentclass[conference]{IEEEtran}\n\\usepackage[scheme=plain]{ctex}",
    },
    "acm": {
        "en": "\\documentclass[sigconf,nonacm]{acmart}",
        "zh": "\\documentclass[sigconf,nonacm]{acmart}\n\\usepackage[scheme=plain]{ctex}",
    },
    "thesis": {"en": "\\documentclass{report}", "zh": "\\documentclass{ctexrep}"},
}
"""The first lines of a paper, by the name of its template. An own template is the preamble of a .tex file."""

_TITLE = re.compile(r"\\title\s*(?:\[[^\]]{0,300}\])?\s*\{((?:[^{}]|\{[^{}]*\}){1,600})\}")
_BEGIN = re.compile(r"\\begin[ \t]*\{document\}")
_BIBITEM = re.compile(
    r"\\bibitem\s*(?:\[[^\]]{0,200}\])?\{([^{}]{1,200})\}\s*(.*?)(?=\\bibitem|\\end\s*\{thebibliography\}|\Z)",
    re.DOTALL,
)
_LABEL = re.compile(r"\\label\s*\{([^{}]{1,200})\}")
_FIELD = re.compile(
    r"\b(author|title|year|journal|booktitle)\s*=\s*[{\"]\s*((?:[^{}\"]|\{[^{}]*\}){1,400})", re.IGNORECASE
)
_ENTRY = re.compile(r"@\w+\s*\{\s*([^,\s{}]{1,200})\s*,(.*?)(?=\n\s*@|\Z)", re.DOTALL)
_HAN = re.compile("[\u3400-\u9fff]")
_DEFINITIONS = re.compile(r"^\\(?:usepackage|newcommand|newtheorem|DeclareMathOperator)\b[^\n]*$", re.MULTILINE)


def assemble_paper(
    framework: str, sections: Mapping[str, str], books: tuple[str, ...], *, template: str, language: Language
) -> str:
    """Return the whole .tex. `template` is a name of `TEMPLATES` or the text of a .tex file."""
    unique = _with_unique_labels(sections)
    abstract = unique.pop("abstract", "")
    body = "\n\n".join(unique.values())
    title = found[1] if (found := _TITLE.search(framework)) else text(language, "paper.untitled")
    frame = (
        f"{_preamble(framework, template, language)}\n\\title{{{title}}}\n\\author{{}}\n\n\\begin{{document}}\n"
        f"\\maketitle\n\n{_abstract(abstract)}\n\n{body}\n\n"
        f"{_bibliography(framework, abstract + body, books)}\\end{{document}}\n"
    )
    if "acmart" in frame:
        # This class wants the abstract before the title is set.
        frame = frame.replace("\\maketitle\n\n", "", 1).replace(
            "\\end{abstract}\n", "\\end{abstract}\n\\maketitle\n", 1
        )
    return _with_packages(frame)


def paper_title(paper: str) -> str:
    """Return the title of a paper as plain text; empty if it has none."""
    found = _TITLE.search(paper)
    return " ".join(re.sub(r"\\\\|\\[a-zA-Z]+\*?|[{}$~]", " ", found[1]).split()) if found else ""


def _abstract(written: str) -> str:
    plain = re.sub(r"\\(?:begin|end)\{abstract\}|\\section\*?\{[^{}]*\}|\\label\{[^{}]*\}", "", written).strip()
    return f"\\begin{{abstract}}\n{plain}\n\\end{{abstract}}"


def _preamble(framework: str, template: str, language: Language) -> str:
    """Return everything before the title: of the template, with the packages and definitions of the framework."""
    own = read_source(framework).text[: found.start()] if (found := _BEGIN.search(framework)) else ""
    wanted = _DEFINITIONS.findall(own)
    if template in TEMPLATES:
        return "\n".join([TEMPLATES[template][language], *dict.fromkeys(wanted)])
    head = template[: found.start()] if (found := _BEGIN.search(template)) else template
    return _TITLE.sub("", head).strip()


def _with_packages(frame: str) -> str:
    """Add the packages of the commands that are used."""
    source = read_source(frame)
    loaded = LoadedPackages(source)
    missing = dict.fromkeys(package for _, package, _ in missing_packages(source, loaded))
    if _HAN.search(frame) and loaded.has_known_class and not loaded.is_chinese():
        missing["ctex"] = None
    lines = "".join(f"\\usepackage{{{package}}}\n" for package in missing)
    return frame.replace("\\title{", f"{lines}\\title{{", 1)


def _with_unique_labels(sections: Mapping[str, str]) -> dict[str, str]:
    """Return the sections with each label defined once: a label that an earlier one has gets the section's name."""
    seen: set[str] = set()
    result: dict[str, str] = {}
    for name, content in sections.items():
        for label in dict.fromkeys(_LABEL.findall(content)):
            if label in seen:
                renamed = f"{name}-{label}"
                content = content.replace(f"{{{label}}}", f"{{{renamed}}}")
                label = renamed
            seen.add(label)
        result[name] = content
    return result


def _bibliography(framework: str, body: str, books: tuple[str, ...]) -> str:
    """Return the entries of all works that are cited, as the framework or a .bib file has them."""
    entries = {key.strip(): words.strip() for key, words in _BIBITEM.findall(framework)}
    for book in books:
        entries |= {key: _bib_entry(fields) for key, fields in _ENTRY.findall(book)}
    cited = dict.fromkeys(key for key, _ in cited_keys(body))
    if not cited:
        return ""
    lines = [f"\\bibitem{{{key}}} {entries.get(key) or escape_tex(key)}" for key in cited]
    return "\\begin{thebibliography}{99}\n" + "\n".join(lines) + "\n\\end{thebibliography}\n\n"


def _bib_entry(fields: str) -> str:
    found = {name.lower(): re.sub(r"[{}]", "", value).strip() for name, value in _FIELD.findall(fields)}
    parts = [found.get("author"), found.get("title"), found.get("journal") or found.get("booktitle"), found.get("year")]
    return ". ".join(escape_tex(part) for part in parts if part) + "."
