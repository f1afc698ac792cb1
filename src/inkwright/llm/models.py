"""What a language model is to the rest of Inkwright: messages in, a reply out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

Message = Mapping[str, Any]
"""One message of a conversation: `{"role": "user", "content": "…"}`; the content may be of several parts."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens that were read and written."""

    prompt_tokens: int = 0
    completion_tokens: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(self.prompt_tokens + other.prompt_tokens, self.completion_tokens + other.completion_tokens)


@dataclass(frozen=True, slots=True)
class Reply:
    """The raw text of a model, and what it cost. Nothing in it is believed before a parser accepts it."""

    text: str
    usage: Usage = Usage()


class Model(Protocol):
    """A model that can be asked."""

    @property
    def name(self) -> str:
        """How people call it, such as `openai:gpt-5`."""
        ...

    async def reply(
        self, messages: Sequence[Message], *, temperature: float | None = None, max_tokens: int | None = None
    ) -> Reply:
        """Answer a conversation. Errors of the transport are raised; they are not replies."""
        ...
