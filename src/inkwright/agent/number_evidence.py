"""Numbers in a reply after a tool that gives numbers: each must be one that a tool returned or the person wrote."""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, Final

from inkwright.agent.spelled_numbers import spelled_numbers
from inkwright.agent.tools import AgentTool

_NUMBER: Final = re.compile(r"(?<![\w.,])[-−]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![\d])|\d+(?:\.\d+)?")
_ID: Final = re.compile(r"\b[a-z]+_[0-9a-f]{32}\b")
"""The digits of an id are no numbers."""
_LIST_MARKER: Final = re.compile(r"^\s*(?:[-*•]\s*)?\d{1,3}[.)、．]\s", re.MULTILINE)
_MAX_TEXT: Final = 400_000
_MAX_TOLD: Final = 8
_SENTENCE: Final = re.compile(r"[^。！？!?；;\n]+?(?:\.(?!\d)|[。！？!?；;\n]|$)")
_COMPARES: Final = re.compile(
    r"\b(?:more|less|fewer|higher|lower|above|below|ahead|behind|between|difference|short of|gap)\b|差|高|低|多|少|比"
)
_MAX_COMPARED: Final = 8


def number_tools(tools: Iterable[AgentTool]) -> set[str]:
    """Return the names of the tools whose numbers are evidence."""
    return {tool.name for tool in tools if tool.gives_numbers}


def returned_texts(messages: str) -> list[str]:
    """Return what tools returned, as JSON, from the messages of the engine."""
    if not messages:
        return []
    parts = (part for message in json.loads(messages) for part in message.get("parts", ()))
    return [counted(part.get("content")) for part in parts if part.get("part_kind") == "tool-return"]


def counted(result: Any) -> str:
    """Return the result of a tool as a text of its numbers, with the length of every list in it."""
    return f"{json.dumps(result, ensure_ascii=False, default=str)} {' '.join(map(str, _lengths(result)))}"


def _lengths(value: Any) -> Iterator[int]:
    if isinstance(value, dict):
        for item in value.values():
            yield from _lengths(item)
    elif isinstance(value, list | tuple):
        yield len(value)
        for item in value:
            yield from _lengths(item)


def unproven_numbers(message: str, evidence: Sequence[str]) -> list[str]:
    """Return the numbers of a message that are in none of the texts, in order. A number may be rounded, and a share of
    one may be a percentage; those from ten on may be in words. The numbers of items in a list say nothing. The
    difference of two numbers of a sentence that compares them is proven by these.
    """
    known = {value for each in evidence for value in _values(_ID.sub(" ", each[:_MAX_TEXT]))}
    said = _LIST_MARKER.sub("\n", message[:_MAX_TEXT])
    wanted = {found[0]: found[0] for found in _NUMBER.finditer(said)}
    wanted |= {written: f"{value:g}" for written, value in spelled_numbers(said)}
    unproven = {written: number for written, number in wanted.items() if not _is_known(number, known)}
    differences = _told_differences(said, known) if unproven else set()
    return [written for written, number in unproven.items() if number not in differences]


def _told_differences(said: str, known: Collection[float]) -> set[str]:
    """Return the numbers that are the difference of two proven ones in a sentence that compares them."""
    found: set[str] = set()
    for sentence in _SENTENCE.findall(said):
        if _COMPARES.search(sentence):
            numbers = [each[0] for each in _NUMBER.finditer(sentence)][:_MAX_COMPARED]
            proven = {_value(each) for each in numbers if _is_known(each, known)}
            differences = {round(abs(one - other), 4) for one, other in combinations(proven, 2)}
            found |= {each for each in numbers if _is_known(each, differences)}
    return found


def _values(text: str) -> Iterator[float]:
    for found in _NUMBER.finditer(text):
        yield _value(found[0])
    for _, value in spelled_numbers(text):
        yield value


def _value(number: str) -> float:
    return float(number.replace(",", "").replace("−", "-"))


def _is_known(number: str, known: Collection[float]) -> bool:
    value = _value(number)
    tolerance = 0.5000001 * 10.0 ** -len(number.partition(".")[2])
    is_whole = "." not in number
    for each in known:
        if value in (each, -each) or (not is_whole and abs(abs(value) - abs(each)) < tolerance):
            return True
        # A whole number is a rounded one only where the evidence has decimal places.
        if is_whole and each != int(each) and abs(abs(value) - abs(each)) < tolerance:
            return True
        if 0 < each < 1 and abs(abs(value) - 100 * each) < max(tolerance, 1e-9):
            return True
    return False


def numbers_refusal(unproven: Sequence[str]) -> str:
    """Return the words for the model about numbers that nothing proves."""
    return (
        f"These numbers are not in what the tools returned: {', '.join(unproven[:_MAX_TOLD])}. Say only numbers that a "
        "tool returned, as they are; call the tool that has them, or say that there is no data."
    )
