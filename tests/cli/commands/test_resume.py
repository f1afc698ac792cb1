"""`inkwright resume`: what waits is listed, and goes on in another process."""

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import pytest

from inkwright.settings import load_settings
from inkwright.usecases.store import LOCAL_OWNER, open_store
from tests.cli.chat.chat_program import DECK, OUTLINE, Chat, Mind, calls, on_a_pipe, says, world
from tests.programs import StartedProgram

MODEL = ("--model", "openai:gpt-5")
PROPOSED = calls("propose_pptx_outline", **OUTLINE)
MADE = [calls("generate_pptx", **DECK), calls("answer", message="Here it is.")]


def waiting(folder: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(on_a_pipe(folder, "resume", "--json").stdout)
    return found


def asked(folder: Path, mind: Mind) -> str:
    """A request whose outline waits; its id."""
    assert on_a_pipe(folder, "ask", "Slides about rain", *MODEL, mind=mind).returncode == 12
    return str(waiting(folder)[0]["id"])


def died(folder: Path, mind: Mind) -> None:
    """A program that was killed in the middle of a turn."""
    program = StartedProgram(["ask", "Tell me", "--json", *MODEL], cwd=folder, env=world(folder, mind=mind))
    program.see(b"A long story")
    program.kill()


def let_go(folder: Path) -> None:
    """A minute later nobody believes that the program lives."""
    change_turns(folder, held_until=0.0)


def on_another_machine(folder: Path) -> None:
    """A program that cannot be seen from here may still live."""
    change_turns(folder, held_by="", held_until=time.time() + 75)


def change_turns(folder: Path, **changes: object) -> None:
    async def go() -> None:
        async with open_store(load_settings(flags={}, environ={}, folder=folder, home=folder / "home")) as store:
            for turn in await store.conversations.unfinished(LOCAL_OWNER):
                await store.conversations.save_turn(turn.model_copy(update=changes))

    asyncio.run(go())


def test_nothing_waits_in_a_new_home(tmp_path: Path) -> None:
    done = on_a_pipe(tmp_path, "resume")
    assert (done.returncode, done.stdout) == (0, "There are no unfinished requests.\n")


def test_what_waits_is_listed_with_its_question_and_request(tmp_path: Path) -> None:
    with Mind([PROPOSED]) as mind:
        own = asked(tmp_path, mind)
    done = on_a_pipe(tmp_path, "resume")
    head, row, title, foot = done.stdout.splitlines()
    assert (head.split(), foot) == (["ID", "since", "type", "request"], "Resume one: `inkwright resume ID`.")
    assert row.startswith(own[-8:])
    assert row.endswith("outline  Slides about rain")
    assert "Rain" in title


def test_an_outline_is_answered_in_another_process_and_the_deck_is_made(tmp_path: Path) -> None:
    with Mind([PROPOSED, *MADE]) as mind:
        own = asked(tmp_path, mind)
        done = on_a_pipe(tmp_path, "resume", own[-8:], *MODEL, "--yes", mind=mind)
    assert (done.returncode, (tmp_path / "Rain.pptx").exists()) == (0, True)
    assert waiting(tmp_path) == []


def test_an_outline_that_was_saved_for_later_is_found_and_taken_up_at_the_terminal(tmp_path: Path) -> None:
    with Mind([PROPOSED, *MADE]) as mind:
        chat = Chat(tmp_path, "chat", *MODEL, mind=mind)
        chat.say("Slides about rain").see("Accept it")
        chat.type("s").see("Continue any time: inkwright resume", "❯")
        chat.leave()
        saved = next(tmp_path.glob("outline-*.md"))
        saved.write_text(saved.read_text().replace("Sea", "Ocean"))
        own = str(waiting(tmp_path)[0]["id"])
        assert f"saved as {saved.name}" in on_a_pipe(tmp_path, "resume").stdout
        again = Chat(tmp_path, "resume", own, *MODEL, mind=mind)
        again.see("Ocean", "This is the version you saved").type("a").see("Wrote Rain.pptx")
        again.left()
        told = json.dumps([received.body for received in mind.received])
    assert "the person changed the outline to exactly this" in told


def test_a_turn_whose_process_died_goes_on(tmp_path: Path) -> None:
    with Mind([says("A long story", hold=True), says("The end.")]) as mind:
        died(tmp_path, mind)
        assert waiting(tmp_path)[0]["kind"] == "dead"
        on_another_machine(tmp_path)
        (left,) = waiting(tmp_path)
        assert left["kind"] == "running"
        held = on_a_pipe(tmp_path, "resume", left["turn"], *MODEL, mind=mind)
        assert (held.returncode, "less than a minute ago" in held.stderr) == (1, True)
        let_go(tmp_path)
        assert "interrupted  Tell me" in on_a_pipe(tmp_path, "resume").stdout
        done = on_a_pipe(tmp_path, "resume", left["conversation"], *MODEL, mind=mind)
    assert (done.returncode, "The end." in done.stdout) == (0, True)
    assert waiting(tmp_path) == []


def test_retry_in_a_talk_goes_on_with_a_turn_whose_process_died(tmp_path: Path) -> None:
    with Mind([says("A long story", hold=True), says("The end.")]) as mind:
        died(tmp_path, mind)
        on_another_machine(tmp_path)
        (left,) = waiting(tmp_path)
        talk = ("chat", *MODEL, "--conversation", left["conversation"])
        early = on_a_pipe(tmp_path, *talk, lines="/retry\n", mind=mind)
        assert (early.returncode, "its status is running" in early.stderr) == (2, True)
        let_go(tmp_path)
        done = on_a_pipe(tmp_path, *talk, lines="/retry\n", mind=mind)
    assert (done.returncode, done.stdout) == (0, "The end.\n")


def test_what_was_taken_back_waits_no_more(tmp_path: Path) -> None:
    with Mind([PROPOSED, PROPOSED]) as mind:
        done = on_a_pipe(tmp_path, "chat", *MODEL, "--json", lines="Slides about rain\n/undo\n", mind=mind)
    assert done.returncode == 12
    assert waiting(tmp_path) == []


@pytest.mark.parametrize(("language", "said"), [("en", "No unfinished request"), ("zh", "未完成的任务")])
def test_an_id_that_nothing_has_is_a_sentence(tmp_path: Path, language: str, said: str) -> None:
    done = on_a_pipe(tmp_path, "resume", "nope", language=language)
    assert (done.returncode, said in done.stderr) == (2, True)
