"""What a paper may say: numbers and citations that its sources have, and nothing copied from a prompt."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from inkwright.artifacts.documents.tex.tex_references import bib_keys, cited_keys
from inkwright.artifacts.documents.tex.tex_source import read_source
from inkwright.i18n import Language, text
from inkwright.llm.file_agent import FileAgent
from inkwright.parsing.files import File
from inkwright.research.citations.folding import folded
from inkwright.research.citations.quantities import Quantity, quantities_in

_NUMBER = re.compile(r"(?<![A-Za-z0-9_.\\])\d[\d,]*+(?:\.\d+)?")
_SOURCE_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_NOT_TEXT = re.compile(
    r"\\(?:documentclass|usepackage|RequirePackage|label|ref|eqref|pageref|[a-zA-Z]*cite[a-z]*|bibitem|includegraphics|"
    r"begin|end|vspace|hspace|setlength|setcounter|rule|multicolumn|cmidrule|cline|url|href|hypersetup|geometry)\*?"
    r"(?:\[[^\]]{0,300}\]){0,2}(?:\{[^{}]{0,300}\}){0,3}|\\\\\[[^\]]{0,20}\]|\[[^\]\s]{0,40}\]|[_^]\{?[\w,+-]{1,12}\}?"
)
_KEY = re.compile(r"[\[@{,]\s*([A-Za-z][\w:.-]{2,60})\s*[\],}]")
_MARKS: Final = {"en": "[to be filled in]", "zh": "（待填）"}
_EXAMPLE = re.compile(r"<example>(.*?)</example>", re.DOTALL)
_WORD = re.compile(r"[\u3400-\u9fff]|[A-Za-z]{2,}")
_SCALE_ALONE = re.compile(r"(?:a )?(?:hundred|thousand|million|billion|dozen)s?|[十百千万亿]+一?")
_LEAST_IN_WORDS: Final = 10
_MIN_WORDS: Final = 5
_MAX_SHOWN: Final = 8


@dataclass(frozen=True)
class PaperEvidence:
    """The sources of a paper: their text, and the contents of the .bib files."""

    sources: str
    bibliographies: tuple[str, ...] = field(default=())

    @cached_property
    def numbers(self) -> frozenset[str]:
        """The numbers in the sources."""
        written = self.sources + "".join(self.bibliographies)
        found = [_plain_number(match) for match in _SOURCE_NUMBER.findall(written)]
        return frozenset([*found, *(each for quantity in quantities_in(folded(written)) for each in _values(quantity))])

    @cached_property
    def keys(self) -> frozenset[str]:
        """The keys of works that the sources name."""
        return frozenset(_KEY.findall(self.sources)).union(*(bib_keys(each) for each in self.bibliographies))

    def unknown_numbers(self, content: str) -> list[str]:
        """Return the numbers that no source has. A single digit counts things of the paper itself."""
        plain = _NOT_TEXT.sub(" ", read_source(content).live if "\\" in content else content)
        found = dict.fromkeys(_plain_number(match) for match in _NUMBER.findall(plain))
        digits = [number for number in found if len(number) > 1 and number not in self.numbers]
        words = (each for each in quantities_in(folded(plain)) if _is_exact_word(each))
        return [*digits, *dict.fromkeys(each.text for each in words if self.numbers.isdisjoint(_values(each)))]

    def unknown_citations(self, content: str) -> list[str]:
        """Return the keys that are cited although no source names the work."""
        cited = dict.fromkeys(key for key, _ in cited_keys(read_source(content).live))
        return [key for key in cited if key not in self.keys and key not in self.sources]

    def problems(self, content: str, language: Language) -> list[str]:
        """Return what the content says without a source, worded for the model."""
        shown = {"mark": _MARKS[language]}
        found = (("numbers", self.unknown_numbers(content)), ("citations", self.unknown_citations(content)))
        return [
            text(language, f"feedback.paper.{key}", values=", ".join(values[:_MAX_SHOWN]), **shown)
            for key, values in found
            if values
        ]


def echoed_line(content: str, prompt: str, sources: str) -> str | None:
    """Return a line that was copied from the example of a prompt and that the sources do not have."""
    example = _EXAMPLE.search(prompt)
    lines = {_words(line) for line in example[1].splitlines()} if example else set()
    known = {line for line in lines if line.count(" ") >= _MIN_WORDS - 1}
    ours = {_words(line) for line in sources.splitlines()}
    return next((line.strip() for line in content.splitlines() if _words(line) in known - ours), None)


def grounded(agent: FileAgent, evidence: PaperEvidence, language: Language) -> FileAgent:
    """Return the agent with a check that also believes nothing: no echo, no number and no citation without a source."""
    validator = agent.validator

    def check(file: File) -> str | None:
        own = validator(file) if validator else None
        echo = echoed_line(file.content, agent.prompt, evidence.sources)
        problems = [own] if own else []
        if echo:
            problems.append(text(language, "feedback.paper.echo", line=echo[:120]))
        problems += evidence.problems(file.content, language)
        return "\n".join(problems) or None

    return FileAgent(
        agent.name, agent.prompt, agent.content_tag, agent.extension, check, agent.form, may_skip=agent.may_skip
    )


def _is_exact_word(quantity: Quantity) -> bool:
    """Whether a number is written in words and says a count: "eighty-seven", not "a third" or "hundreds"."""
    is_counted = quantity.is_word or not any(character.isdigit() for character in quantity.text)
    value = quantity.value / quantity.factor
    is_counting = quantity.is_exact and quantity.family != "ordinal" and value >= _LEAST_IN_WORDS
    return is_counted and is_counting and len(quantity.text) > 1 and not _SCALE_ALONE.fullmatch(quantity.text)


def _values(quantity: Quantity) -> set[str]:
    """Return how a number is written in digits, with its scale and without: 1.2 million is 1200000."""
    return {_plain_number(f"{value:.6f}") for value in (quantity.value, quantity.value / quantity.factor)}


def _words(line: str) -> str:
    return " ".join(_WORD.findall(line)).lower()


def _plain_number(written: str) -> str:
    plain = written.replace(",", "").rstrip(".")
    return plain.rstrip("0").rstrip(".") if "." in plain else plain


def all_text(parts: Iterable[str]) -> str:
    """Return the parts as one text."""
    return "\n\n".join(part.strip() for part in parts if part.strip())
