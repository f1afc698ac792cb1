"""The text of a report: its sentences, the marks at unsupported ones, and the list of sources."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from inkwright.i18n import Language, text
from inkwright.research.citations.check import CITATION, CitationProblem, check_sentence
from inkwright.research.citations.folding import folded
from inkwright.research.citations.quotations import quotations_in
from inkwright.research.support import SupportVerdict, is_confirmed_by_rule

_END = re.compile(r"(?:[。！？]|[.!?](?=[\"”’」』)\s\[]|$))[\"”’」』)]*(?:\s?\[\d{1,3}(?:\s?[,，、]\s?\d{1,3})*\])*\s*")


@dataclass(frozen=True, slots=True)
class CheckedText:
    """A text after its check: with marks, and what was found. `cited` is the number of cited sentences.

    In the `unconfirmed` sentences nothing wrong was found, but neither a rule nor a model that can be believed found
    all of it in the source.
    """

    text: str
    cited: int
    unsupported: tuple[tuple[str, tuple[CitationProblem, ...]], ...]
    unconfirmed: tuple[str, ...] = ()


def sentences_of_report(written: str) -> list[str]:
    """Return the sentences with their citations and the space after them; joined, they are the text."""
    pieces: list[str] = []
    for line in written.splitlines(keepends=True):
        start = 0
        quoted = quotations_in(folded(line))
        for end in _END.finditer(line):
            if any(each.start < end.start() and end.end() < each.end for each in quoted):
                # A quotation of two sentences is part of the sentence that says whose words they are.
                continue
            pieces.append(line[start : end.end()])
            start = end.end()
        if start < len(line):
            pieces.append(line[start:])
    return pieces


def check_text(
    written: str, sources: Mapping[int, str], language: Language, verdicts: Mapping[str, SupportVerdict] | None = None
) -> CheckedText:
    """Check every cited sentence, and mark what is not supported or not confirmed. `verdicts` are those of a model."""
    marked: list[str] = []
    unsupported: list[tuple[str, tuple[CitationProblem, ...]]] = []
    unconfirmed: list[str] = []
    cited = 0
    for sentence in sentences_of_report(written):
        if not CITATION.search(sentence):
            marked.append(sentence)
            continue
        cited += 1
        plain = sentence.strip()
        problems, is_confirmed = _judged(plain, sources, (verdicts or {}).get(plain))
        if problems:
            unsupported.append((plain, problems))
            marked.append(_marked(sentence, "research.unsupported", language))
        elif is_confirmed:
            marked.append(sentence)
        else:
            unconfirmed.append(plain)
            marked.append(_marked(sentence, "research.unconfirmed", language))
    return CheckedText("".join(marked), cited, tuple(unsupported), tuple(unconfirmed))


def sentences_to_judge(written: str, sources: Mapping[int, str]) -> list[str]:
    """Return the cited sentences about which the rules alone do not decide."""
    return [
        sentence.strip()
        for sentence in sentences_of_report(written)
        if CITATION.search(sentence)
        and not check_sentence(sentence, sources)
        and not is_confirmed_by_rule(sentence, sources)
    ]


def _judged(
    sentence: str, sources: Mapping[int, str], verdict: SupportVerdict | None
) -> tuple[tuple[CitationProblem, ...], bool]:
    """Return the problems of a sentence, and if it has none, whether all of it is confirmed.

    What was looked up and is missing stays a problem, whatever the model says.
    """
    problems = tuple(check_sentence(sentence, sources))
    if verdict is not None and not verdict.is_supported:
        return (*problems, CitationProblem("support", verdict.problem or CITATION.sub("", sentence))), False
    return problems, not problems and (verdict is not None or is_confirmed_by_rule(sentence, sources))


def _marked(sentence: str, key: str, language: Language) -> str:
    body = sentence.rstrip()
    return f"{body} **({text(language, key)})**{sentence[len(body) :]}"


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
