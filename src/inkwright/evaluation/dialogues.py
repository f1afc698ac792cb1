"""Simulated dialogues: a persona asks about the content, or a seller leads them through the phases of a sale."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from inkwright.conversation.protocols import Steps
from inkwright.evaluation.judging import ATTEMPTS, JudgedPart, JudgedProject, dialogue_text, numbered
from inkwright.i18n import text
from inkwright.llm.brain import Brain
from inkwright.parsing.fences import wrap_in_fence
from inkwright.parsing.thinking import without_thinking
from inkwright.projects.evaluations import DialogueLine, EvaluationRole, SimulatedDialogue
from inkwright.projects.personas import Persona

TURNS: Final = 5
SELLER_PHASES: Final = ("opening", "discovery", "matching", "objections", "closing")
_MAX_LINE: Final = 1_500


@dataclass(frozen=True, slots=True)
class DialogueStage:
    """What a dialogue takes place with: the model, the project, the texts, and the steps that keep what was said."""

    brain: Brain
    project: JudgedProject
    parts: Sequence[JudgedPart]
    steps: Steps


async def hold_dialogue(stage: DialogueStage, role: EvaluationRole, persona: Persona) -> SimulatedDialogue:
    """Return a dialogue of five turns. Each turn is a step: what was said before an interruption is not said again."""
    lines: tuple[DialogueLine, ...] = ()
    for number in range(TURNS):
        speak = partial(_turn, stage, role, persona, lines)
        said = await stage.steps.once(f"{role}/{persona.id}/turn/{number + 1}", speak)
        lines += tuple(DialogueLine.model_validate(each) for each in said)
    return SimulatedDialogue(persona_id=persona.id, persona=persona.name, lines=lines)


async def _turn(
    stage: DialogueStage, role: EvaluationRole, persona: Persona, lines: tuple[DialogueLine, ...]
) -> list[dict[str, Any]]:
    """Return what both say in the next turn. The persona asks first; a seller opens."""
    speakers = (_persona_line, _other_line) if role == "consumer" else (_other_line, _persona_line)
    said: tuple[DialogueLine, ...] = ()
    for speak in speakers:
        said += (await speak(stage, role, persona, (*lines, *said)),)
    return [each.model_dump() for each in said]


async def _persona_line(
    stage: DialogueStage, role: EvaluationRole, persona: Persona, lines: tuple[DialogueLine, ...]
) -> DialogueLine:
    situation = text(stage.project.language, f"evaluation.situation.{role}.persona")
    written = await _line(stage, "persona_line", persona, lines, situation=situation)
    return DialogueLine(speaker=persona.name, text=written, phase=_phase(role, lines))


async def _other_line(
    stage: DialogueStage, role: EvaluationRole, persona: Persona, lines: tuple[DialogueLine, ...]
) -> DialogueLine:
    language, phase = stage.project.language, _phase(role, lines)
    situation = text(language, f"evaluation.situation.{role}.other")
    task = text(language, f"evaluation.phase.{phase}") if phase else ""
    written = await _line(stage, "other_line", persona, lines, situation=situation, task=task)
    return DialogueLine(speaker=text(language, f"evaluation.speaker.{role}"), text=written, phase=phase)


def _phase(role: EvaluationRole, lines: tuple[DialogueLine, ...]) -> str:
    return SELLER_PHASES[len(lines) // 2] if role == "seller" else ""


async def _line(
    stage: DialogueStage, prompt: str, persona: Persona, lines: tuple[DialogueLine, ...], **values: str
) -> str:
    language = stage.project.language
    so_far = dialogue_text(SimulatedDialogue(persona_id=persona.id, persona=persona.name, lines=lines))
    filled = stage.project.filled(
        prompt,
        persona=wrap_in_fence(persona.described()),
        texts=numbered(stage.parts),
        dialogue=wrap_in_fence(so_far) if lines else text(language, "content.none"),
        **values,
    )

    def spoken(reply: str) -> dict[str, str]:
        said = without_thinking(reply).strip().removeprefix(f"{persona.name}:").strip()
        if not said or len(said) > _MAX_LINE:
            return {"status": "error", "feedback": text(language, "evaluation.feedback.line", most=_MAX_LINE)}
        return {"status": "success", "content": said}

    return str(await stage.brain.think_with_retry(filled, spoken, max_retries=ATTEMPTS))
