"""Finished files reach the folder of the person, or the person is told where they are."""

import asyncio
import dataclasses
import io
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from inkwright import ScriptedModel
from inkwright.agent.services import TurnServices
from inkwright.cli.shell import Shell
from inkwright.cli.turns import report_undelivered
from inkwright.conversation.turns import Delivered
from inkwright.errors import NotDelivered
from inkwright.settings import load_settings
from inkwright.usecases.deliveries import deliver_files, find_undelivered, mark_delivered
from inkwright.usecases.store import LOCAL_OWNER, Store, open_store
from inkwright.usecases.turns import send_message
from tests.agent.test_run import NOTE, deliver
from tests.agent.turn_services import NOTE_TOOL, ROUTE
from tests.store.turn_writer import settings_of, vault_of
from tests.usecases.test_answer_recovery import LaterClock


def with_a_note(home: Path, work: Callable[[Store, TurnServices, Delivered], Awaitable[None]]) -> None:
    """A note was delivered, and its process died before it was saved in `out`."""

    async def go() -> None:
        async with open_store(settings_of(home)) as opened:
            services = opened.turn_services(
                ScriptedModel([NOTE, deliver]), [NOTE_TOOL], lambda _number, _event: None, output=home / "out"
            )
            services = dataclasses.replace(services, vault=vault_of(opened))
            outcome = await send_message(services, "Make a note.", ROUTE, owner=LOCAL_OWNER)
            assert isinstance(outcome, Delivered)
            assert await find_undelivered(opened, owner=LOCAL_OWNER) == [], "its process may still be saving it"
            await work(dataclasses.replace(opened, clock=LaterClock()), services, outcome)

    asyncio.run(go())


def test_what_was_not_saved_is_told_once_with_the_command_that_saves_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = load_settings(flags={}, environ={}, folder=tmp_path, home=tmp_path)
    shell = Shell(settings, "en", io.StringIO(), sys.stdin.buffer)

    async def work(store: Store, _: TurnServices, outcome: Delivered) -> None:
        (turn,) = await find_undelivered(store, owner=LOCAL_OWNER)
        assert turn.outcome == outcome
        for _try in range(2):
            await report_undelivered(shell, store)
        told = capsys.readouterr().err
        assert told.count("\n") == 1
        assert f"inkwright files export {outcome.artifacts[0].id} -o {tmp_path / 'out'}" in told

    with_a_note(tmp_path, work)


def test_what_was_saved_is_not_told(tmp_path: Path) -> None:
    async def work(store: Store, services: TurnServices, outcome: Delivered) -> None:
        [path] = await deliver_files(services.vault, outcome.artifacts[0], tmp_path / "out")
        assert path is not None
        assert path.read_bytes() == b"It rains."
        (turn,) = await find_undelivered(store, owner=LOCAL_OWNER)
        await mark_delivered(services.conversations, turn.id, owner=LOCAL_OWNER)
        assert await find_undelivered(store, owner=LOCAL_OWNER) == []

    with_a_note(tmp_path, work)


def test_a_folder_that_cannot_be_written_says_that_the_file_is_stored_and_how_to_get_it(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("not a folder")

    async def work(store: Store, services: TurnServices, outcome: Delivered) -> None:
        with pytest.raises(NotDelivered, match=f"files export {outcome.artifacts[0].id} -o"):
            await deliver_files(services.vault, outcome.artifacts[0], tmp_path / "out")
        assert len(await find_undelivered(store, owner=LOCAL_OWNER)) == 1

    with_a_note(tmp_path, work)
