"""Texts of a model about computed values: a text with a number that is not one of these values is left out."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from inkwright.agent.number_evidence import unproven_numbers
from inkwright.apps.blueprint import AiTextNode
from inkwright.apps.tables import TableRows
from inkwright.errors import GaveUp, ModelError
from inkwright.i18n import Language, text
from inkwright.llm.brain import Brain
from inkwright.llm.models import Model, Request
from inkwright.prompts import load_prompt
from inkwright.school.statistics import rounded

_MAX_ROWS: Final = 60
_MAX_EVIDENCE: Final = 24_000
TEXT_CALLS: Final = 2
"""A refused text is asked for once more."""

_REPLY_TOKENS: Final = 1_200
_MAX_SHOWN: Final = 8
_ENGLISH_TENS: Final = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_SPELLED: Final = re.compile(
    rf"\b(?:(?:{_ENGLISH_TENS})(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|ten|eleven|twelve"
    r"|(?:thir|four|fif|six|seven|eigh|nine)teen|hundreds?|thousands?|dozens?|half|halves|halved|twice|doubl(?:e|ed|ing)"
    r"|tripl(?:e|ed|ing)|majority|(?:an?|one|two|three|four|five) (?:thirds?|quarters?|fourths?|fifths?|tenths?)"
    r"|a couple)\b"
    r"|[一二三四五六七八九十百千两兩〇零]{2,}(?![本样樣直])|百分之|一半|半数|半數|[过過大]半|翻[倍番]"
    r"|(?!十分[\u4e00-\u9fff])[一二三四五六七八九十百千两兩](?:分|名|人|成|倍|个百分点|次|个|位)"
    r"|[\u00bc-\u00be\u2150-\u2189\u2460-\u249b\u24ea-\u24ff\u2776-\u2793]",
    re.IGNORECASE,
)
"""Numbers in words say as much as digits do, and nothing compares them: a text with one is refused."""


@dataclass(frozen=True, slots=True)
class WrittenText:
    """A text, or the code of the reason why it was left out."""

    text: str = ""
    left_out: str = ""

    def as_json(self) -> dict[str, str]:
        """Return the text as JSON."""
        return {"text": self.text, "leftOut": self.left_out}


def evidence_of(tables: Mapping[str, TableRows]) -> str:
    """Return tables for a model, with two decimal places; shares keep four."""
    listed: dict[str, Any] = {}
    for name, table in tables.items():
        rows = [dict(zip(table.columns, map(_for_model, row), strict=True)) for row in table.rows[:_MAX_ROWS]]
        listed[name] = {"rows": rows, "row_count": table.total}
    return json.dumps(listed, ensure_ascii=False, separators=(",", ":"))[:_MAX_EVIDENCE]


def _for_model(value: Any) -> Any:
    return rounded(value, 4 if abs(value) < 1 else 2) if isinstance(value, float) else value


def refused_numbers(written: str, tables: Mapping[str, TableRows]) -> list[str]:
    """Return the numbers of a text that are not among the values, and numbers in words."""
    values = [json.dumps([table.rows[:_MAX_ROWS], table.total], ensure_ascii=False) for table in tables.values()]
    spelled = [found[0] for found in _SPELLED.finditer(written)]
    known = " ".join(str(cell) for table in tables.values() for row in table.rows for cell in row)
    return [*unproven_numbers(written, values), *(word for word in spelled if word not in known)]


def text_prompt(node: AiTextNode, tables: Mapping[str, TableRows], language: Language) -> str:
    """Return what the model is asked: the prompt, what the person wants changed, and the evidence."""
    wanted = text(language, "apps.prompt.instruction", words=node.instruction) if node.instruction else ""
    evidence = f"{load_prompt('inkwright.apps', 'evidence', language).strip()}\n{evidence_of(tables)}"
    return "\n\n".join(part for part in (node.prompt, wanted, evidence) if part)


def text_request(node: AiTextNode, tables: Mapping[str, TableRows], language: Language) -> Request:
    """Return the first request for a text, to estimate what it takes."""
    prompt = text_prompt(node, tables, language)
    return Request([{"role": "user", "content": prompt}], max_tokens=_REPLY_TOKENS)


async def write_text(
    node: AiTextNode, tables: Mapping[str, TableRows], model: Model, language: Language
) -> WrittenText:
    """Return the text of a node. It is left out if the model fails, or writes a number that was not computed twice."""
    brain = Brain(model, purpose="write")
    parser = _parser(tables, node.max_characters, language)
    try:
        written = await brain.think_with_retry(
            text_prompt(node, tables, language), parser, max_retries=TEXT_CALLS, max_tokens=_REPLY_TOKENS
        )
    except GaveUp:
        return WrittenText(left_out="numbers")
    except ModelError:
        return WrittenText(left_out="model")
    return WrittenText(str(written))


def _parser(tables: Mapping[str, TableRows], most: int, language: Language) -> Callable[[str], dict[str, Any]]:
    def parse_insight(reply: str) -> dict[str, Any]:
        written = reply.strip()
        if not written or len(written) > 2 * most:
            feedback = text(language, "apps.prompt.length", most=most)
            return {"status": "error", "reason": "length", "feedback": feedback}
        refused = refused_numbers(written, tables)
        if refused:
            feedback = text(language, "apps.prompt.numbers", numbers=_listed(refused))
            return {"status": "error", "reason": "numbers", "feedback": feedback}
        return {"status": "success", "content": written}

    return parse_insight


def _listed(numbers: Sequence[str]) -> str:
    return ", ".join(dict.fromkeys(numbers[:_MAX_SHOWN]))
