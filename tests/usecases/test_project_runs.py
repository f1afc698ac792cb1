"""An auto-run: order, isolated failures, what waits for a person, what is stale, and nothing is generated twice."""

import asyncio
import random
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from inkwright import ScriptedModel
from inkwright.agent.job_kinds import JobRun
from inkwright.agent.rule_planner import NoModel
from inkwright.agent.services import TurnServices
from inkwright.errors import InvalidOption, ModelUnavailable, NotFound
from inkwright.llm.models import Request
from inkwright.projects.blocks import BlockSettings
from inkwright.projects.editing import decide_proposal
from inkwright.projects.records import Project
from inkwright.projects.workspace import ProjectWorkspace
from inkwright.testing import MemorySteps, memory_services
from inkwright.usecases.project_runs import ProjectRunInput, run_project
from tests.projects.test_block_schedule import random_graph

OWNER = "me"
PROJECT = Project("proj_1", OWNER, "Rivers", datetime(2026, 1, 1, tzinfo=UTC))


def asked_for(request: Request) -> str:
    """The name of the block that a request is about."""
    prompt = "\n".join(str(each["content"]) for each in request.messages)
    return prompt.split("BLOCK<", 1)[1].split(">", 1)[0]


class Course:
    """A project in memory whose blocks say their name in their task; `reply` writes them."""

    def __init__(self, reply: Callable[[str], str] | None = None, model: Any = None) -> None:
        self.asked: list[str] = []
        self.reply = reply or (lambda name: f"Text of {name}.")
        self.model = model or ScriptedModel(self._reply)
        self.services: TurnServices = memory_services(self.model)
        self.ids: dict[str, str] = {}
        self.reports: list[tuple[int, int, str]] = []
        asyncio.run(self._begin())

    async def _begin(self) -> None:
        assert self.services.projects is not None
        await self.services.projects.add(PROJECT)

    def _reply(self, request: Request) -> str:
        name = asked_for(request)
        self.asked.append(name)
        return self.reply(name)

    @property
    def workspace(self) -> ProjectWorkspace:
        assert self.services.open_workspace is not None
        return self.services.open_workspace(PROJECT, "en")

    def add(self, name: str, *needed: str, content: str = "", **settings: Any) -> str:
        made = BlockSettings(
            prompt=f"BLOCK<{name}>",
            depends_on=tuple(self.ids[each] for each in needed),
            **{"auto_generate": True, **settings},
        )
        self.ids[name] = asyncio.run(self.workspace.add(name, content, settings=made)).block_id
        return self.ids[name]

    def job(self, steps: Any = None, job_id: str = "job_1", **given: Any) -> JobRun:
        return JobRun(
            id=job_id,
            owner=OWNER,
            arguments=ProjectRunInput(project_id=PROJECT.id, **given),
            steps=steps or MemorySteps(),
            progress=lambda done, total, message="": self.reports.append((done, total, message)),
            services=self.services,
        )

    def run(self, **given: Any) -> dict[str, Any]:
        return asyncio.run(run_project(self.job(**given)))

    def text(self, name: str) -> str:
        return asyncio.run(self.workspace.read(self.ids[name])).text

    def block(self, name: str) -> Any:
        return asyncio.run(self.workspace.block(self.ids[name]))

    def write(self, name: str, content: str) -> None:
        version = self.block(name).version
        asyncio.run(self.workspace.write(self.ids[name], content, based_on=version))

    def versions(self, name: str) -> list[tuple[str, int]]:
        return [(each.author, each.version) for each in asyncio.run(self.workspace.versions(self.ids[name]))]


def states(result: dict[str, Any]) -> dict[str, str]:
    return {each["path"]: each["state"] for each in result["blocks"]}


def test_everything_that_is_ready_is_generated_in_order_and_the_feed_says_who_and_why() -> None:
    course = Course()
    course.add("Goals")
    course.add("Plan", "Goals")
    course.add("Talk", "Plan")
    result = course.run()
    assert states(result) == {"Goals": "generated", "Plan": "generated", "Talk": "generated"}
    assert course.asked == ["Goals", "Plan", "Talk"]
    assert (course.text("Talk"), course.block("Talk").status) == ("Text of Talk.", "completed")
    changed = [each for each in asyncio.run(course.workspace.feed()) if each.kind == "block_changed"]
    assert {(each.origin.author, each.origin.reason) for each in changed} == {("auto_run", "auto-run (job_1)")}
    assert course.reports[-1] == (3, 3, "")
    assert (0, 3, "Goals") in course.reports


