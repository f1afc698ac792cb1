"""Fills in the forms of a paper without a model: sentences of the notes, chosen by rule."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from inkwright.agent.rule_planner import RULE_MODEL_NAME
from inkwright.errors import ModelUnavailable
from inkwright.i18n import Reason
from inkwright.llm.models import Abilities, Model, PieceListener, Reply, Request, ignore_piece
from inkwright.llm.structured_output import UNIQUE_CHOICE

_CUES: Final = {
    "method": r"\b(?:method|use[sd]?|measure|train|sampl|collect|design|approach|steps?)|采用|使用|方法|测量|采集|训练",
    "results": r"\d|\b(?:result|found|show|reach|error|improv|increase|decrease)|结果|表明|发现|达到|误差|提高|降低",
    "introduction": r"\b(?:problem|need|why|most|often|many|goal|aim|gap)|问题|需要|目前|许多|目标|不足",
    "innovations": r"\b(?:new|first|novel|contribut|unlike|instead)|创新|首次|新的|贡献|不同于",
    "application_scenarios": r"\b(?:appl|deploy|farm|school|hospital|practice|users?)|应用|推广|场景|用于|适用",
    "show_in_a_figure": r"\d|\b(?:figure|curve|map|table|compar)|图|表|曲线|比较",
}


class RuleChoice:
    """Takes the place of a model that chooses sentences: those with words of their field first, in the order of the
    notes. It writes nothing, so a request without choices fails.
    """

    name: Final = RULE_MODEL_NAME
    abilities: Final = Abilities(is_weak=True)

    async def reply(self, request: Request, hear: PieceListener = ignore_piece) -> Reply:
        """Return a form that is filled in, or raise ModelUnavailable."""
        del hear
        fields = (request.schema or {}).get("properties")
        if not fields:
            raise ModelUnavailable(model=self.name, problem=Reason("reason.usecases.no_model"))
        return Reply(json.dumps(_filled_in(fields), ensure_ascii=False), model=self.name)


def paper_model(model: Model) -> Model:
    """Return the model that writes the paper: rules where there is none."""
    return RuleChoice() if model.name == RULE_MODEL_NAME else model


def _filled_in(fields: Mapping[str, Any]) -> dict[str, Any]:
    used: set[str] = set()
    filled: dict[str, Any] = {}
    for name, field in fields.items():
        if "items" not in field:
            filled[name] = field.get("const") or field["enum"][0]
            continue
        is_unique = bool(field["items"].get(UNIQUE_CHOICE))
        offered = [each for each in field["items"]["enum"] if not (is_unique and each in used)]
        filled[name] = _chosen(offered, name, field["minItems"])
        used |= set(filled[name]) if is_unique else set()
    return filled


def _chosen(offered: Sequence[str], name: str, count: int) -> list[str]:
    cue = _CUES.get(name)
    fitting = [each for each in offered if cue and re.search(cue, each, re.IGNORECASE)]
    return list(dict.fromkeys([*fitting, *offered]))[:count]
