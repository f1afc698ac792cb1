"""The scripted model: its replies, the requests it records, and the lines of a script."""

import asyncio

import pytest

from inkwright import ScriptedModel
from inkwright.llm.models import Model, Reply, Request, Usage
from tests.each import each


def test_it_says_the_lines_in_order_and_keeps_what_it_received() -> None:
    model = ScriptedModel(["one", Reply("two", Usage(3, 4)), lambda request: request.messages[-1]["content"].upper()])
    messages = [{"role": "user", "content": "hello there"}]

    async def ask() -> list[Reply]:
        return [await model.reply(Request(messages, 0.5, 9)) for _ in range(3)]

    assert asyncio.run(ask()) == [
        Reply("one", Usage(2, 1), model="scripted"),
        Reply("two", Usage(3, 4), model="scripted"),
        Reply("HELLO THERE", Usage(2, 2), model="scripted"),
    ]
    messages[0]["content"] = "changed"
    assert model.calls[0].messages == [{"role": "user", "content": "hello there"}]
    assert (model.calls[0].temperature, model.calls[0].max_tokens) == (0.5, 9)


def test_an_exception_in_the_script_is_raised() -> None:
    with pytest.raises(TimeoutError, match="slow"):
        asyncio.run(ScriptedModel([TimeoutError("slow")]).reply(Request([])))


def test_a_script_that_is_used_up_says_so() -> None:
    with pytest.raises(AssertionError, match="used up after 0 calls"):
        asyncio.run(ScriptedModel([]).reply(Request([])))


def test_it_is_a_model() -> None:
    model: Model = ScriptedModel([], name="mine")
    assert model.name == "mine"


@each(
    "reply, names_control, said",
    [
        ('{"statements": []}', True, '{"statements": [{"sentence": 2, "proof": []}]}'),
        ('{"statements": []}', False, '{"statements": []}'),
        ("All fine.", True, "All fine."),
        ('{"statements": 1}', True, '{"statements": 1}'),
        ("[]", True, "[]"),
    ],
)
def test_a_scripted_judge_finds_the_control_unless_it_is_told_not_to(
    reply: str, names_control: bool, said: str
) -> None:
    model = ScriptedModel([], judge=lambda _request: reply, names_control=names_control)
    asked = Request(
        [{"role": "user", "content": "The message:\n[1] It rains.\n[2] “Kestrel 7301” is ready.\n\nJSON"}],
        purpose="judge",
    )
    assert asyncio.run(model.reply(asked)).text == said
