"""How near each sentence is to what somebody asked for, counted in shared words."""

import re
from collections.abc import Sequence

from inkwright.grounding.english_words import FUNCTION_WORDS
from inkwright.grounding.material import Place, Sentence

_WORD = re.compile(r"[a-z0-9]{2,}")
_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff]+")


def nearness(topic: str, sentences: Sequence[Sentence]) -> dict[Place, float]:
    """From 0 to 1 for each place; its heading counts as well. Of Chinese, pairs of signs are counted."""
    wanted = _keys(topic)
    if not wanted:
        return {}
    found = {}
    for sentence in sentences:
        shared = wanted & _keys(f"{sentence.place.section} {sentence.text}")
        found[sentence.place] = len(shared) / len(wanted)
    return found


def _keys(text: str) -> set[str]:
    words = {word.rstrip("s") for word in _WORD.findall(text.lower()) if word not in FUNCTION_WORDS}
    runs = _HAN.findall(text)
    return words | {run[at : at + 2] for run in runs for at in range(max(1, len(run) - 1))}
