"""Which of several texts a topic belongs to: the one that mentions it most distinctively."""

import re
from collections.abc import Sequence
from typing import Final

from inkwright.agent import source_words as words
from inkwright.grounding.language import chinese
from inkwright.parsing.chinese_variants import simplify_requests

_HAN: Final = re.compile(r"[\u3400-\u9fff]")
_TELLING: Final = ("n", "v", "a", "i", "l", "j", "t")
"""How the tags of Chinese words that tell a topic begin."""
_DATED: Final = re.compile(r"[一二三四五六七八九十\d]{1,4}[年月日号周课章]")
_MAX_WORDS: Final = 8
_CLEARLY_MORE: Final = 2


def content_topic(match: re.Match[str]) -> list[str]:
    """Return the words of the topic in a description such as "the file about caffeine"."""
    return content_words(match["zh"] or words.TOPIC_END.split(match["en"], maxsplit=1)[0])


def content_words(written: str) -> list[str]:
    """Return the words that a text about a topic has: of Chinese ones the ones that name something, or what happens."""
    latin = [each for each in words.topic_words(written) if each.isascii() or not _HAN.search(each)]
    han = [each.text for each in chinese.words_of(simplify_requests(written)) if _HAN.search(each.text)]
    tagged = chinese.words_of(simplify_requests(written))
    named = [each.text for each in tagged if each.tag[:1] in _TELLING or _DATED.fullmatch(each.text)]
    return [*latin, *(named or han)][:_MAX_WORDS]


def texts_about(topic: Sequence[str], texts: Sequence[str]) -> tuple[int, ...]:
    """Return the places of the texts that a topic may mean: one if it is clear, several if not, none if none fits.

    A word counts less if more texts have it. Among texts with the same words, one that mentions them at least twice as
    often is clearly meant.
    """
    counts = [[_count(word, text) for word in topic] for text in (simplify_requests(each).lower() for each in texts)]
    spread = [sum(bool(row[index]) for row in counts) for index in range(len(topic))]
    scores = [sum(1 / spread[index] for index, count in enumerate(row) if count) for row in counts]
    best = max(scores, default=0)
    if not best:
        return ()
    fitting = [place for place, score in enumerate(scores) if score == best]
    often = max(sum(counts[place]) for place in fitting)
    clear = [place for place in fitting if sum(counts[place]) * _CLEARLY_MORE > often]
    return tuple(clear)


def _count(word: str, text: str) -> int:
    """Return how often a text has a word, also as the beginning of a longer one."""
    if not word.isascii():
        return text.count(simplify_requests(word).lower())
    root = word[:-1] if word.endswith("s") and not word.endswith("ss") else word
    return len(re.findall(rf"\b{re.escape(root)}", text))
