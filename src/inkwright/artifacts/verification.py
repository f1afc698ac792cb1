"""Verification: how a draft of each kind is opened, checked and counted. Everything that checks a file uses it."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from inkwright.artifacts.documents.formats import WRITTEN_FORMATS
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding, Location, error_finding, finding
from inkwright.artifacts.source_formats.records import count_nothing, imported_later
from inkwright.artifacts.workers import run_in_worker_async, start_worker
from inkwright.errors import InvalidOption, LimitExceeded
from inkwright.i18n import Reason

Checker = Callable[[Draft], Sequence[Finding]]
"""Opens a draft of one kind and returns all its problems."""


@dataclass(frozen=True, slots=True)
class ArtifactRun:
    """The problems of an artifact that was run; or `is_run` is False, because this machine cannot run it."""

    findings: tuple[Finding, ...]
    is_run: bool


Runner = Callable[[Draft], Awaitable[ArtifactRun]]
"""Runs a draft that passed its checker."""

UnitCounter = Callable[[Draft], Mapping[str, int]]
"""Counts what people ask for by number, in the file of a checked draft: `{"slides": 8}`. The rest is not counted."""


@dataclass(frozen=True, slots=True)
class KindChecker:
    """A checker of one kind of artifact that also counts its units. Artifacts that are programs have to be run, because
    opening them does not show whether they work.
    """

    check: Checker
    count: UnitCounter = count_nothing
    run: Runner | None = None

    def __call__(self, draft: Draft) -> Sequence[Finding]:
        return self.check(draft)


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of verifying a draft: its problems, its units, and whether it was run; None if it is not a program."""

    findings: tuple[Finding, ...]
    units: Mapping[str, int]
    is_run: bool | None = None

    @property
    def is_good(self) -> bool:
        """Whether it has no errors; it may have warnings."""
        return not has_errors(self.findings)


def has_errors(findings: Sequence[Finding]) -> bool:
    """Whether one of the findings is an error."""
    return any(each.severity == "error" for each in findings)


async def verify(draft: Draft, checkers: Mapping[str, Checker], *, may_run: bool = True) -> Verification:
    """Verify a draft by its kind. A draft that cannot be checked has an error that says so.

    A program is run if it has no errors and may be run.
    """
    location = Location(file=draft.name)
    checker = checkers.get(draft.kind)
    if checker is None:
        known = ", ".join(sorted(checkers))
        return _refused(finding("unknown_kind", location, kind=draft.kind, known=known))
    try:
        checked = await _run_checker(checker, draft)
    except CheckerFailed as problem:
        return _refused(finding("unchecked", location, problem=problem.reason))
    except LimitExceeded as problem:
        return _refused(error_finding(problem, location))
    if not isinstance(checker, KindChecker) or checker.run is None:
        return checked
    result = await checker.run(draft) if may_run and checked.is_good else ArtifactRun((), is_run=False)
    return Verification((*checked.findings, *result.findings), checked.units, result.is_run)


def _refused(problem: Finding) -> Verification:
    return Verification((problem,), MappingProxyType({}))


class CheckerFailed(Exception):
    """A checker failed instead of returning findings."""

    def __init__(self, reason: Reason | str) -> None:
        super().__init__(reason)
        self.reason = reason


async def _run_checker(checker: Checker, draft: Draft) -> Verification:
    """Run the checker: a checker of this package in a worker, that of an extension in a thread."""
    if checker is _BUILT_IN.get(draft.kind):
        findings, units = await run_in_worker_async(check_built_in, draft)
    else:
        findings, units = await asyncio.to_thread(run_check, checker, draft)
    return Verification(findings, MappingProxyType(units))


def prepare_check(kind: str) -> None:
    """Start loading what checks this kind in the background: drafts of it will follow soon."""
    if kind in _BUILT_IN:
        start_worker(__name__, *_LIBRARIES.get(kind, ()))


def check_built_in(draft: Draft) -> tuple[tuple[Finding, ...], dict[str, int]]:
    """Run the checker that this package has for the kind of a draft, as `run_check` does."""
    return run_check(_BUILT_IN[draft.kind], draft)


def run_check(checker: Checker, draft: Draft) -> tuple[tuple[Finding, ...], dict[str, int]]:
    """Return findings and units. Anything that the checker raises becomes one known error: nothing passes unchecked."""
    try:
        findings = tuple(checker(draft))
        is_bad = not all(isinstance(each, Finding) for each in findings)
        units = dict(_units(checker, draft)) if not is_bad and not has_errors(findings) else {}
    except (LimitExceeded, MemoryError):
        raise
    except Exception as problem:
        raise CheckerFailed(f"{type(problem).__name__}: {problem}"[:300]) from problem
    if is_bad:
        raise CheckerFailed(Reason("reason.checker.not_a_finding"))
    return findings, units


def _units(checker: Checker, draft: Draft) -> Mapping[str, int]:
    return checker.count(draft) if isinstance(checker, KindChecker) else {}


_BUILT_IN: Final[dict[str, KindChecker]] = {
    **{each.name: KindChecker(each.check, each.count) for each in WRITTEN_FORMATS.values() if each.check},
    "html": KindChecker(
        imported_later("webpages.static_checks", "check_page"),
        imported_later("webpages.static_checks", "count_page_items"),
        run=imported_later("webpages.browser", "run_page"),
    ),
    "pptx": KindChecker(
        imported_later("slides.checks.deck", "check_deck"), imported_later("slides.checks.deck", "count_slides")
    ),
    "quiz": KindChecker(
        imported_later("quizzes.lint", "check_quiz"), imported_later("quizzes.lint", "count_questions")
    ),
}
_LIBRARIES: Final[Mapping[str, Sequence[str]]] = {
    "pptx": ("inkwright.artifacts.slides.checks.deck", "pptx"),
    "quiz": ("inkwright.artifacts.quizzes.lint",),
    **{each.name: each.libraries for each in WRITTEN_FORMATS.values()},
}
"""What the checker of a kind loads."""

_CHECKERS: Final = dict(_BUILT_IN)
CHECKERS: Final[Mapping[str, KindChecker]] = MappingProxyType(_CHECKERS)
"""How each kind of artifact is verified. A registered checker is in it from then on."""


def register_checker(kind: str, checker: Checker) -> None:
    """Add the checker of a new kind of artifact: a `KindChecker`, or a function that only checks.

    The kind is the extension of its files without the dot, so that `inkwright check` finds it. A kind can be taken
    once; adding the same checker again changes nothing.
    """
    if not callable(checker):
        raise TypeError(f"A checker must be a function, and is of the type {type(checker).__name__}.")
    added = checker if isinstance(checker, KindChecker) else KindChecker(checker)
    if _CHECKERS.setdefault(kind, added) != added:
        raise InvalidOption(option="kind", value=kind, allowed=Reason("reason.checker.exists"))
