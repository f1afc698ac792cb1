"""`generate_with_retry`: get one named file from a chat service, with retries at lower temperatures."""

import asyncio
import dataclasses
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypedDict, Unpack

from tenacity import AsyncRetrying, RetryCallState, retry_if_result, stop_after_attempt, wait_exponential

from inkwright.clock import SystemClock
from inkwright.errors import Attempt, NeverParsed, ReplyMalformed
from inkwright.i18n import Reason
from inkwright.llm.attempts import (
    AttemptAccepted,
    AttemptRefused,
    AttemptStarted,
    ThoughtListener,
    ignore_event,
    refusal_reason,
)
from inkwright.llm.brain import CallLimits, check_max_calls
from inkwright.llm.call_log import Call, CallLog, NoCallLog, failure_verdict
from inkwright.llm.models import CallVerdict, Usage, clamp_tokens
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
    """A service that completes chats. It returns the raw text and its usage."""

    async def chat_completion(
        self, *, messages: list[dict[str, Any]], temperature: float, max_tokens: int, model: str | None
    ) -> tuple[str | None, Any]:
        """Answer the messages."""
        ...


class GenerationOptions(TypedDict, total=False):
    """Options. `check` may reject a file that parses; `sleep` waits between attempts; `on_event` gets the events.

    `call_log` logs the calls, under the name `subject`, for a service that does not log them itself. `may_skip`:
    whether a reply may say that no file is needed.
    """

    temperature: float | None
    max_tokens: int
    model: str | None
    max_attempts: int
    check: FileCheck | None
    sleep: Sleep
    on_event: ThoughtListener
    call_log: CallLog
    subject: str
    may_skip: bool


@dataclass(frozen=True, slots=True)
class _ResolvedOptions:
    """The options with their defaults."""

    temperature: float | None = 0.7
    max_tokens: int = 4000
    model: str | None = None
    max_attempts: int = 3
    check: FileCheck | None = None
    sleep: Sleep = asyncio.sleep
    on_event: ThoughtListener = ignore_event
    call_log: CallLog = field(default_factory=NoCallLog)
    subject: str = "file"
    may_skip: bool = True


async def generate_with_retry(
    *,
    openai_service: ChatService,
    system_prompt: str,
    user_content: str,
    content_tag: str,
    **options: Unpack[GenerationOptions],
) -> dict[str, Any]:
    """Return one file as `{file_name, file_content, raw_response, usage, is_skipped, skip_reason}`.

    Options: `temperature=0.7, max_tokens=4000, model=None, max_attempts=3`. Each attempt lowers the temperature by 0.1,
    down to 0.3; from the second on, a reminder of the format is added once. `usage` is the sum of all attempts. A skip
    is not retried. If no attempt is accepted, NeverParsed carries them all; errors of the service are raised unchanged.
    """
    resolved = _ResolvedOptions(**options)
    CallLimits(1, resolved.temperature, resolved.max_tokens).check()
    check_max_calls(resolved.max_attempts, "max_attempts")
    messages = {"system": system_prompt, "user": user_content}
    generation = _Generation(openai_service, messages, content_tag, resolved)
    retrying = AsyncRetrying(
        stop=stop_after_attempt(resolved.max_attempts),
        retry=retry_if_result(lambda result: result is None),
        wait=wait_exponential(multiplier=1, min=2, max=10),
        sleep=resolved.sleep,
        retry_error_callback=generation.give_up,
    )
    found: dict[str, Any] = await retrying(generation.attempt)
    return found


