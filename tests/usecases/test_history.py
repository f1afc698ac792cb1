"""The history of a new turn is the same as if the whole conversation had been read."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from inkwright import Brain, ModelBusy, ScriptedModel
from inkwright.clock import SystemClock
from inkwright.conversation.context_window import format_history_for_prompt
from inkwright.conversation.tokens import estimate_tokens
from inkwright.conversation.turns import Answered, ArtifactRef, Delivered, Message, RouterResult, TurnState
from inkwright.llm.models import Abilities
from inkwright.store.conversations import StoredConversations
from inkwright.store.database import Database, database_url
from inkwright.testing.memory_conversations import MemoryConversations
from inkwright.usecases.history import HistoryText, load_history_text, summarise_turns, summary_text


def said(number: int, role: str, text: str) -> Message:
    given = {"id": f"msg_{number:04}", "conversation_id": "c", "owner": "me", "role": role, "text": text}
    return Message.model_validate(given)


def loaded(messages: list[Message], budget: int) -> HistoryText:
    async def go() -> HistoryText:
        kept = MemoryConversations()
        for message in messages:
            await kept.add_message(message)
        return await load_history_text(kept, "c", owner="me", budget_tokens=budget, language="en")

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


def test_of_nothing_nothing_is_reported() -> None:
    assert loaded([], 100) == HistoryText("", is_cut=False)


ME, CONVERSATION = "me", "conv_1"
WEAK = Abilities(is_weak=True)
ROUTE = RouterResult(intent="chat", confidence=1)


@contextlib.asynccontextmanager
async def kept_in(folder: Path) -> AsyncIterator[StoredConversations]:
    database = Database(database_url("auto", folder))
    try:
        await database.open()
        yield StoredConversations(database, SystemClock())
    finally:
        await database.close()


def a_turn(number: int, message: str = "", reply: str = "", made: str = "") -> TurnState:
    message, reply = message or f"Question {number}. And more.", reply or f"Answer {number}. And more."
    deck = ArtifactRef(id=made, artifact_version=1, artifact_kind="pptx", name="Rain.pptx", title="Rain", size=9)
    outcome = Delivered(message=reply, artifacts=(deck,)) if made else Answered(message=reply)
    return TurnState(
        id=f"turn_{number:03}",
        conversation_id=CONVERSATION,
        owner=ME,
        message=message,
        route=ROUTE,
        status="finished",
        outcome=outcome,
    )


def summarised(folder: Path, model: ScriptedModel, turns: list[TurnState], keep_latest: int = 6) -> str | None:
    """Keep these turns too, then summarise."""

    async def work() -> str | None:
        async with kept_in(folder) as kept:
            for turn in turns:
                await kept.save_turn(turn)
            return await summarise_turns(Brain(model), kept, CONVERSATION, owner=ME, keep_latest=keep_latest)

    return asyncio.run(work())


def kept_summary(folder: Path) -> tuple[str, str] | None:
    async def work() -> tuple[str, str] | None:
        async with kept_in(folder) as kept:
            found = await kept.summary(CONVERSATION, owner=ME)
            return (found[0], summary_text(found[1])) if found else None

    return asyncio.run(work())


def asked(model: ScriptedModel, number: int) -> str:
    return str(model.calls[number].messages[0]["content"])


def test_the_latest_turns_are_left_alone(tmp_path: Path) -> None:
    model = ScriptedModel([])
    assert summarised(tmp_path, model, [a_turn(number) for number in range(6)]) is None
    assert kept_summary(tmp_path) is None


def test_older_turns_become_a_summary_that_is_kept(tmp_path: Path) -> None:
    model = ScriptedModel(["They asked twice.\n\n[Summary]\nThe person asked two questions."])
    turns = [a_turn(number) for number in range(8)]
    assert summarised(tmp_path, model, turns) == "The person asked two questions."
    assert kept_summary(tmp_path) == ("turn_001", "The person asked two questions.")
    prompt = asked(model, 0)
    assert "User: Question 0. And more.\nAssistant: Answer 0. And more.\nUser: Question 1." in prompt
    assert "Question 2" not in prompt
    assert "Think first" in prompt
    assert "For example" in prompt


def test_only_what_the_last_summary_does_not_cover_is_read(tmp_path: Path) -> None:
    model = ScriptedModel(["[Summary]\nTwo questions.", "[Summary]\nThree questions."])
    summarised(tmp_path, model, [a_turn(number) for number in range(8)])
    assert summarised(tmp_path, model, []) == "Two questions."
    assert summarised(tmp_path, model, [a_turn(8)]) == "Three questions."
    prompt = asked(model, 1)
    assert "Two questions." in prompt
    assert "Question 2" in prompt
    assert "Question 1" not in prompt
    assert kept_summary(tmp_path) == ("turn_002", "Three questions.")


def test_a_summary_in_chinese_is_asked_for_in_chinese(tmp_path: Path) -> None:
    model = ScriptedModel(["先想一想。\n\n[摘要]\n用户教六年级。"])
    turns = [a_turn(0, "我教六年级。", "好的。", made="art_1"), a_turn(1, "再见", "再见")]
    assert summarised(tmp_path, model, turns, keep_latest=0) == "用户教六年级。\n文件：Rain.pptx (art_1)"
    assert "请先用自己的话思考" in asked(model, 0)
    assert "用户：我教六年级。\n助手：好的。（文件：art_1）" in asked(model, 0)


def test_an_id_that_was_never_there_is_refused_so_is_the_copied_example(tmp_path: Path) -> None:
    copied = "[Summary]\nA deck about volcanoes was made (art_018f)."
    model = ScriptedModel([copied, "[Summary]\nA deck was made (art_1)."])
    turns = [a_turn(0, made="art_1"), a_turn(1)]
    assert summarised(tmp_path, model, turns, keep_latest=1) == "A deck was made (art_1).\nFiles: Rain.pptx (art_1)"
    assert "art_018f" in str(model.calls[1].messages[-1]["content"])


def test_files_are_listed_once_even_if_the_model_leaves_them_out(tmp_path: Path) -> None:
    model = ScriptedModel(["[Summary]\nNothing much.", "[Summary]\nStill nothing."])
    summarised(tmp_path, model, [a_turn(0, made="art_1"), a_turn(1)], keep_latest=1)
    again = summarised(tmp_path, model, [a_turn(2, made="art_2")], keep_latest=1)
    assert again == "Still nothing.\nFiles: Rain.pptx (art_1)"
    assert summarised(tmp_path, ScriptedModel([], abilities=WEAK), [a_turn(3)], keep_latest=1) == (
        "Still nothing.\n- Question 2. → Answer 2.\nFiles: Rain.pptx (art_1), Rain.pptx (art_2)"
    )


def test_a_summary_of_an_earlier_version_is_words_and_its_ids_are_still_known(tmp_path: Path) -> None:
    async def work() -> str | None:
        async with kept_in(tmp_path) as kept:
            await kept.save_turn(a_turn(0))
            await kept.put_summary(CONVERSATION, "turn_000", "They asked.\nFiles: Rain.pptx (art_1)", owner=ME)
            await kept.save_turn(a_turn(1, made="art_2"))
            model = ScriptedModel(["[Summary]\nThey asked twice."])
            return await summarise_turns(Brain(model), kept, CONVERSATION, owner=ME, keep_latest=0)

    assert asyncio.run(work()) == "They asked twice.\nFiles: art_1, Rain.pptx (art_2)"


def test_a_weak_model_is_not_asked_and_first_sentences_summarise_each_turn(tmp_path: Path) -> None:
    weak = ScriptedModel([], abilities=WEAK)
    turns = [a_turn(0), a_turn(1, "下雨吗？我想知道。", "会下。带伞。"), a_turn(2)]
    assert summarised(tmp_path, weak, turns, keep_latest=1) == "- Question 0. → Answer 0.\n- 下雨吗？ → 会下。"
    assert summarised(tmp_path, weak, [a_turn(3)], keep_latest=1) == (
        "- Question 0. → Answer 0.\n- 下雨吗？ → 会下。\n- Question 2. → Answer 2."
    )


def test_first_sentences_of_many_turns_stay_short_with_the_first_and_the_latest(tmp_path: Path) -> None:
    weak = ScriptedModel([], abilities=WEAK)
    summary = summarised(tmp_path, weak, [a_turn(number) for number in range(300)]) or ""
    lines = summary.splitlines()
    assert (lines[0], lines[1], lines[-1]) == (
        "- Question 0. → Answer 0.",
        "- …",
        "- Question 293. → Answer 293.",
    )
    assert len(lines) < 100
    assert (summarised(tmp_path, weak, [a_turn(300)]) or "").count("…") == 1


def test_a_model_whose_summaries_are_never_accepted_is_not_needed(tmp_path: Path) -> None:
    too_long = "[Summary]\n" + "many words " * 400
    model = ScriptedModel(["no header", "", too_long])
    assert summarised(tmp_path, model, [a_turn(0), a_turn(1)], keep_latest=1) == "- Question 0. → Answer 0."
    assert len(model.calls) == 3


def test_an_error_of_the_model_passes_and_what_was_done_before_it_is_kept(tmp_path: Path) -> None:
    long = "word " * 3000
    turns = [a_turn(number, f"Part {number}. {long}", long) for number in range(12)]
    model = ScriptedModel(["[Summary]\nThe first part.", ModelBusy(model="m", problem="429")])
    with pytest.raises(ModelBusy):
        summarised(tmp_path, model, turns)
    upto, words = kept_summary(tmp_path) or ("", "")
    assert words == "The first part."
    rest = ScriptedModel(["[Summary]\nBoth parts."])
    assert summarised(tmp_path, rest, []) == "Both parts."
    assert f"Part {int(upto.removeprefix('turn_')) + 1}." in asked(rest, 0)
    assert "Part 0." not in asked(rest, 0)


def test_the_summary_appears_in_the_talk_of_the_next_turn(tmp_path: Path) -> None:
    async def talk() -> str:
        async with kept_in(tmp_path) as kept:
            from_turns = [a_turn(number) for number in range(4)]
            for turn in from_turns:
                await kept.save_turn(turn)
                for role, words in (("user", turn.message), ("assistant", f"Answer. {'word ' * 40}")):
                    await kept.add_message(
                        Message.model_validate(
                            {
                                "id": f"{turn.id}-{role}",
                                "conversation_id": CONVERSATION,
                                "owner": ME,
                                "role": role,
                                "text": words,
                            }
                        )
                    )
            brain = Brain(ScriptedModel(["[Summary]\nThey asked a lot."]))
            await summarise_turns(brain, kept, CONVERSATION, owner=ME, keep_latest=1)
            return (await load_history_text(kept, CONVERSATION, owner=ME, budget_tokens=80, language="en")).text

    lines = asyncio.run(talk()).splitlines()
    assert lines[:3] == [
        "User: Question 0. And more.",
        "(Earlier messages are left out here. In short: They asked a lot.)",
        "User: Question 3. And more.",
    ]


def test_a_summary_remains_while_what_it_does_not_cover_has_room_beside_it(tmp_path: Path) -> None:
    async def scenario() -> list[str | None]:
        found: list[str | None] = []
        async with kept_in(tmp_path) as conversations:
            brain = Brain(ScriptedModel([], abilities=WEAK))
            for number in range(1, 13):
                await conversations.save_turn(a_turn(number, "Question. " * 40))
                found.append(
                    await summarise_turns(brain, conversations, CONVERSATION, owner=ME, keep_latest=2, room_tokens=500)
                )
        return found

    found = asyncio.run(scenario())
    changes = [number for number in range(1, 12) if found[number] != found[number - 1]]
    assert found[0] is None
    assert 1 <= len(changes) <= 4
