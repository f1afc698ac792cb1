"""Run an app: data → compute → compose, with events in the journal of the run, and texts under the budget cap.

Everything that a run computes without a model is one step of its job, each text is one more, and so is the end. A run
whose process died continues after its last finished step.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from inkwright.agent.school_turns import names_kept
from inkwright.agent.services import TurnServices
from inkwright.apps.ai_text import WrittenText, refused_numbers, write_text
from inkwright.apps.bindings import DataSources
from inkwright.apps.blueprint import AiTextNode, Blueprint, ComputeNode, QuestionsNode
from inkwright.apps.budget import BudgetCap, BudgetReached, CappedModel
from inkwright.apps.checking import check_blueprint
from inkwright.apps.composing import RunResults, SlotComposer, compose_page
from inkwright.apps.computing import compute_tables, is_written
from inkwright.apps.node_shapes import node_references
from inkwright.apps.patches import PATCHED, unchanged_texts
from inkwright.apps.question_sets import QuestionMaterial, WrittenQuestions, make_questions
from inkwright.apps.references import parse_reference
from inkwright.apps.tables import TableRows
from inkwright.conversation.app_records import AppRun, Apps, RunEvent
from inkwright.conversation.protocols import Steps
from inkwright.llm.models import Model
from inkwright.school.records import SchoolData
from inkwright.school.school import School
from inkwright.store.times import format_time

_NO_SCHOOL: Final = School(SchoolData())
_MAX_DELTA: Final = 400


@dataclass(frozen=True, slots=True)
class RunContext:
    """What a run works with. `prefix` separates the steps of several runs in one job; `spent` is what was spent in the
    same batch before.
    """

    services: TurnServices
    apps: Apps
    steps: Steps
    prefix: str = ""
    spent: Mapping[str, Any] | None = None

    async def once(self, key: str, work: Callable[[], Awaitable[Any]]) -> Any:
        """Do a step of the run once."""
        return await self.steps.once(f"{self.prefix}{key}", work)


async def execute_run(context: RunContext, run: AppRun, blueprint: Blueprint) -> AppRun:
    """Take a run to its end, and return it as it is stored."""
    return await _Execution(context, run, blueprint).run()


class _Execution:
    """One run while it is executed."""

    def __init__(self, context: RunContext, run: AppRun, blueprint: Blueprint) -> None:
        self._context = context
        self._run = run
        self._blueprint = blueprint
        self._cap = BudgetCap.from_json(run.budget)
        self._cap.add_spent(context.spent or {})
        self._used = BudgetCap()
        self._texts: dict[str, Mapping[str, Any]] = {}
        self._questions: dict[str, Mapping[str, Any]] = {}
        self._trace: list[Mapping[str, Any]] = []
        self._earlier: Mapping[str, Any] = {}

    async def run(self) -> AppRun:
        computed = await self._context.once("tables", self._tables)
        self._trace += computed["trace"]
        if computed["error"]:
            return await self._context_end("failed", computed)
        self._earlier = await self._earlier_texts()
        tables = {name: TableRows.from_json(table) for name, table in computed["tables"].items()}
        for node in check_blueprint(self._blueprint).order:
            if is_written(node):
                await self._write(node, tables, computed["inputs"])
        return await self._context_end("finished", computed)

    # --- events -----------------------------------------------------------------------------------------

    async def _tell(self, *events: tuple[str, str, Mapping[str, Any]]) -> None:
        told = [RunEvent(key, name, payload) for key, name, payload in events]
        await self._context.apps.append_events(self._run.id, told)

    # --- data and compute -------------------------------------------------------------------------------

    async def _tables(self) -> dict[str, Any]:
        services, owner = self._context.services, self._run.owner
        await self._context.apps.save_run(replace(self._run, status="running"))
        shown = self._blueprint.model_dump(mode="json", by_alias=True)
        begun = {"appId": self._run.app_id, "version": self._run.number, "blueprint": shown}
        await self._tell(("blueprint", "data-blueprint", begun), *await self._patch_event(), _phase("data", "started"))
        school = await services.schools.load(owner) if services.schools else _NO_SCHOOL
        sources = DataSources(owner, school, services.library)
        done = await compute_tables(self._blueprint, self._run.inputs, sources, services.clock)
        error = done.error.as_json(self._blueprint.language) if done.error else None
        if error is None:
            await self._tell(_phase("data", "finished"), _phase("compute", "started"))
        trace = [*done.trace]
        if error is not None:
            failed = {"step": error["step"], "phase": "data", "kind": error["errorType"], "status": "failed"}
            trace.append({**failed, "rows": 0, "seconds": 0.0})
        return {
            "tables": done.tables,
            "names": done.names,
            "inputs": done.inputs,
            "trace": trace,
            "error": error,
        }

    async def _patch_event(self) -> list[tuple[str, str, Mapping[str, Any]]]:
        if self._run.retried != PATCHED:
            return []
        app = await self._context.apps.get(self._run.app_id, owner=self._run.owner)
        change = (await self._context.apps.version(app, self._run.number)).change
        return [("patch", "data-patch-plan", change)]

    # --- texts ------------------------------------------------------------------------------------------

    async def _earlier_texts(self) -> Mapping[str, Any]:
        """Return the texts of the run that this one retries or patches, if their nodes are the same, without those of
        the retried step.
        """
        run, apps = self._run, self._context.apps
        if not run.retry_of or not run.retried:
            return {}
        earlier = await apps.run(run.retry_of, owner=run.owner)
        app = await apps.get(run.app_id, owner=run.owner)
        before = Blueprint.model_validate((await apps.version(app, earlier.number)).blueprint)
        retried = {each.output_key for each in self._blueprint.compute_graph.nodes if each.id == run.retried}
        usable = unchanged_texts(before, self._blueprint) - retried
        kept: Mapping[str, Any] = earlier.outputs.get("written", {})
        return {key: value for key, value in kept.items() if key in usable}

    async def _write(
        self, node: AiTextNode | QuestionsNode, tables: Mapping[str, TableRows], inputs: Mapping[str, Any]
    ) -> None:
        done = await self._context.once(f"node/{node.id}", partial(self._written, node, tables, inputs))
        self._cap.add_spent(done["usage"])
        self._used.add_spent(done["usage"])
        (self._texts if node.type == "ai_text" else self._questions)[node.output_key] = done["result"]
        self._trace.append(done["trace"])

    async def _written(
        self, node: AiTextNode | QuestionsNode, tables: Mapping[str, TableRows], inputs: Mapping[str, Any]
    ) -> dict[str, Any]:
        clock = self._context.services.clock
        begun = clock.elapsed()
        await self._tell((f"start/{node.id}", "data-block-start", {"blockId": node.id, "componentType": node.type}))
        cap = replace(self._cap)
        before = (cap.calls, cap.spent_tokens, cap.spent_dollars)
        result = self._kept(node, tables) or await self._made(node, tables, inputs, cap)
        usage = {
            "calls": cap.calls - before[0],
            "tokens": cap.spent_tokens - before[1],
            "dollars": cap.spent_dollars - before[2],
            "isEstimate": cap.has_unknown,
        }
        await self._tell_written(node, result)
        status = "left_out" if result["leftOut"] else "done"
        trace = {"step": node.id, "phase": "compute", "kind": node.type, "status": status, "rows": 0}
        seconds = round(clock.elapsed() - begun, 4)
        return {
            "result": result,
            "usage": usage,
            "trace": {**trace, "seconds": seconds, "note": result["leftOut"], "usage": usage},
        }

    def _kept(self, node: ComputeNode, tables: Mapping[str, TableRows]) -> Mapping[str, Any] | None:
        """Return the text of an earlier run, if its numbers are those of this one."""
        kept: Mapping[str, Any] | None = self._earlier.get(node.output_key)
        if kept is None or kept["leftOut"]:
            return None
        if isinstance(node, AiTextNode) and refused_numbers(kept["text"], _evidence(node, tables)):
            return None
        return kept

    async def _made(
        self,
        node: AiTextNode | QuestionsNode,
        tables: Mapping[str, TableRows],
        inputs: Mapping[str, Any],
        cap: BudgetCap,
    ) -> Mapping[str, Any]:
        services = self._context.services
        model = services.model_of("standard")
        capped = CappedModel(model, cap)
        left_out = await self._refusal(model, node)
        try:
            async with names_kept(services, self._run.owner):
                if isinstance(node, QuestionsNode):
                    if left_out:
                        return WrittenQuestions(missing=node.count, left_out=left_out).as_json()
                    material = _material(node, tables, inputs)
                    return (await make_questions(node, material, capped, self._blueprint.language)).as_json()
                if left_out:
                    return WrittenText(left_out=left_out).as_json()
                evidence = _evidence(node, tables)
                return (await write_text(node, evidence, capped, self._blueprint.language)).as_json()
        except BudgetReached:
            if isinstance(node, QuestionsNode):
                return WrittenQuestions(missing=node.count, left_out="budget").as_json()
            return WrittenText(left_out="budget").as_json()

    async def _refusal(self, model: Model, node: ComputeNode) -> str:
        """Return why no model may be asked; empty if it may. Questions from a text need no model."""
        if model.abilities.is_weak:
            return "" if isinstance(node, QuestionsNode) and node.material else "weak"
        schools = self._context.services.schools
        if model.abilities.leaves_machine and schools and not await schools.may_leave(self._run.owner):
            uses_school = any(each.source == "tool" for each in self._blueprint.data_contract.bindings)
            return "permission" if uses_school else ""
        return ""

    async def _tell_written(self, node: ComputeNode, result: Mapping[str, Any]) -> None:
        written = result.get("text", "")
        pieces = [written[start : start + _MAX_DELTA] for start in range(0, len(written), _MAX_DELTA)]
        deltas = [
            (
                f"delta/{node.id}/{number}",
                "data-slot-delta",
                {"blockId": node.id, "slotKey": node.output_key, "deltaText": piece},
            )
            for number, piece in enumerate(pieces)
        ]
        status = "left_out" if result["leftOut"] else "done"
        complete = {"blockId": node.id, "status": status, "reason": result["leftOut"] or None}
        await self._tell(*deltas, (f"complete/{node.id}", "data-block-complete", complete))

    # --- compose ----------------------------------------------------------------------------------------

    async def _context_end(self, status: str, computed: Mapping[str, Any]) -> AppRun:
        await self._context.once("end", partial(self._end, status, computed))
        return await self._context.apps.run(self._run.id, owner=self._run.owner)

    async def _end(self, status: str, computed: Mapping[str, Any]) -> str:
        ended = replace(
            self._run,
            status="failed" if status == "failed" else "finished",
            trace=list(self._trace),
            usage=self._used.usage(),
            error=computed["error"],
            ended_at=format_time(self._context.services.clock.now()),
        )
        if status == "failed":
            await self._context.apps.save_run(ended)
            await self._tell(("error", "data-error", computed["error"]), ("finish", "finish", {"status": "failed"}))
            return status
        clock = self._context.services.clock
        begun = clock.elapsed()
        page, events = self._composed(computed)
        composed = {"step": "page", "phase": "compose", "kind": "page", "status": "done", "rows": len(events) // 2}
        trace = [*self._trace, {**composed, "seconds": round(clock.elapsed() - begun, 4)}]
        outputs = {"tables": computed["tables"], "written": {**self._texts, **self._questions}}
        await self._context.apps.save_run(replace(ended, page=page, outputs=outputs, trace=trace))
        await self._tell(
            _phase("compute", "finished"),
            _phase("compose", "started"),
            *events,
            ("page", "data-page", page),
            _phase("compose", "finished"),
            ("finish", "finish", {"status": "finished"}),
        )
        return status

    def _composed(self, computed: Mapping[str, Any]) -> tuple[dict[str, Any], list[tuple[str, str, Any]]]:
        tables = {name: TableRows.from_json(table) for name, table in computed["tables"].items()}
        results = RunResults(tables, self._texts, self._questions, computed["names"])
        composer = SlotComposer(self._blueprint.language, results)
        events: list[tuple[str, str, Any]] = []
        for slot in self._blueprint.slots:
            start = {"blockId": slot.id, "componentType": slot.type}
            complete = {"blockId": slot.id, "status": "done", "slot": composer.compose(slot)}
            events += [
                (f"start/slot/{slot.id}", "data-block-start", start),
                (f"complete/slot/{slot.id}", "data-block-complete", complete),
            ]
        return compose_page(self._blueprint, results), events


def _phase(phase: str, status: str) -> tuple[str, str, Mapping[str, Any]]:
    return f"phase/{phase}/{status}", "data-phase", {"phase": phase, "status": status}


def _evidence(node: ComputeNode, tables: Mapping[str, TableRows]) -> dict[str, TableRows]:
    return {each: tables[each] for _, each in node_references(node)}


def _material(node: QuestionsNode, tables: Mapping[str, TableRows], inputs: Mapping[str, Any]) -> QuestionMaterial:
    reference = parse_reference(node.topic)
    topic = str(inputs.get(reference.name, "")) if reference else node.topic
    return QuestionMaterial(topic, _values(node.focus, tables), _values(node.material, tables))


def _values(written: str | None, tables: Mapping[str, TableRows]) -> Sequence[str]:
    """Return the values of a column as texts."""
    reference = parse_reference(written)
    if reference is None or reference.column is None:
        return ()
    table = tables[str(reference._replace(column=None))]
    index = table.columns.index(reference.column)
    return [str(row[index]) for row in table.rows if row[index] is not None]
