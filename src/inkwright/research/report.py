"""The text of a report: its sentences, the marks at unsupported ones, and the list of sources."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from inkwright.i18n import Language, text
from inkwright.research.citations.check import CITATION, CitationProblem, check_sentence

_END = re.compile(r"(?:[。！？]|[.!?](?=[\"”’」』)\s\[]|$))[\"”’」』)]*(?:\s?\[\d{1,3}(?:\s?[,，、]\s?\d{1,3})*\])*\s*")


@dataclass(frozen=True, slots=True)
class CheckedText:
    """A text after its check: with marks, and what was found. `cited` is the number of cited sentences."""

    text: str
    cited: int
    unsupported: tuple[tuple[str, tuple[CitationProblem, ...]], ...]


def sentences_of_report(written: str) -> list[str]:
    """Return the sentences with their citations and the space after them; joined, they are the text."""
    pieces: list[str] = []
    for line in written.splitlines(keepends=True):
        start = 0
        for end in _END.finditer(line):
            pieces.append(line[start : end.end()])
            start = end.end()
        if start < len(line):
            pieces.append(line[start:])
    return pieces


def check_text(written: str, sources: Mapping[int, str], language: Language) -> CheckedText:
    """Check every cited sentence, and mark the unsupported ones."""
    marked: list[str] = []
    unsupported: list[tuple[str, tuple[CitationProblem, ...]]] = []
    cited = 0
    for sentence in sentences_of_report(written):
        if not CITATION.search(sentence):
            marked.append(sentence)
            continue
        cited += 1
        problems = check_sentence(sentence, sources)
        if problems:
            unsupported.append((sentence.strip(), tuple(problems)))
            body = sentence.rstrip()
            marked.append(f"{body} **({text(language, 'research.unsupported')})**{sentence[len(body) :]}")
        else:
            marked.append(sentence)
    return CheckedText("".join(marked), cited, tuple(unsupported))


def problem_text(problem: CitationProblem, language: Language) -> str:
    """Say what is not supported, for the writer and for the person."""
    return text(language, f"research.problem.{problem.kind}", words=problem.words[:200])


def report_markdown(
    chapters: Sequence[tuple[str, str]], sources: Sequence[tuple[int, str, str]], language: Language
) -> str:
    """Return the report without its title: chapters, then the numbered sources with their addresses."""
    parts = [f"## {heading}\n\n{body.strip()}" for heading, body in chapters]
    listed = "\n".join(f"- \\[{number}\\] {_plain(name)}{_address(address)}" for number, name, address in sources)
    return "\n\n".join([*parts, f"## {text(language, 'research.sources')}\n\n{listed}"]) + "\n"


def _plain(name: str) -> str:
    return re.sub(r"([\\`*_\[\]<>|#])", r"\\\1", name)


def _address(address: str) -> str:
    """Return the address of a page; a document of the library has none that would help a person."""
    if not address.startswith("http"):
        return ""
    return f": {_plain(address)}" if re.search(r"[<>\s]", address) else f": <{address}>"
