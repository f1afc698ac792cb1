"""A run with texts: under its budget, with the person's permission, with numbers that were computed, and once."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from inkwright import ScriptedModel
from inkwright.apps.blueprint import Blueprint
from inkwright.apps.execution import RunContext, execute_run
from inkwright.conversation.app_records import AppRecord, AppRun
from inkwright.llm.models import Reply, Request, Usage
from inkwright.testing import MemorySteps
from tests.apps.blueprints import small
from tests.apps.samples import HOSTED, opened, slots

APP = AppRecord(id="app_1", owner="local", title="A", status="ready", language="en")
RUN = AppRun(id="run_1", app_id="app_1", owner="local", number=1)


def executed(
    home: Path,
    model: Any,
    run: AppRun = RUN,
    *,
    blueprint: Blueprint | None = None,
    prepare: Callable[[Any], Any] | None = None,
    steps: Any = None,
) -> AppRun:
    """Execute a run without a job."""

    async def go() -> AppRun:
        async with opened(home, model) as inkwright:
            store = inkwright.store
            if not await store.apps.of("local"):
                await store.apps.create(APP)
                written = (blueprint or small()).model_dump(mode="json", by_alias=True)
                await store.apps.add_version(APP, written, {"type": "compile"}, parent=0)
            if prepare is not None:
                await prepare(store)
            await store.apps.add_run(run)
            services = store.turn_services(model, [], lambda _number, _event: None)
            context = RunContext(services, store.apps, steps or MemorySteps())
            return await execute_run(context, run, blueprint or small())

    return asyncio.run(go())


def text_of(run: AppRun) -> tuple[str, str | None]:
    (slot,) = slots(run, "markdown")
    return slot["text"], slot["leftOut"] and slot["leftOut"]["code"]


def test_a_text_is_on_the_page_with_its_usage_in_the_trace(tmp_path: Path) -> None:
    model = ScriptedModel([Reply("All went well.", Usage(50, 10, 0.002))])
    run = executed(tmp_path, model)
    assert (run.status, text_of(run)) == ("finished", ("All went well.", None))
    assert (run.usage["calls"], run.usage["tokens"], run.usage["dollars"]) == (1, 60, 0.002)
    (entry,) = [each for each in run.trace if each["step"] == "n6"]
    assert (entry["status"], entry["usage"]["tokens"]) == ("done", 60)


def test_a_number_that_was_not_computed_is_refused_once_and_then_left_out(tmp_path: Path) -> None:
    run = executed(tmp_path, ScriptedModel(["The mean is 987.", "The mean is 986."]))
    assert (run.status, text_of(run)) == ("finished", ("", "numbers"))


def test_without_budget_no_model_is_asked_and_the_page_is_there(tmp_path: Path) -> None:
    model = ScriptedModel([], name="nobody:knows", abilities=HOSTED)
    for cap in ({"tokens": 10}, {"dollars": 0.000001}):
        run = executed(
            tmp_path,
            model,
            replace(RUN, id=f"run_{min(cap)}", budget=cap),
            prepare=lambda store: store.schools.allow_leaving("local", True),
        )
        assert (run.status, text_of(run)) == ("finished", ("", "budget"))
    assert model.calls == []


def test_a_hosted_model_sees_nothing_without_permission_and_no_names_with_it(tmp_path: Path) -> None:
    model = ScriptedModel(lambda _: "Fine.", abilities=HOSTED)
    assert text_of(executed(tmp_path, model)) == ("", "permission")
    assert model.calls == []
    asked = executed(
        tmp_path, model, replace(RUN, id="run_2"), prepare=lambda store: store.schools.allow_leaving("local", True)
    )
    assert text_of(asked) == ("Fine.", None)


def test_the_cap_holds_in_every_run_whatever_the_replies_cost(tmp_path: Path) -> None:
    def reply(request: Request) -> Reply:
        return Reply("The mean is 987.", Usage(800, request.max_tokens or 0, None))

    model = ScriptedModel(reply, name="nobody:knows", abilities=HOSTED)
    cap = {"tokens": 3_500}
    run = executed(
        tmp_path, model, replace(RUN, budget=cap), prepare=lambda store: store.schools.allow_leaving("local", True)
    )
    assert run.usage["tokens"] <= 3_500
    assert len(model.calls) == 1


def test_what_a_dead_process_had_done_is_not_done_again(tmp_path: Path) -> None:
    steps, model = MemorySteps(), ScriptedModel(["Once."])
    first = executed(tmp_path, model, steps=steps)
    again = executed(tmp_path, ScriptedModel([]), steps=steps)
    assert (again.page, len(model.calls)) == (first.page, 1)

    async def events() -> list[str]:
        async with opened(tmp_path) as inkwright:
            return [event.key for _, event in await inkwright.store.apps.events("run_1")]

    keys = asyncio.run(events())
    assert len(keys) == len(set(keys))
    assert keys[-1] == "finish"


def test_one_step_is_retried_and_the_other_texts_are_kept_if_their_numbers_still_hold(tmp_path: Path) -> None:
    executed(tmp_path, ScriptedModel(["First."]))
    kept = executed(tmp_path, ScriptedModel([]), replace(RUN, id="run_2", retry_of="run_1", retried="n1"))
    assert text_of(kept) == ("First.", None)
    asked: Mapping[str, Any] = {"id": "run_3", "retry_of": "run_1", "retried": "n6"}
    assert text_of(executed(tmp_path, ScriptedModel(["Second."]), replace(RUN, **asked))) == ("Second.", None)
