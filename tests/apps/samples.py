"""Samples for the tests of apps: a small school in a store, conversations about it, and jobs in this process."""

import contextlib
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from inkwright.agent.rule_planner import NoModel
from inkwright.application import Inkwright
from inkwright.conversation.app_records import AppRecord, AppRun
from inkwright.conversation.turns import Answered, Message, TurnState
from inkwright.llm.models import Abilities
from inkwright.school.records import Pupil, Result, SchoolClass, SchoolData, SchoolImport, Test
from inkwright.school.school import School
from inkwright.usecases.apps import NewApp, NewAppRun, PersonsApps

HOSTED = Abilities(leaves_machine=True)


def school_data(classes: int = 2, pupils: int = 6, tests: int = 3) -> SchoolData:
    """A school whose marks follow a rule: some pupils are absent, some fail, and some marks are equal."""
    kept = tuple(SchoolClass(f"c{index}", f"1{chr(65 + index % 26)}{index // 26 or ''}") for index in range(classes))
    members = tuple(
        Pupil(f"S{index:02}{number:03}", f"Pupil {index} {number}", (each.id,))
        for index, each in enumerate(kept)
        for number in range(pupils)
    )
    held = tuple(
        Test(
            f"Quiz {number}",
            20.0 if number % 2 else 50.0,
            ("Fractions", "Decimals", "")[number % 3],
            f"2026-0{number % 9 + 1}-10",
        )
        for number in range(tests)
    )
    results = tuple(
        Result(pupil.number, test.name, round((place * 7 + number * 3) % 9 / 8 * test.maximum, 1))
        for place, pupil in enumerate(members)
        for number, test in enumerate(held)
        if (place + number) % 5
    )
    return SchoolData(kept, members, held, results)


def school(**sizes: int) -> School:
    return School(school_data(**sizes))


def calls(*called: tuple[str, Mapping[str, Any]]) -> str:
    """The messages of an engine in which these tools were called and returned something."""
    parts: list[dict[str, Any]] = []
    for number, (tool, arguments) in enumerate(called, 1):
        parts.append(
            {
                "part_kind": "tool-call",
                "tool_name": tool,
                "args": json.dumps(arguments),
                "tool_call_id": f"call{number}",
            }
        )
    returns = [
        {
            "part_kind": "tool-return",
            "tool_name": part["tool_name"],
            "content": {},
            "tool_call_id": part["tool_call_id"],
        }
        for part in parts
    ]
    return json.dumps([{"kind": "response", "parts": parts}, {"kind": "request", "parts": returns}])


def turn(number: int, message: str, *called: tuple[str, Mapping[str, Any]], conversation: str = "conv_1") -> TurnState:
    return TurnState(
        id=f"turn_{conversation}_{number}",
        conversation_id=conversation,
        owner="local",
        message=message,
        message_id=f"msg_{conversation}_{number}",
        status="finished",
        engine_messages=calls(*called) if called else "",
        outcome=Answered(message="Done."),
    )


@contextlib.asynccontextmanager
async def opened(home: Path, model: Any = None, data: SchoolData | None = None) -> AsyncIterator[Inkwright]:
    """Inkwright with a school; without a model unless one is given."""
    async with Inkwright.open(home=home, model=model or NoModel()) as inkwright:
        if not await inkwright.store.schools.imports(inkwright.owner):
            await add_school(inkwright, data or school_data())
        yield inkwright


async def add_school(inkwright: Inkwright, data: SchoolData) -> None:
    store = inkwright.store
    made = SchoolImport(store.ids.new("import"), inkwright.owner, "school.csv", store.clock.now(), data.counts)
    await store.schools.add(made, data)


async def converse(inkwright: Inkwright, *turns: TurnState) -> str:
    """Store a conversation as a capable model would have led it; return its id."""
    for each in turns:
        said = Message(
            id=each.message_id,
            conversation_id=each.conversation_id,
            owner=inkwright.owner,
            role="user",
            text=each.message,
        )
        await inkwright.store.conversations.begin_turn(said, each.model_copy(update={"owner": inkwright.owner}))
    return turns[0].conversation_id


def apps_of(inkwright: Inkwright) -> PersonsApps:
    return PersonsApps(inkwright.store, inkwright.owner, inkwright.begin_job)


async def compiled(inkwright: Inkwright, conversation_id: str, **options: Any) -> AppRecord:
    """The app of a conversation, when its job is over."""
    apps = apps_of(inkwright)
    app = await apps.compile(NewApp(conversation_id=conversation_id, **options))
    await (await inkwright.jobs()).wait(app.job_id, owner=inkwright.owner)
    return await apps.get(app.id)


async def ended(inkwright: Inkwright, run: AppRun) -> AppRun:
    """A run when it is over."""
    job = await (await inkwright.jobs()).wait(run.job_id, owner=inkwright.owner)
    assert job.status == "finished", job.problem
    return await inkwright.store.apps.run(run.id, owner=inkwright.owner)


async def ran(inkwright: Inkwright, app: AppRecord, inputs: Mapping[str, Any] | None = None, **options: Any) -> AppRun:
    run = await apps_of(inkwright).run(app.id, NewAppRun(inputs=inputs or {}, **options))
    return await ended(inkwright, run)


def slots(run: AppRun, kind: str | None = None) -> list[dict[str, Any]]:
    """The slots of a page, of one type if it is given."""
    assert run.page is not None
    found = [slot for tab in run.page["tabs"] for slot in tab["slots"]]
    return [slot for slot in found if kind in (None, slot["type"])]


def steps_of(conversation: Sequence[tuple[str, Mapping[str, Any]]]) -> list[TurnState]:
    return [turn(number, f"Message {number}", call) for number, call in enumerate(conversation, 1)]
