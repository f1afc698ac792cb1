"""Asks models to judge: a role about some texts, a role about a dialogue, and the diagnosis of all judgements."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from inkwright.evaluation.choices import TargetText, dimension_name, role_name
from inkwright.evaluation.reports import ReportChecker, ReportedDiagnosis, RoleReport
from inkwright.i18n import Language, text
from inkwright.llm.brain import Brain
from inkwright.parsing.fences import wrap_in_fence
from inkwright.projects.evaluations import ContentDiagnosis, EvaluationRole, RoleResult, SimulatedDialogue
from inkwright.projects.personas import Persona
from inkwright.prompts import load_prompt

ATTEMPTS: Final = 3
MAX_BATCH: Final = 24_000
"""The most characters of texts that one call judges."""
MAX_SEEN: Final = 24_000
"""The most characters of texts that a persona reads."""
MAX_SUGGESTIONS: Final = 4
_MAX_PURPOSE: Final = 4_000
_MAX_REASON: Final = 400
_SCORE: Final = re.compile(r"(\d{1,3}(?:\.\d{1,2})?)\s{0,2}(?:/\s{0,2}10\b|分|points?\b|out of 10\b)")


@dataclass(frozen=True, slots=True)
class JudgedProject:
    """What every judge knows about the project."""

    name: str
    purpose: str
    profile: str
    language: Language

    def filled(self, prompt: str, /, **values: object) -> str:
        """Return a prompt with its values. Each is filled in once, so a placeholder inside one remains text."""
        language = text(self.language, "content.language")
        template = load_prompt("inkwright.evaluation", prompt, self.language)
        return template.format(project=self.name, language=language, **values)


@dataclass(frozen=True, slots=True)
class JudgedPart:
    """A part of a text that fits into a call."""

    source: TargetText
    text: str


def batches_of(targets: Sequence[TargetText]) -> list[list[JudgedPart]]:
    """Return all texts, in batches that fit into one call each. A long text is divided at the ends of lines."""
    batches: list[list[JudgedPart]] = []
    size = MAX_BATCH
    for part in (part for target in targets for part in _parts(target)):
        if size + len(part.text) > MAX_BATCH:
            batches.append([])
            size = 0
        batches[-1].append(part)
        size += len(part.text)
    return batches


def beginnings_of(targets: Sequence[TargetText]) -> list[JudgedPart]:
    """Return as much of the beginning of each text as a reader is given; all of it, if everything is short."""
    each_has = MAX_SEEN // len(targets)
    spare = MAX_SEEN - sum(min(len(each.text), each_has) for each in targets)
    parts = []
    for each in targets:
        taken = min(len(each.text), each_has + max(0, spare))
        spare -= max(0, taken - each_has)
        parts.append(JudgedPart(each, each.text[:taken]))
    return parts


def _parts(target: TargetText) -> list[JudgedPart]:
    left, parts = target.text, []
    while len(left) > MAX_BATCH:
        cut = left.rfind("\n", MAX_BATCH // 2, MAX_BATCH) + 1 or MAX_BATCH
        parts.append(JudgedPart(target, left[:cut]))
        left = left[cut:]
    return [*parts, JudgedPart(target, left)] if left.strip() or not parts else parts


def numbered(parts: Sequence[JudgedPart]) -> str:
    """Return texts with their numbers and names, each in a fence that nothing in it closes."""
    return "\n\n".join(
        f"{number}. {part.source.target.path}\n{wrap_in_fence(part.text)}" for number, part in enumerate(parts, 1)
    )


def numbered_sources(parts: Sequence[JudgedPart]) -> dict[int, TargetText]:
    """Return the texts by their numbers."""
    return {number: part.source for number, part in enumerate(parts, 1)}


async def judge_texts(
    brain: Brain, project: JudgedProject, role: EvaluationRole, dimensions: Sequence[str], parts: Sequence[JudgedPart]
) -> RoleReport:
    """Return what a role says about texts. Reports with a quote that is not in them are refused."""
    checker = ReportChecker(numbered_sources(parts), project.language)
    prompt = project.filled(
        "role",
        role=text(project.language, f"evaluation.brief.{role}"),
        purpose=wrap_in_fence(project.purpose[:_MAX_PURPOSE]) if project.purpose else _none(project),
        profile=wrap_in_fence(project.profile) if project.profile else _none(project),
        texts=numbered(parts),
        dimensions=_listed(dimensions, project.language),
        suggestions=MAX_SUGGESTIONS,
    )
    return await _report(brain, prompt, checker, dimensions)


async def judge_dialogue(
    brain: Brain,
    project: JudgedProject,
    role: EvaluationRole,
    dimensions: Sequence[str],
    subject: tuple[Persona, SimulatedDialogue, Sequence[JudgedPart]],
) -> RoleReport:
    """Return what a role says after a dialogue with a persona."""
    persona, dialogue, parts = subject
    said = dialogue_text(dialogue)
    checker = ReportChecker(numbered_sources(parts), project.language, said)
    prompt = project.filled(
        "dialogue_report",
        role=text(project.language, f"evaluation.brief.{role}"),
        persona=wrap_in_fence(persona.described()),
        texts=numbered(parts),
        dialogue=wrap_in_fence(said),
        dimensions=_listed(dimensions, project.language),
        suggestions=MAX_SUGGESTIONS,
    )
    return await _report(brain, prompt, checker, dimensions)


async def diagnose(
    brain: Brain, project: JudgedProject, roles: Sequence[RoleResult], targets: Sequence[TargetText]
) -> ContentDiagnosis:
    """Return what the judgements of the roles that finished say together."""
    finished = [each for each in roles if each.status == "finished"]
    failed = [role_name(each.role, project.language) for each in roles if each.status == "failed"]
    checker = ReportChecker(dict(enumerate(targets, 1)), project.language, _judgements(finished, project.language))
    scores = _scores(finished)

    def check(written: ReportedDiagnosis) -> str | None:
        prose = [written.summary, *written.strengths, *written.weaknesses, *written.actions]
        return checker.prose_problem(prose) or _score_problem(prose, scores, project.language)

    prompt = project.filled(
        "diagnosis",
        judgements=wrap_in_fence(_judgements(finished, project.language)),
        failed=", ".join(failed) or _none(project),
    )
    written = await brain.think(prompt, ReportedDiagnosis, check=check, max_retries=ATTEMPTS)
    return ContentDiagnosis(
        summary=written.summary,
        strengths=tuple(written.strengths),
        weaknesses=tuple(written.weaknesses),
        actions=tuple(written.actions),
    )


def dialogue_text(dialogue: SimulatedDialogue) -> str:
    """Return a dialogue as text, one line for each thing that was said."""
    return "\n".join(f"{line.speaker}: {' '.join(line.text.split())}" for line in dialogue.lines)


async def _report(brain: Brain, prompt: str, checker: ReportChecker, dimensions: Sequence[str]) -> RoleReport:
    def check(report: RoleReport) -> str | None:
        return checker.report_problem(report, dimensions)

    return await brain.think(prompt, RoleReport, check=check, max_retries=ATTEMPTS)


def _listed(dimensions: Sequence[str], language: Language) -> str:
    return "\n".join(
        f"- {each} ({dimension_name(each, language)}): {text(language, f'evaluation.about.{each}')}"
        for each in dimensions
    )


def _judgements(roles: Sequence[RoleResult], language: Language) -> str:
    lines = []
    for role in roles:
        lines.append(f"{role_name(role.role, language)}: {role.score}/10")
        lines += [
            f"- {dimension_name(each.dimension, language)}: {each.score}/10. {' '.join(each.reasons)[:_MAX_REASON]}"
            for each in role.dimensions
        ]
    return "\n".join(lines)


def _scores(roles: Sequence[RoleResult]) -> Mapping[float, str]:
    known = [role.score for role in roles] + [each.score for role in roles for each in role.dimensions]
    return {round(score, 1): "" for score in known if score is not None}


def _score_problem(prose: Sequence[str], known: Mapping[float, str], language: Language) -> str | None:
    stated = [match[1] for written in prose for match in _SCORE.finditer(written)]
    wrong = [each for each in stated if round(float(each), 1) not in known]
    return text(language, "evaluation.feedback.score", score=wrong[0]) if wrong else None


def _none(project: JudgedProject) -> str:
    return text(project.language, "content.none")