@pytest.mark.parametrize("seed", [*range(10), *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(10, 100))])
def test_random_projects_of_sixty_blocks_are_generated_in_order(seed: int) -> None:
    course = Course()
    needs = random_graph(seed)
    done: set[str] = set()
    for name in sorted(needs, key=lambda each: int(each[1:])):
        course.add(name, *needs[name])

    def reply(name: str) -> str:
        assert set(needs[name]) <= done
        done.add(name)
        return f"Text of {name}."

    course.reply = reply
    assert set(states(course.run(at_once=4)).values()) == {"generated"}
    assert sorted(course.asked) == sorted(needs)
    late, early = random.Random(seed).choice([(name, each) for name, needed in needs.items() for each in needed])
    back = {"depends_on": (*course.block(early).depends_on, course.ids[late])}
    with pytest.raises(InvalidOption, match="wait for each other"):
        asyncio.run(course.workspace.update(course.ids[early], back))


def test_one_failure_is_isolated_its_dependents_are_skipped_by_name_and_the_rest_goes_on() -> None:
    def reply(name: str) -> str:
        return "" if name == "Bad" else f"Text of {name}."

    course = Course(reply)
    course.add("Bad")
    course.add("Below", "Bad")
    course.add("Last", "Below")
    course.add("Good")
    result = course.run()
    assert states(result) == {"Bad": "failed", "Good": "generated", "Below": "skipped", "Last": "skipped"}
    assert [each.get("because") for each in result["blocks"] if each["state"] == "skipped"] == [["Bad"], ["Bad"]]
    failed = next(each for each in result["blocks"] if each["state"] == "failed")
    assert failed["code"] == "never_answered"
    assert failed["message"]
    assert (course.block("Bad").status, course.text("Below")) == ("failed", "")
    course.reply = lambda name: f"Second text of {name}."
    assert states(course.run(job_id="job_2")) == {"Bad": "generated", "Below": "generated", "Last": "generated"}


def test_questions_and_reviews_are_reported_as_waiting_and_nothing_is_guessed() -> None:
    course = Course()
    course.add("Asked", pre_questions=("For whom?",))
    course.add("After", "Asked")
    course.add("Seen", need_review=True)
    course.add("AfterSeen", "Seen")
    course.add("Score", special_handler="run_evaluation")
    result = course.run()
    assert states(result) == {
        "Seen": "review",
        "Asked": "waiting",
        "After": "waiting",
        "AfterSeen": "waiting",
        "Score": "waiting",
    }
    by_path = {each["path"]: each for each in result["blocks"]}
    assert by_path["Asked"]["questions"] == ["For whom?"]
    assert by_path["AfterSeen"]["blocks"] == ["Seen"]
    assert by_path["Score"]["producer"] == "run_evaluation"
    assert course.asked == ["Seen"]
    assert states(course.run(job_id="job_2"))["Seen"] == "review"
    assert course.asked == ["Seen"]


def test_a_change_upstream_makes_stale_and_one_run_refreshes_all_of_it() -> None:
    course = Course()
    course.add("Goals")
    course.add("Plan", "Goals")
    course.add("Talk", "Plan")
    course.add("Other")
    course.run()
    course.write("Goals", "Other goals.")
    course.asked.clear()
    result = course.run(job_id="job_2", stale_only=True)
    assert course.asked == ["Plan", "Talk"]
    assert (states(result), result["stale"]) == ({"Plan": "generated", "Talk": "generated"}, [])