class _Generation:
    """The attempts at one file."""

    def __init__(
        self, service: ChatService, messages: dict[str, str], content_tag: str, resolved: _ResolvedOptions
    ) -> None:
        self._service = service
        self._prompts = messages
        self._tag = content_tag
        self._options = resolved
        self._clock = SystemClock()
        self._usage: dict[str, Any] = {}
        self._attempts: list[Attempt] = []

    async def attempt(self) -> dict[str, Any] | None:
        """Ask once; None if the reply is not accepted."""
        number, way = len(self._attempts) + 1, "retry" if self._attempts else "ask"
        self._options.on_event(AttemptStarted(number, way))
        raw, result = await self._ask(way)
        if isinstance(result, Parsed):
            self._options.on_event(AttemptAccepted(number, way))
            return self._result(raw, result.value)
        self._attempts.append(Attempt(raw, result.feedback, result.example))
        self._options.on_event(AttemptRefused(number, raw, result.feedback))
        return None

    async def _ask(self, way: str) -> tuple[str, Parsed[File | SkippedFile] | Rejected]:
        """Return a reply and the result of its check; both are logged."""
        options, messages, start = self._options, self._messages(), self._clock.elapsed()
        try:
            answer = await self._service.chat_completion(
                messages=messages,
                temperature=self._temperature(),
                max_tokens=options.max_tokens,
                model=options.model,
            )
        except BaseException as problem:
            self._record(messages, "", Usage(dollars=None), start, way, failure_verdict(problem))
            raise
        try:
            raw, usage = _text_and_usage(answer, str(getattr(self._service, "name", None) or options.model or ""))
        except ReplyMalformed as problem:
            self._record(messages, "", Usage(dollars=None), start, way, failure_verdict(problem))
            raise
        self._usage = add_usage(self._usage, usage)
        result = self._check(raw)
        verdict = (
            CallVerdict("refused", refusal_reason(result)) if isinstance(result, Rejected) else CallVerdict("accepted")
        )
        self._record(messages, raw, _usage(usage), start, way, verdict)
        return raw, result

    def _record(
        self, messages: list[dict[str, Any]], raw: str, usage: Usage, start: float, way: str, verdict: CallVerdict
    ) -> None:
        seconds, subject = self._clock.elapsed() - start, self._options.subject
        model = getattr(self._service, "name", None) or self._options.model or ""
        call = Call("write", model, messages, raw, usage, seconds, subject=subject, way=way, verdict=verdict)
        self._options.call_log.record(call)

    def give_up(self, _: RetryCallState) -> None:
        """Raise the error that carries every attempt."""
        spent = {"count": len(self._attempts), "usage": self._usage}
        raise NeverParsed(attempts=tuple(self._attempts), parser="file_parser", **spent)

    def _temperature(self) -> float:
        first = 0.7 if self._options.temperature is None else self._options.temperature
        return max(MIN_TEMPERATURE, round(first - TEMPERATURE_STEP * len(self._attempts), 10))

    def _messages(self) -> list[dict[str, Any]]:
        reminder = f"\n\n{self._attempts[-1].feedback}{REMINDER.format(tag=self._tag)}" if self._attempts else ""
        return [
            {"role": "system", "content": self._prompts["system"]},
            {"role": "user", "content": self._prompts["user"] + reminder},
        ]

    def _check(self, raw: str) -> Parsed[File | SkippedFile] | Rejected:
        result = parse_file(raw, self._tag, SKIP_KEYWORDS if self._options.may_skip else ())
        check = self._options.check
        if check is None or isinstance(result, Rejected) or isinstance(result.value, SkippedFile):
            return result
        return check(result.value) or result

    def _result(self, raw: str, found: File | SkippedFile) -> dict[str, Any]:
        common: dict[str, Any] = {"raw_response": raw, "usage": self._usage}
        if isinstance(found, SkippedFile):
            file = {"file_name": None, "file_content": None, "is_skipped": True, "skip_reason": found.reason}
        else:
            file = {"file_name": found.name, "file_content": found.content, "is_skipped": False, "skip_reason": None}
        return {**file, **common}


def _text_and_usage(answer: object, model: str) -> tuple[str, Any]:
    """Return the text and usage of an answer; no answer, or one without a text, is an empty one.

    Anything else than a pair is an error of the service, which is named.
    """
    if answer is None:
        return "", None
    match answer:
        case (str() | None as raw, usage) if isinstance(answer, tuple | list):
            return raw or "", usage
    raise ReplyMalformed(model=model, problem=Reason("reason.llm.not_a_pair", kind=type(answer).__name__))


def add_usage(total: Mapping[str, Any], usage: Any) -> dict[str, Any]:
    """Add the usage of a call to the total; `usage` may be a mapping or an object of any provider.

    If the price of one call is unknown, the price of the total is unknown too.
    """
    added = dict(total)
    for name, count in _counts(usage).items():
        if name == "dollars" and (count is None or added.get(name, 0) is None):
            added[name] = None
        elif isinstance(count, int | float) and not isinstance(count, bool):
            added[name] = added.get(name, 0) + count
    return added


def _counts(usage: Any) -> Mapping[str, Any]:
    if isinstance(usage, Mapping):
        return usage
    if dataclasses.is_dataclass(usage) and not isinstance(usage, type):
        return {each.name: getattr(usage, each.name) for each in dataclasses.fields(usage)}
    as_dict = getattr(usage, "_asdict", None)
    return as_dict() if callable(as_dict) else getattr(usage, "__dict__", {})


def _usage(usage: Any) -> Usage:
    counts = _counts(usage)
    return Usage(
        clamp_tokens(counts.get("prompt_tokens")), clamp_tokens(counts.get("completion_tokens")), counts.get("dollars")
    )
