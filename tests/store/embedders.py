"""An embedder for tests: texts about the same of a few subjects have near vectors."""

from collections.abc import Sequence
from typing import Final

from inkwright.errors import ServiceFailed

_SUBJECTS: Final = (("rain", "downpour", "雨"), ("leaf", "foliage"), ("bread", "loaf"), ("glacier", "iceberg"))


class SubjectEmbedder:
    """Counts the words of each subject; `is_down` makes it fail as a server does that is not there."""

    def __init__(self, name: str = "test:subjects", dimensions: int = 8) -> None:
        self.name = name
        self.is_down = False
        self.asked: list[str] = []
        self._dimensions = dimensions

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        if self.is_down:
            raise ServiceFailed(url="http://127.0.0.1:1/v1", problem="refused")
        self.asked += texts
        return [self._vector(text.lower()) for text in texts]

    def _vector(self, text: str) -> list[float]:
        found = [10.0 * sum(text.count(word) for word in subject) for subject in _SUBJECTS]
        spread = [(sum(map(ord, text)) + place) % 5 + 1.0 for place in range(self._dimensions - len(found))]
        return [*found, *spread]
