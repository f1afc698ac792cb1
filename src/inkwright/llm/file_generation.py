"""`generate_with_retry`: one named file from a chat service, retried with a reminder and a lower temperature."""

import asyncio
import dataclasses
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypedDict, Unpack

from tenacity import AsyncRetrying, RetryCallState, retry_if_result, stop_after_attempt, wait_exponential

from inkwright.clock import SystemClock
from inkwright.errors import Attempt, InvalidOption, NeverParsed
from inkwright.llm.attempts import AttemptAccepted, AttemptRefused, AttemptStarted, ThoughtListener, ignore_event
from inkwright.llm.call_log import Call, CallLog, NoCallLog
from inkwright.llm.models import Usage, clamp_tokens
from inkwright.parsing import Parsed, Rejected
from inkwright.parsing.files import File, SkippedFile, parse_file

TEMPERATURE_STEP: Final = 0.1
MIN_TEMPERATURE: Final = 0.3
SKIP_KEYWORDS: Final = ("SKIPPED", "SKIP")
REMINDER: Final = (
    "\n\n⚠️ IMPORTANT: You MUST output in the exact format with ```path and ```{tag} blocks. Ensure both blocks are "
    "present and properly formatted. Do NOT output explanations or questions outside the markdown blocks."
)

FileCheck = Callable[[File], Rejected | None]
Sleep = Callable[[float], Awaitable[None]]


class ChatService(Protocol):
    """Anything that completes a chat: returns the raw text and what it cost."""

    async def chat_completion(
        self, *, messages: list[dict[str, Any]], temperature: float, max_tokens: int, model: str | None
    ) -> tuple[str, Any]:
        """Answer the messages."""
        ...


class GenerationOptions(TypedDict, total=False):
    """How to ask. `check` may refuse a file that parses; `sleep` waits between attempts; `tell` gets each of them."""

    temperature: float | None
    max_tokens: int
    model: str | None
    max_attempts: int
    check: FileCheck | None
    sleep: Sleep
    tell: ThoughtListener
    call_log: CallLog
    purpose: str


@dataclass(frozen=True, slots=True)
class _ResolvedOptions:
    """The options with their defaults."""

    temperature: float | None = 0.7
    max_tokens: int = 4000
    model: str | None = None
    max_attempts: int = 3
    check: FileCheck | None = None
    sleep: Sleep = asyncio.sleep
    tell: ThoughtListener = ignore_event
    call_log: CallLog = field(default_factory=NoCallLog)
    purpose: str = "file"


async def generate_with_retry(
    *,
    openai_service: ChatService,
    system_prompt: str,
    user_content: str,
    content_tag: str,
    **options: Unpack[GenerationOptions],
) -> dict[str, Any]:
    """One file as `{file_name, file_content, raw_response, usage, is_skipped, skip_reason}`.

    Options: `temperature=0.7, max_tokens=4000, model=None, max_attempts=3`. Each attempt is 0.1 cooler, down to 0.3;
    from the second on the reminder of the format is added, once. `usage` sums all attempts. A skip is not asked again.
    When no attempt is accepted NeverParsed carries them all; an error of the service is raised as it is.
    """
    asking = _ResolvedOptions(**options)
    if asking.max_attempts < 1:
        raise InvalidOption(
            option="max_attempts", value=asking.max_attempts, allowed="It counts all calls: at least 1."
        )
    messages = {"system": system_prompt, "user": user_content}
    generation = _Generation(openai_service, messages, content_tag, asking)
    retrying = AsyncRetrying(
        stop=stop_after_attempt(asking.max_attempts),
        retry=retry_if_result(lambda result: result is None),
        wait=wait_exponential(multiplier=1, min=2, max=10),
        sleep=asking.sleep,
        retry_error_callback=generation.give_up,
    )
    found: dict[str, Any] = await retrying(generation.attempt)
    return found