def test_a_text_that_a_person_wrote_is_only_proposed_and_not_proposed_again() -> None:
    course = Course()
    course.add("Goals", content="Old goals.", auto_generate=False)
    course.add("Plan", "Goals", content="My own plan.", auto_generate=False)
    course.write("Goals", "New goals.")
    result = course.run(stale_only=True)
    assert (states(result), course.text("Plan")) == ({"Plan": "proposed"}, "My own plan.")
    assert states(course.run(job_id="job_2", stale_only=True)) == {"Plan": "review"}
    proposal = result["blocks"][0]["proposal"]
    asyncio.run(decide_proposal(course.workspace, proposal, "accepted"))
    assert (course.text("Plan"), course.block("Plan").needs_regeneration) == ("Text of Plan.", False)


def test_named_blocks_are_generated_again_and_a_group_means_its_fields() -> None:
    course = Course()
    course.add("One", content="Mine.")
    assert states(course.run(only=(course.ids["One"],))) == {"One": "generated"}
    group = asyncio.run(course.workspace.add("Part", settings=BlockSettings(block_type="group"))).block_id
    below = asyncio.run(
        course.workspace.add("Two", parent_id=group, settings=BlockSettings(prompt="BLOCK<Two>"))
    ).block_id
    course.ids["Two"] = below
    assert states(course.run(job_id="job_2", only=(group,))) == {"Part/Two": "generated"}
    with pytest.raises(NotFound):
        course.run(job_id="job_3", only=("block_none",))


class Forgetful(MemorySteps):
    """Steps that lose the results of blocks, as a process that dies before they are stored."""

    async def once(self, key: str, work: Any) -> Any:
        return await (work() if key.startswith("block/") else super().once(key, work))


def test_a_block_whose_step_was_lost_is_not_generated_again() -> None:
    course = Course()
    course.add("Goals")
    course.add("Plan", "Goals")
    course.write("Goals", "")
    course.add("Own", "Goals", content="Mine.")
    steps = Forgetful()
    course.run(steps=steps)
    before = (list(course.asked), course.versions("Plan"))
    asyncio.run(run_project(course.job(steps=steps)))
    assert (course.asked, course.versions("Plan")) == before


def test_a_block_that_a_person_has_written_meanwhile_is_left_as_it_is() -> None:
    course = Course()
    course.add("First")
    course.add("Second", "First")

    def reply(name: str) -> str:
        if name == "First":
            pending.append(course.workspace.write(course.ids["Second"], "By hand.", based_on=1))
        return f"Text of {name}."

    pending: list[Any] = []

    class Between(MemorySteps):
        async def once(self, key: str, work: Any) -> Any:
            while pending:
                await pending.pop()
            return await super().once(key, work)

    course.reply = reply
    result = course.run(steps=Between(), at_once=1)
    assert course.text("Second") == "By hand."
    assert states(result)["First"] == "generated"


def test_a_text_that_somebody_changes_while_it_is_written_is_not_overwritten() -> None:
    course = Course()
    course.add("Plan")

    class Editing(ScriptedModel):
        async def reply(self, request: Request, hear: Any = lambda _piece: None) -> Any:
            await course.workspace.write(course.ids["Plan"], "By hand.", based_on=1)
            return await super().reply(request, hear)

    course.services = replace(course.services, model=Editing(lambda _: "By the model."))
    result = course.run()
    assert (states(result), course.text("Plan")) == ({"Plan": "failed"}, "By hand.")
    assert (result["blocks"][0]["code"], course.block("Plan").status) == ("edit_conflict", "completed")


def test_without_a_model_nothing_is_begun_and_no_block_is_marked() -> None:
    course = Course(model=NoModel())
    course.add("Goals")
    with pytest.raises(ModelUnavailable):
        course.run()
    assert course.block("Goals").status == "pending"


def test_a_project_of_another_owner_is_not_found() -> None:
    course = Course()
    job = course.job()
    with pytest.raises(NotFound):
        asyncio.run(run_project(replace(job, owner="other")))


def test_chinese_projects_are_generated_from_chinese_prompts() -> None:
    course = Course(lambda name: f"{name}的正文。")
    course.add("目标")
    course.add("第一章", "目标")
    assert states(course.run(language="zh")) == {"目标": "generated", "第一章": "generated"}
    changed = [each for each in asyncio.run(course.workspace.feed()) if each.kind == "block_changed"]
    assert changed[-1].origin.reason == "自动运行 (job_1)"
