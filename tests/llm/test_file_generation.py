"""One file from a chat service: temperatures, reminders, skips, and the error for each failure."""

import asyncio
from typing import Any, NamedTuple

import pytest

from inkwright import InvalidOption, MemoryCallLog, NeverParsed, ReplyMalformed, Usage, generate_with_retry

GOOD = "```path\nnotes.md\n```\n\n```markdown\n# Notes\n```"


class Service:
    """A chat service that says what a script says."""

    def __init__(self, *script: str | Exception) -> None:
        self.script = list(script)
        self.calls: list[dict[str, Any]] = []
        self.slept: list[float] = []

    async def chat_completion(
        self, *, messages: list[dict[str, Any]], temperature: float, max_tokens: int, model: str | None
    ) -> tuple[str, Any]:
        self.calls.append({"messages": messages, "temperature": temperature, "max_tokens": max_tokens, "model": model})
        said = self.script.pop(0)
        if isinstance(said, Exception):
            raise said
        return said, {"prompt_tokens": 10, "completion_tokens": len(said), "details": {"cached": 1}}

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)


def generate(service: Service, **options: Any) -> dict[str, Any]:
    return asyncio.run(
        generate_with_retry(
            openai_service=service,
            system_prompt="Write notes.",
            user_content="The source.",
            content_tag="markdown",
            sleep=service.sleep,
            **options,
        )
    )


def test_a_good_reply_is_one_call_and_the_whole_shape() -> None:
    service = Service(GOOD)
    assert generate(service, model="m", max_tokens=99) == {
        "file_name": "notes.md",
        "file_content": "# Notes",
        "raw_response": GOOD,
        "usage": {"prompt_tokens": 10, "completion_tokens": len(GOOD)},
        "is_skipped": False,
        "skip_reason": None,
    }
    assert (service.calls[0]["model"], service.calls[0]["max_tokens"]) == ("m", 99)


@pytest.mark.parametrize(
    ("temperature", "expected"),
    [(0.7, [0.7, 0.6, 0.5, 0.4, 0.3, 0.3]), (None, [0.7, 0.6, 0.5, 0.4, 0.3, 0.3]), (0.2, [0.3] * 6)],
)
def test_each_attempt_is_cooler_down_to_a_floor(temperature: float | None, expected: list[float]) -> None:
    service = Service(*["no blocks"] * 6)
    with pytest.raises(NeverParsed):
        generate(service, temperature=temperature, max_attempts=6)
    assert [call["temperature"] for call in service.calls] == expected


def test_the_reminder_is_added_from_the_second_attempt_on_and_never_piled_up() -> None:
    service = Service("no", "no", GOOD)
    generate(service)
    asked = [call["messages"][1]["content"] for call in service.calls]
    assert asked[0] == "The source."
    assert asked[1] == asked[2]
    assert asked[1].count("IMPORTANT") == 1
    assert "```path and ```markdown" in asked[1]


def test_attempts_are_spaced_by_a_growing_back_off() -> None:
    service = Service(*["no"] * 6)
    with pytest.raises(NeverParsed):
        generate(service, max_attempts=6)
    assert service.slept == [2, 2, 4, 8, 10]


def test_usage_sums_all_attempts_and_exhaustion_carries_them() -> None:
    service = Service("one", "two two")
    with pytest.raises(NeverParsed) as caught:
        generate(service, max_attempts=2)
    assert [attempt.reply for attempt in caught.value.attempts] == ["one", "two two"]
    assert caught.value.fields["usage"] == {"prompt_tokens": 20, "completion_tokens": 10}
    assert caught.value.last_reply == "two two"


def test_a_skip_is_not_retried_and_has_its_reason() -> None:
    service = Service("SKIPPED: the user has an outline")
    found = generate(service)
    assert (found["is_skipped"], found["skip_reason"]) == (True, "SKIPPED: the user has an outline")
    assert (found["file_name"], found["file_content"]) == (None, None)
    assert len(service.calls) == 1


