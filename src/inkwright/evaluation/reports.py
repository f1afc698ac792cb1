"""The report of a role: what a model must write, and the check of every quote in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from inkwright.evaluation.choices import TargetText
from inkwright.evaluation.quotes import folded, quotations, quote_problem
from inkwright.i18n import Language, text
from inkwright.projects.anchored_edits import AnchoredEdit, EditRefused, locate_edits
from inkwright.projects.evaluations import MAX_SCORE

_MAX_PROBLEMS: Final = 8
_SHOWN: Final = 80


class ReportedQuote(BaseModel):
    """Words from one of the numbered texts."""

    model_config = ConfigDict(extra="forbid")

    text: int = Field(ge=1, le=1_000)
    quote: str = Field(min_length=1, max_length=600)


class ReportedDimension(BaseModel):
    """The judgement in one dimension."""

    model_config = ConfigDict(extra="forbid")

    dimension: str = Field(max_length=40)
    score: int = Field(ge=1, le=MAX_SCORE)
    reason: str = Field(min_length=1, max_length=2_000)
    quotes: list[ReportedQuote] = Field(min_length=1, max_length=4)


class ReportedSuggestion(BaseModel):
    """A passage of a text, and what to write instead."""

    model_config = ConfigDict(extra="forbid")

    text: int = Field(ge=1, le=1_000)
    anchor: str = Field(min_length=1, max_length=2_000)
    replacement: str = Field(max_length=4_000)
    reason: str = Field(min_length=1, max_length=500)


class RoleReport(BaseModel):
    """The judgements of a role, and what it would change."""

    model_config = ConfigDict(extra="forbid")

    dimensions: list[ReportedDimension] = Field(min_length=1, max_length=8)
    suggestions: list[ReportedSuggestion] = Field(default=[], max_length=8)


class ReportedDiagnosis(BaseModel):
    """What all judgements say together."""

    model_config = ConfigDict(extra="forbid")

    summary: str = Field(min_length=1, max_length=2_000)
    strengths: list[str] = Field(default=[], max_length=6)
    weaknesses: list[str] = Field(default=[], max_length=6)
    actions: list[str] = Field(min_length=1, max_length=6)


@dataclass(frozen=True, slots=True)
class ReportChecker:
    """Checks reports about numbered texts. `said` is what else may be quoted in reasons, such as a dialogue."""

    texts: Mapping[int, TargetText]
    language: Language
    said: str = ""

    def report_problem(self, report: RoleReport, dimensions: Sequence[str]) -> str | None:
        """Return what is wrong with a report, for its model; None if nothing is."""
        found = [each.dimension for each in report.dimensions]
        if sorted(found) != sorted(dimensions):
            return self._text("dimensions", names=", ".join(dimensions))
        sources = {number: each.folded for number, each in self.texts.items()}
        problems = [
            problem
            for each in report.dimensions
            for problem in (
                *(self._quote_problem(quote, sources) for quote in each.quotes),
                self.prose_problem([each.reason]),
            )
            if problem
        ]
        problems += [problem for each in report.suggestions if (problem := self._suggestion_problem(each))]
        return "\n".join(problems[:_MAX_PROBLEMS]) or None

    def prose_problem(self, prose: Sequence[str]) -> str | None:
        """Return which words in quotation marks are in none of the texts."""
        known = [*(each.folded for each in self.texts.values()), folded(self.said)]
        for quote in (each for written in prose for each in quotations(written)):
            if all(quote_problem(source, quote) is not None for source in known):
                return self._text("prose", quote=quote[:_SHOWN])
        return None

    def _quote_problem(self, given: ReportedQuote, sources: Mapping[int, str]) -> str | None:
        if given.text not in sources:
            return self._text("number", number=given.text, most=max(sources))
        problem = quote_problem(sources[given.text], given.quote)
        return self._text(problem, quote=given.quote[:_SHOWN], number=given.text) if problem else None

    def _suggestion_problem(self, given: ReportedSuggestion) -> str | None:
        source = self.texts.get(given.text)
        if source is None:
            return self._text("number", number=given.text, most=max(self.texts))
        if source.is_structured:
            return self._text("structured", number=given.text)
        located = locate_edits(source.text, [AnchoredEdit("replace", given.anchor, given.replacement)])
        is_said = quote_problem(source.folded, given.anchor) not in ("missing", "short")
        if isinstance(located, EditRefused) or not is_said:
            return self._text("anchor", quote=given.anchor[:_SHOWN], number=given.text)
        if folded(given.anchor) == folded(given.replacement):
            return self._text("same", quote=given.anchor[:_SHOWN])
        return None

    def _text(self, problem: str, **fields: object) -> str:
        return text(self.language, f"evaluation.feedback.{problem}", **fields)
