"""Vectors of texts from a server with the /embeddings interface of OpenAI: a hosted provider, Ollama, or any other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import httpx2

from inkwright.errors import InvalidOption, ServiceFailed
from inkwright.i18n import Reason
from inkwright.llm.http_client import ResponseRefused, open_http_client
from inkwright.llm.model_names import HOSTED, LOCAL, parse_model_name
from inkwright.llm.providers import base_url_of, find_provider, key_variable_of

_SECONDS: Final = 60.0
_AT_ONCE: Final = 32
_MAX_TEXT: Final = 8_000
_MAX_ANSWER: Final = 16_000_000
_MAX_DIMENSIONS: Final = 8_192
_MAX_VALUE: Final = 1e6


@dataclass(frozen=True, slots=True)
class EmbeddingModel:
    """A model that turns texts into vectors. `name` is the name as the settings have it."""

    name: str
    model: str
    url: str
    key: str = ""

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Return one vector for each text, all of the same length; ServiceFailed if the server does not give them."""
        vectors: list[list[float]] = []
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        try:
            async with open_http_client(self.url, _SECONDS, headers=headers, limit=_MAX_ANSWER) as client:
                for start in range(0, len(texts), _AT_ONCE):
                    asked = [text[:_MAX_TEXT] for text in texts[start : start + _AT_ONCE]]
                    response = await client.post(
                        f"{self.url.rstrip('/')}/embeddings", json={"model": self.model, "input": asked}
                    )
                    response.raise_for_status()
                    vectors += self._read(response.json(), len(asked))
        except (httpx2.HTTPError, ResponseRefused, ValueError, RecursionError) as problem:
            reason = Reason("reason.pages.unreachable", problem=type(problem).__name__)
            raise ServiceFailed(url=self.url, problem=reason) from problem
        if len({len(vector) for vector in vectors}) > 1:
            raise self._unreadable()
        return vectors

    def _read(self, answer: object, count: int) -> list[list[float]]:
        rows = answer.get("data") if isinstance(answer, Mapping) else None
        if not isinstance(rows, list) or len(rows) != count:
            raise self._unreadable()
        found = [
            (row.get("index", place), row.get("embedding")) if isinstance(row, Mapping) else (None, None)
            for place, row in enumerate(rows)
        ]
        by_place = {
            place: vector
            for place, vector in found
            if isinstance(place, int) and vector is not None and is_vector(vector)
        }
        if by_place.keys() != set(range(count)):
            raise self._unreadable()
        return [by_place[place] for place in range(count)]

    def _unreadable(self) -> ServiceFailed:
        return ServiceFailed(url=self.url, problem=Reason("reason.library.no_vectors"))


def is_vector(found: Any) -> bool:
    """Whether this is a vector of finite size that points somewhere."""
    return (
        isinstance(found, list)
        and 0 < len(found) <= _MAX_DIMENSIONS
        and all(isinstance(value, int | float) and abs(value) <= _MAX_VALUE for value in found)
        and any(found)
    )


def open_embedding_model(written: str, environ: Mapping[str, str]) -> EmbeddingModel:
    """Return the model with this name: `openai:MODEL`, `ollama:MODEL`, or the address of a server with `#MODEL`."""
    name = parse_model_name(written)
    if name.provider == LOCAL or not name.model:
        reason = Reason("reason.library.embeddings")
        raise InvalidOption(option="embeddings", value=written, allowed=reason)
    url = base_url_of(name, environ) or (find_provider(name.provider).base_url if name.provider in HOSTED else "")
    variable = key_variable_of(name, environ)
    return EmbeddingModel(written, name.model, url, environ.get(variable, "").strip() if variable else "")