class _Generation:
    """The attempts at one file."""

    def __init__(
        self, service: ChatService, messages: dict[str, str], content_tag: str, asking: _ResolvedOptions
    ) -> None:
        self._service = service
        self._asked = messages
        self._tag = content_tag
        self._asking = asking
        self._clock = SystemClock()
        self._usage: dict[str, Any] = {}
        self._attempts: list[Attempt] = []

    async def attempt(self) -> dict[str, Any] | None:
        """Ask once; None if the reply is not accepted."""
        number, way = len(self._attempts) + 1, "retry" if self._attempts else "ask"
        self._asking.tell(AttemptStarted(number, way))
        messages, start = self._messages(), self._clock.elapsed()
        raw, usage = await self._service.chat_completion(
            messages=messages,
            temperature=self._temperature(),
            max_tokens=self._asking.max_tokens,
            model=self._asking.model,
        )
        self._usage = add_usage(self._usage, usage)
        result = self._judged(raw)
        self._record(Call("", "", messages, raw, _usage(usage), self._clock.elapsed() - start, way=way), result)
        if isinstance(result, Parsed):
            self._asking.tell(AttemptAccepted(number, way))
            return self._shaped(raw, result.value)
        self._attempts.append(Attempt(raw, result.feedback, result.example))
        self._asking.tell(AttemptRefused(number, raw, result.feedback))
        return None

    def _record(self, call: Call, result: Parsed[File | SkippedFile] | Rejected) -> None:
        feedback = result.feedback if isinstance(result, Rejected) else None
        model = getattr(self._service, "name", None) or self._asking.model or ""
        self._asking.call_log.record(
            dataclasses.replace(call, purpose=self._asking.purpose, model=model, feedback=feedback)
        )

    def give_up(self, _: RetryCallState) -> None:
        """Every attempt was made."""
        spent = {"count": len(self._attempts), "usage": self._usage}
        raise NeverParsed(attempts=tuple(self._attempts), parser="file_parser", **spent)

    def _temperature(self) -> float:
        hottest = 0.7 if self._asking.temperature is None else self._asking.temperature
        return max(MIN_TEMPERATURE, round(hottest - TEMPERATURE_STEP * len(self._attempts), 10))

    def _messages(self) -> list[dict[str, Any]]:
        reminder = f"\n\n{self._attempts[-1].feedback}{REMINDER.format(tag=self._tag)}" if self._attempts else ""
        return [
            {"role": "system", "content": self._asked["system"]},
            {"role": "user", "content": self._asked["user"] + reminder},
        ]

    def _judged(self, raw: str) -> Parsed[File | SkippedFile] | Rejected:
        result = parse_file(raw, self._tag, SKIP_KEYWORDS)
        check = self._asking.check
        if check is None or isinstance(result, Rejected) or isinstance(result.value, SkippedFile):
            return result
        return check(result.value) or result

    def _shaped(self, raw: str, found: File | SkippedFile) -> dict[str, Any]:
        shape: dict[str, Any] = {"raw_response": raw, "usage": self._usage}
        if isinstance(found, SkippedFile):
            file = {"file_name": None, "file_content": None, "is_skipped": True, "skip_reason": found.reason}
        else:
            file = {"file_name": found.name, "file_content": found.content, "is_skipped": False, "skip_reason": None}
        return {**file, **shape}


def add_usage(total: Mapping[str, Any], usage: Any) -> dict[str, Any]:
    """The counts of two calls added up; `usage` may be a mapping or an object of any provider.

    A price that is not known of one call is not known of the sum.
    """
    added = dict(total)
    for name, count in _counts(usage).items():
        if name == "dollars" and (count is None or added.get(name, 0) is None):
            added[name] = None
        elif isinstance(count, int | float) and not isinstance(count, bool):
            added[name] = added.get(name, 0) + count
    return added


def _counts(usage: Any) -> Mapping[str, Any]:
    return usage if isinstance(usage, Mapping) else getattr(usage, "__dict__", {})


def _usage(usage: Any) -> Usage:
    counts = _counts(usage)
    return Usage(
        clamp_tokens(counts.get("prompt_tokens")), clamp_tokens(counts.get("completion_tokens")), counts.get("dollars")
    )