def test_an_error_of_the_service_is_not_a_format_error() -> None:
    service = Service(ConnectionError("down"), GOOD)
    with pytest.raises(ConnectionError, match="down"):
        generate(service)
    assert len(service.calls) == 1


def test_fewer_than_one_attempt_is_refused() -> None:
    with pytest.raises(InvalidOption, match="max_attempts"):
        generate(Service(), max_attempts=0)


def test_every_attempt_is_logged_with_its_verdict_also_one_that_raised() -> None:
    log = MemoryCallLog()
    with pytest.raises(ConnectionError):
        generate(Service("no blocks", ConnectionError("gone")), call_log=log, subject="notes", model="m")
    generate(Service(GOOD), call_log=log)
    assert [(call.purpose, call.subject, call.model, call.way, call.verdict.kind) for call in log.calls] == [
        ("write", "notes", "m", "ask", "refused"),
        ("write", "notes", "m", "retry", "failed"),
        ("write", "file", "", "ask", "accepted"),
    ]
    assert log.calls[1].verdict.reason == "ConnectionError"


class SilentService(Service):
    """A chat service that sometimes has no text, or no answer at all."""

    async def chat_completion(self, **request: Any) -> Any:
        said = self.script.pop(0)
        return None if said == "nothing" else (None, None) if said == "no text" else (said, {})


def test_no_text_and_no_answer_count_as_an_empty_reply() -> None:
    found = generate(SilentService("nothing", "no text", GOOD))
    assert (found["file_name"], found["raw_response"]) == ("notes.md", GOOD)
    with pytest.raises(NeverParsed) as caught:
        generate(SilentService("nothing", "no text"), max_attempts=2)
    assert [attempt.reply for attempt in caught.value.attempts] == ["", ""]


def test_an_agent_that_saves_one_file_wants_a_name_without_folders() -> None:
    service = Service(GOOD.replace("notes.md", "docs/notes.md"), GOOD)
    assert generate(service)["file_name"] == "notes.md"
    assert "it has a folder" in service.calls[1]["messages"][-1]["content"]


@pytest.mark.parametrize("answer", ["ab", ("text",), (1, {}), {"text": "x"}, ("a", {}, "b")])
def test_a_service_that_returns_no_pair_is_named_and_logged(answer: Any) -> None:
    log = MemoryCallLog()

    class Broken(Service):
        name = "odd"

        async def chat_completion(self, **_: Any) -> Any:
            return answer

    with pytest.raises(ReplyMalformed, match="odd"):
        generate(Broken(), call_log=log)
    assert len(log.calls) == 1


@pytest.mark.parametrize("count", [0, True, 1.5, "2"])
def test_the_number_of_attempts_is_a_whole_number(count: Any) -> None:
    with pytest.raises(InvalidOption, match="max_attempts"):
        generate(Service(), max_attempts=count)


@pytest.mark.parametrize("options", [{"temperature": -1}, {"temperature": float("nan")}, {"max_tokens": 0}])
def test_limits_that_no_service_can_follow_are_refused_before_a_call(options: dict[str, Any]) -> None:
    service = Service()
    with pytest.raises(InvalidOption):
        generate(service, **options)
    assert service.calls == []


class Counts(NamedTuple):
    prompt_tokens: int
    completion_tokens: int


@pytest.mark.parametrize("usage", [Usage(3, 4), Counts(3, 4), {"prompt_tokens": 3, "completion_tokens": 4}])
def test_the_usage_of_any_provider_is_summed(usage: Any) -> None:
    class Counting(Service):
        async def chat_completion(self, **_: Any) -> Any:
            return self.script.pop(0), usage

    found = generate(Counting("no", GOOD))
    assert (found["usage"]["prompt_tokens"], found["usage"]["completion_tokens"]) == (6, 8)
