"""Judges of cited sentences for tests: one that knows the false ones, and others that cannot be believed."""

import json
import re
from collections.abc import Callable
from typing import Final

from inkwright.llm.models import Request
from inkwright.prompts import load_prompt

_ITEM: Final = re.compile(r'<sentence number="(\d+)">(.*?)</sentence>\n((?:<passage>.*?</passage>\n?)+)', re.S)
_CONTROLS: Final = [
    line.split(" | ") for name in ("en", "zh")
    for line in load_prompt("inkwright.research", "support_controls", name).splitlines()
]  # fmt: skip
_FALSE_CONTROLS: Final = {false for _, false, _ in _CONTROLS}
_TRUE_CONTROLS: Final = {true for _, _, true in _CONTROLS}


def judge_that_knows(*right: str, quote: str = "") -> Callable[[Request], str]:
    """A judge that approves these sentences and the true controls alone. It quotes the passages, or `quote`."""
    return lambda request: _answers(request, lambda sentence: sentence in {*right, *_TRUE_CONTROLS}, quote)


def judge_that_believes() -> Callable[[Request], str]:
    """A judge that finds the false controls and believes everything else."""
    return lambda request: _answers(request, lambda sentence: sentence not in _FALSE_CONTROLS, "")


def judge_that_says(*, is_supported: bool) -> Callable[[Request], str]:
    """A judge that says the same of every sentence."""
    return lambda request: _answers(request, lambda _sentence: is_supported, "")


def _answers(request: Request, is_supported: Callable[[str], bool], quote: str) -> str:
    rows = []
    for number, sentence, passages in _ITEM.findall(str(request.messages[0]["content"])):
        read = " ... ".join(re.findall(r"<passage>(.*?)</passage>", passages, re.S))
        is_control = any(sentence in control for control in _CONTROLS)
        part = {"part": sentence, "quote": read if is_control or not quote else quote}
        found = is_supported(sentence)
        rows.append(
            {
                "sentence": int(number),
                "parts": [part],
                "is_supported": found,
                "problem": "" if found else "another person",
            }
        )
    return json.dumps({"sentences": rows})
