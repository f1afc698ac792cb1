"""The talk that a new turn is told is the same as if all of it had been read."""

import asyncio
import random

import pytest

from inkwright.conversation.histories import format_history_for_prompt
from inkwright.conversation.memory import MemoryConversations
from inkwright.conversation.messages import Message
from inkwright.conversation.tokens import estimate_tokens
from inkwright.usecases.load_history import Talk, load_talk


def said(number: int, role: str, text: str) -> Message:
    given = {"id": f"msg_{number:04}", "conversation_id": "c", "owner": "me", "role": role, "text": text}
    return Message.model_validate(given)


def loaded(messages: list[Message], budget: int) -> Talk:
    async def go() -> Talk:
        kept = MemoryConversations()
        for message in messages:
            await kept.add_message(message)
        return await load_talk(kept, "c", owner="me", budget_tokens=budget, language="en")

    return asyncio.run(go())


def some_talk(seed: int) -> list[Message]:
    """Questions, some without a reply and some with several; some words, some pages."""
    chance = random.Random(seed)
    roles = ["user", *(chance.choice(["user", "assistant", "assistant"]) for _ in range(chance.randrange(90)))]
    texts = ("rain 雨 " * chance.choice([1, 5, 40, 400]) for _ in roles)
    return [said(number, role, text) for number, (role, text) in enumerate(zip(roles, texts, strict=True))]


@pytest.mark.parametrize("budget", [1, 300, 2_000, 100_000])
def test_what_is_told_is_what_fits_of_the_whole_talk(budget: int) -> None:
    for seed in range(25):
        messages = some_talk(seed)
        talk = loaded(messages, budget)
        assert talk.text == format_history_for_prompt(messages, budget_tokens=budget, language="en")
        assert talk.is_cut == (sum(estimate_tokens(message.text) for message in messages) > budget)


def test_what_the_person_said_last_is_told_however_much_was_said_after_it() -> None:
    replies = [said(number, "assistant", "It rains. " * 50) for number in range(2, 60)]
    messages = [said(0, "user", "Hello."), said(1, "user", "What is rain?"), *replies]
    assert "User: What is rain?" in loaded(messages, 20).text


def test_of_nothing_nothing_is_told() -> None:
    assert loaded([], 100) == Talk("", is_cut=False)
