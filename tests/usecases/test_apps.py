"""Apps from a conversation to a page: compiled by a job, run again with other inputs, deleted with everything."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from inkwright.errors import InvalidOption, NotFound, StoreError
from inkwright.usecases.apps import NewApp, NewAppRun
from tests.apps.samples import apps_of, compiled, converse, ended, opened, ran, slots, turn

CLASS_STEP = ("get_class_detail", {"class_id": "1A"})
TEST_STEP = ("get_assignment_submissions", {"assignment_id": "Quiz 1", "class_id": "1A"})


def test_a_conversation_becomes_an_app_that_runs_again_with_another_class(tmp_path: Path) -> None:
    async def go() -> None:
        async with opened(tmp_path) as inkwright:
            conversation = await converse(inkwright, turn(1, "How is 1A doing?", CLASS_STEP))
            app = await compiled(inkwright, conversation)
            assert (app.status, app.number, app.title) == ("ready", 1, "How is 1A doing?")
            first, second = await ran(inkwright, app), await ran(inkwright, app, {"class": "1B"})
            assert (first.status, second.status) == ("finished", "finished")
            assert [run.page and run.page["tabs"][0]["title"] for run in (first, second)] == ["Class 1A", "Class 1B"]
            assert slots(first, "table") != slots(second, "table")

    asyncio.run(go())


def test_a_question_that_a_rule_answered_is_a_step_too(tmp_path: Path) -> None:
    async def go() -> None:
        async with opened(tmp_path) as inkwright:
            begun = await inkwright.send("What is the mean of 1A in Quiz 1?")
            await begun.outcome()
            steps = await apps_of(inkwright).steps(begun.conversation_id)
            assert [(each.tool, dict(each.arguments)) for each in steps] == [
                ("get_assignment_submissions", {"assignment_id": "Quiz 1", "class_id": "c0"})
            ]
            app = await compiled(inkwright, begun.conversation_id)
            assert (await ran(inkwright, app)).status == "finished"

    asyncio.run(go())


def test_missing_data_are_an_error_with_suggestions_and_never_an_empty_page(tmp_path: Path) -> None:
    async def go() -> None:
        async with opened(tmp_path) as inkwright:
            app = await compiled(inkwright, await converse(inkwright, turn(1, "How is 1A doing?", CLASS_STEP)))
            run = await ran(inkwright, app, {"class": "9Z"})
            assert (run.status, run.page) == ("failed", None)
            assert run.error is not None
            assert (run.error["errorType"], run.error["entity"]) == ("unknown_class", "9Z")
            assert run.error["suggestions"] == ["1A", "1B"]
            names = [event.name for _, event in await inkwright.store.apps.events(run.id)]
            assert names[-2:] == ["data-error", "finish"]

    asyncio.run(go())


def test_an_app_is_published_duplicated_and_deleted_with_its_runs_and_others_do_not_see_it(tmp_path: Path) -> None:
    async def go() -> None:
        async with opened(tmp_path) as inkwright:
            app = await compiled(inkwright, await converse(inkwright, turn(1, "How is 1A doing?", CLASS_STEP)))
            run = await ran(inkwright, app)
            apps, other = apps_of(inkwright), apps_of(inkwright.as_owner("mallory"))
            for attempt in (other.get, other.publish, other.duplicate, other.delete, other.undo):
                with pytest.raises(NotFound):
                    await attempt(app.id)
            with pytest.raises(NotFound):
                await other.run(app.id, NewAppRun())
            with pytest.raises(NotFound):
                await other.retry(run.id)
            with pytest.raises(NotFound):
                await other.steps(app.conversation_id)
            assert (await apps.publish(app.id)).status == "published"
            copied = await apps.duplicate(app.id)
            assert (copied.status, copied.number) == ("ready", 1)
            await apps.delete(app.id)
            with pytest.raises(NotFound):
                await inkwright.store.apps.run(run.id, owner=inkwright.owner)
            assert await inkwright.store.apps.events(run.id) == []
            assert [each.id for each in await inkwright.store.apps.of(inkwright.owner)] == [copied.id]

    asyncio.run(go())


def test_what_cannot_be_compiled_names_the_step_and_leaves_a_draft(tmp_path: Path) -> None:
    async def go() -> None:
        async with opened(tmp_path) as inkwright:
            deck = ("generate_pptx", {"title": "Rivers"})
            conversation = await converse(inkwright, turn(1, "Slides", deck))
            app = await compiled(inkwright, conversation)
            assert app.status == "draft"
            assert "get_class_detail" in app.problem
            chosen = await compiled(inkwright, conversation, steps=["turn_conv_1_1/call1"])
            assert "turn_conv_1_1/call1 (generate_pptx)" in chosen.problem
            with pytest.raises(InvalidOption):
                await apps_of(inkwright).run(app.id, NewAppRun())
            with pytest.raises(NotFound):
                await apps_of(inkwright).compile(NewApp(conversation_id="conv_none"))

    asyncio.run(go())


async def never_begun(*_: Any, **__: Any) -> Any:
    raise StoreError(place="durable.db", problem="the disk is full")


def test_a_job_that_cannot_begin_leaves_neither_an_app_nor_a_run(tmp_path: Path) -> None:
    async def go() -> None:
        async with opened(tmp_path) as inkwright:
            conversation = await converse(inkwright, turn(1, "How is 1A doing?", CLASS_STEP))
            app = await compiled(inkwright, conversation)
            failing = replace(apps_of(inkwright), begin=never_begun)
            with pytest.raises(StoreError):
                await failing.compile(NewApp(conversation_id=conversation))
            with pytest.raises(StoreError):
                await failing.run(app.id, NewAppRun())
            assert [each.id for each in await inkwright.store.apps.of(inkwright.owner)] == [app.id]
            assert await inkwright.store.apps.runs(app.id, owner=inkwright.owner) == []

    asyncio.run(go())


def test_a_batch_runs_each_input_and_one_that_fails_stops_no_other(tmp_path: Path) -> None:
    async def go() -> None:
        async with opened(tmp_path) as inkwright:
            app = await compiled(inkwright, await converse(inkwright, turn(1, "How is 1A doing?", CLASS_STEP)))
            apps = apps_of(inkwright)
            batch, job_id = await apps.batch(app.id, [{"class": "1A"}, {"class": "9Z"}, {"class": "1B"}], {})
            job = await (await inkwright.jobs()).wait(job_id, owner=inkwright.owner)
            assert [each["status"] for each in job.result["runs"]] == ["finished", "failed", "finished"]
            runs = await inkwright.store.apps.runs(app.id, owner=inkwright.owner)
            assert {run.batch_id for run in runs} == {batch}
            sizes: list[list[dict[str, str]]] = [[], [{}] * 201]
            for inputs in sizes:
                with pytest.raises(InvalidOption):
                    await apps.batch(app.id, inputs, {})

    asyncio.run(go())


def test_a_run_is_retried_as_a_whole_or_one_step_of_it(tmp_path: Path) -> None:
    async def go() -> None:
        async with opened(tmp_path) as inkwright:
            app = await compiled(inkwright, await converse(inkwright, turn(1, "Quiz 1?", TEST_STEP)))
            apps, run = apps_of(inkwright), await ran(inkwright, app)
            for step in (None, "statistics"):
                again = await ended(inkwright, await apps.retry(run.id, step))
                assert (again.retry_of, again.page) == (run.id, run.page)
            with pytest.raises(InvalidOption):
                await apps.retry(run.id, "nothing")

    asyncio.run(go())
