"""Run tool calls: every call ends in evidence, a question to the person, or an error message; none runs twice."""

import hashlib
import json
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from pydantic import BaseModel, ValidationError

from inkwright.agent.artifact_scope import OutsideScope, ScopedVault
from inkwright.agent.library_sources import turn_library
from inkwright.agent.number_evidence import counted
from inkwright.agent.receipts import failed_change
from inkwright.agent.recorded_replies import RecordedReplies
from inkwright.agent.services import SaveProgress, TurnServices, leaves_machine, save_nothing
from inkwright.agent.streaming import EventSink
from inkwright.agent.tools import AgentTool, Evidence, Flawed, ToolContext
from inkwright.agent.work_slots import slot_given_up
from inkwright.artifacts.findings import Finding
from inkwright.artifacts.text import one_line
from inkwright.artifacts.vault import Verified
from inkwright.conversation.asks import AskDraft
from inkwright.conversation.changes import ChangeEntry
from inkwright.conversation.events import Data, ToolFailed, ToolFinished, ToolProgressed, ToolStarted, Warned
from inkwright.conversation.turns import ArtifactRef, LedgerEntry, TurnState, UsedSource, join_sources
from inkwright.errors import InkwrightError, InvalidOption, TurnLost
from inkwright.i18n import Language, Reason, error_message, error_text, language_of, system_reason, text
from inkwright.llm.brain import Brain
from inkwright.llm.call_log import calls_by_tool
from inkwright.parsing.schemas import Schema, format_path

_ARTIFACT_PREFIX: Final = "art_"
_ARTIFACT_FIELD: Final = "artifact_id"
_MAX_READ: Final = 200
_MAX_TARGET: Final = 80


class ToolCallRejected(Exception):
    """The call is invalid; the message says how to fix it. Calling again helps. `problem` is the reason for the person,
    if there is one that they can understand.
    """

    def __init__(self, message: str, problem: str = "") -> None:
        super().__init__(message)
        self.problem = problem


class ToolNeedsAnswer(Exception):
    """The tool has a question for the person before it can work."""

    def __init__(self, draft: AskDraft) -> None:
        super().__init__(draft.title)
        self.draft = draft


class ToolExecutionError(Exception):
    """The tool failed; calling it again in the same way does not help. `problem` is the reason for the person, if it is
    known.
    """

    def __init__(self, message: str, problem: str = "") -> None:
        super().__init__(message)
        self.problem = problem


class _AlreadyMade(Exception):
    """The tool has made something in an earlier run of the turn, and nothing that it makes is missing."""

    def __init__(self, artifacts: Sequence[ArtifactRef]) -> None:
        super().__init__()
        self.artifacts = artifacts


def _never_again(_: AgentTool) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class ToolQuestion:
    """The question of a tool call."""

    call_id: str
    tool: AgentTool
    draft: AskDraft


@dataclass
class ToolRunner:
    """All tool calls of one turn. `called` holds the names of the called tools, failures included; `requests` are their
    questions to the person, in order. `brain` is the model for tools. `surplus` are the call ids of the last reply that
    are over the limit. `failures` are the tools that should have made something and last failed, each with its problem
    for the person; `reads` are the calls of tools that only read, and `sources` what the model has read in them;
    `returned` are the results of all tools, as evidence for numbers, and `failed` the tools whose last call failed.

    `earlier` is what was made before this run of the engine: in a run that was refused, before the process died, or
    before the person answered. A tool that made some of it makes nothing more, unless `may_make_again`. `save` stores
    the progress of the turn before each call. `change_keys` are the keys of the changes of this run, in order.
    `replies` know which calls are done again after a death, and which of their events were shown.
    """

    turn: TurnState
    services: TurnServices
    sink: EventSink
    brain: Brain
    called: set[str] = field(default_factory=set)
    requests: list[ToolQuestion] = field(default_factory=list)
    surplus: frozenset[str] = frozenset()
    failures: dict[str, str] = field(default_factory=dict)
    reads: list[str] = field(default_factory=list)
    sources: list[UsedSource] = field(default_factory=list)
    returned: list[str] = field(default_factory=list)
    failed: set[str] = field(default_factory=set)
    earlier: Sequence[LedgerEntry] = ()
    may_make_again: Callable[[AgentTool], bool] = _never_again
    save: SaveProgress = save_nothing
    change_keys: list[str] = field(default_factory=list)
    replies: RecordedReplies | None = None

    def refuse(self, call_ids: Collection[str]) -> None:
        """Refuse the calls of a reply that are over the limit. The person is warned once."""
        self.surplus = frozenset(call_ids)
        if call_ids:
            message = text(language_of(self.turn.message), "turn.surplus", most=self.services.limits.tools_at_once)
            self.sink.emit(Warned(code="too_many_tools", message=message))

    async def call(self, tool: AgentTool, call_id: str, arguments: dict[str, Any]) -> Any:
        """Run a call; return facts and artifact ids for the model, as JSON."""
        if call_id in self.surplus:
            limit = self.services.limits.tools_at_once
            raise ToolExecutionError(text(language_of(self.turn.message), "turn.not_called", most=limit))
        self.called.add(tool.name)
        await self.save()
        now = self.services.clock.now().timestamp()
        self._tell(ToolStarted(call_id=call_id, tool=tool.name, started_at=now))
        start = self.services.clock.elapsed()
        try:
            with calls_by_tool(tool.name):
                result = await self._execute(tool, call_id, arguments)
        except ToolNeedsAnswer as problem:
            self.requests.append(ToolQuestion(call_id, tool, problem.draft))
            self._tell(ToolFinished(call_id=call_id, tool=tool.name, seconds=self.services.clock.elapsed() - start))
            raise
        except (ToolCallRejected, ToolExecutionError) as problem:
            seconds = self.services.clock.elapsed() - start
            failed = ToolFailed(
                call_id=call_id, tool=tool.name, problem=self._told(problem), seconds=seconds, reason=problem.problem
            )
            self._tell(failed)
            self._note_failure(tool, arguments, problem)
            raise
        seconds, read = self.services.clock.elapsed() - start, self._note_success(tool, arguments)
        self._tell(ToolFinished(call_id=call_id, tool=tool.name, seconds=seconds, call=read))
        self.returned.append(counted(result))
        return result

    def _tell(self, event: ToolStarted | ToolFinished | ToolFailed) -> None:
        if self.replies is None or not self.replies.has_told(event):
            self.sink.emit(event)

    def _told(self, problem: ToolCallRejected | ToolExecutionError) -> str:
        """Return the problem for the person. The message is for the model: it may be an error of Python."""
        key = "turn.call_rejected" if isinstance(problem, ToolCallRejected) else "turn.call_failed"
        return problem.problem or text(language_of(self.turn.message), key)

    def _note_failure(
        self, tool: AgentTool, arguments: dict[str, Any], problem: ToolCallRejected | ToolExecutionError
    ) -> None:
        """Remember what should have been made or changed. A change that was called in a wrong way was not tried yet."""
        self.failed.add(tool.name)
        if tool.makes_artifacts:
            self.failures[tool.name] = problem.problem
        elif tool.changes is not None and isinstance(problem, ToolExecutionError):
            self.failures[failed_change(_change_target(tool, arguments))] = problem.problem

    def _note_success(self, tool: AgentTool, arguments: dict[str, Any]) -> str:
        """Return the call, if the tool only reads."""
        self.failed.discard(tool.name)
        if tool.changes is not None:
            self.failures.pop(failed_change(_change_target(tool, arguments)), None)
        self.failures.pop(tool.name, None)
        if tool.runs_once:
            return ""
        read = f"{tool.name} {json.dumps(arguments, ensure_ascii=False)}"[:_MAX_READ]
        self.reads.append(read)
        return read

    async def _execute(self, tool: AgentTool, call_id: str, arguments: dict[str, Any]) -> Any:
        try:
            parsed = tool.input.model_validate(tool.read(arguments, tool.name) if tool.read else arguments)
        except ValidationError as problem:
            raise ToolCallRejected(_validation_message(tool, problem)) from problem
        context = await self._context(tool, parsed, call_id)
        try:
            if not tool.runs_once:
                return await self._work(tool, parsed, context, {})  # tools that only read must see the present state
            return await self._make_once(tool, parsed, context)
        except (ToolCallRejected, ToolNeedsAnswer, TurnLost):
            raise
        except OutsideScope as problem:
            raise _scope_error(problem, context.language) from problem
        except _AlreadyMade as problem:
            return _already_made_result(tool, problem.artifacts, context.language)
        except InkwrightError as problem:
            message = error_message(context.language, problem)
            # The person did not write the option of a call; a reason already explains the problem.
            is_reason = problem.code == InvalidOption.code and isinstance(problem.fields["allowed"], Reason)
            shown = error_text(context.language, problem)[1] if is_reason else message
            raise ToolExecutionError(message, one_line(shown)) from problem
        except OSError as problem:
            message = f"{tool.name} failed: {system_reason(problem)}"[:500]
            raise ToolExecutionError(message, _in_words(problem, context.language)) from problem
        except ModuleNotFoundError as problem:
            message = text(context.language, "turn.library_missing", name=problem.name or one_line(str(problem)))
            raise ToolExecutionError(message, message) from problem
        except Exception as problem:
            # The one place where any error of a tool becomes a failed result.
            raise ToolExecutionError(f"{tool.name} failed: {type(problem).__name__}: {problem}"[:500]) from problem

    async def _context(self, tool: AgentTool, parsed: BaseModel, call_id: str) -> ToolContext:
        return ToolContext(
            turn=self.turn,
            call_id=call_id,
            language=language_of(self.turn.message),
            vault=ScopedVault(self.services, self.turn),
            attachments=self.services.attachments,
            brain=self.brain,
            progress=lambda message: self._progress(tool, call_id, message),
            show=self.sink.emit,
            edited=await self._edited_artifacts(tool, parsed),
            school=self.services.school,
            schools=self.services.schools,
            leaves_machine=leaves_machine(self.services, self.turn),
            library=turn_library(self.turn, self.services.library, self.services.projects),
            project=self.services.workspace,
            said_before=self.services.said_before,
            failed_tools=frozenset(self.failed),
            called_tools=frozenset(self.called),
            home=self.services.home,
            places=self.services.sources,
            brand=self.services.brand,
            pictures=self.services.pictures,
        )

    async def _make_once(self, tool: AgentTool, parsed: Any, context: ToolContext) -> Any:
        """Let a tool make or change something unless it has; announce it after it is stored, so never twice."""
        announcements: dict[str, Data] = {}

        async def make() -> dict[str, Any]:
            await self._refuse_second_making(tool, parsed)
            return await self._work(tool, parsed, context, announcements)

        key = self._key(tool, parsed)
        result = await self.services.steps.once(key if tool.makes_artifacts else self._change_key(key), make)
        for artifact in result["verified_artifacts"]:
            if artifact["id"] in announcements:
                self.sink.emit(announcements[artifact["id"]])
        return result

    async def _refuse_second_making(self, tool: AgentTool, parsed: BaseModel) -> None:
        # What a reply asked for that is replayed belongs to this run.
        replayed = self.replies.replayed if self.replies else ()
        earlier = [entry for entry in self.earlier if entry.call_id not in replayed]
        made = [entry.artifact for entry in earlier if entry.tool == tool.name]
        if made and not self.may_make_again(tool) and not [each async for each in self._named_artifacts(parsed)]:
            raise _AlreadyMade(made)

    async def _work(
        self, tool: AgentTool, parsed: Any, context: ToolContext, announcements: dict[str, Data]
    ) -> dict[str, Any]:
        """Run the tool; add its artifacts to the ledger, and how they are announced to the announcements."""
        async with slot_given_up():
            done = await tool.work(parsed, context)
        if isinstance(done, Flawed):
            problem = done.findings[0].message(context.language) if done.findings else ""
            raise ToolCallRejected(_findings_message(done.findings, context.language), problem)
        if isinstance(done, AskDraft):
            raise ToolNeedsAnswer(done)
        self._note_sources(done)
        for artifact in done.artifacts:
            changes = _changed_artifact(context.edited, artifact)
            reference = ArtifactRef.of(artifact)
            entry = LedgerEntry(artifact=reference, tool=tool.name, call_id=context.call_id, changes=changes)
            await self.services.ledger.add(self.turn.id, entry)
            announcements[artifact.id] = tool.announce(artifact, {**done.facts, **done.shown})
        for change in done.changes:
            change_entry = ChangeEntry(change=change, tool=tool.name, call_id=context.call_id)
            await self.services.ledger.add_change(self.turn.id, change_entry)
        return _result_for_model(done)

    def _note_sources(self, done: Evidence) -> None:
        """What the model has read is a source of the turn from now on, also for its tools."""
        if not done.sources:
            return
        self.sources[:] = join_sources(self.sources, done.sources)
        if self.turn.sources is not None:
            joined = join_sources(self.turn.sources, done.sources)
            self.turn = self.turn.model_copy(update={"sources": joined})

    async def _edited_artifacts(self, tool: AgentTool, parsed: BaseModel) -> tuple[Verified, ...]:
        """Return what a call may change: the artifacts that it names, and the one that the person wants changed."""
        if not tool.makes_artifacts:
            return ()
        named = [each async for each in self._named_artifacts(parsed)]
        refines = self.turn.route.refines if self.turn.route else None
        refined = await self.services.vault.get(refines, owner=self.turn.owner) if refines else None
        return (*named, refined) if refined else tuple(named)

    async def _named_artifacts(self, parsed: BaseModel) -> AsyncIterator[Verified]:
        """Yield the artifacts of the person that the arguments name: by an id, or in `artifact_id` by a name."""
        for key, value in parsed.model_dump(mode="json").items():
            if isinstance(value, str) and (value.startswith(_ARTIFACT_PREFIX) or key == _ARTIFACT_FIELD):
                named = await ScopedVault(self.services, self.turn).find(value, owner=self.turn.owner)
                if named is not None:
                    yield named

    def _key(self, tool: AgentTool, parsed: Any) -> str:
        """Return the key of a step: the same call with the same arguments in any run of the turn is the same step."""
        serialised = json.dumps(parsed.model_dump(mode="json"), sort_keys=True, ensure_ascii=False)
        return f"{self.turn.id}/{tool.name}/{hashlib.sha256(serialised.encode()).hexdigest()[:32]}"

    def _change_key(self, key: str) -> str:
        """Return the key of a change: the call, and how many other changes came before it in this run.

        So a call that a model repeats at once runs once, and so does one that it repeats in another run, after a crash
        or a refusal; but a change back to an earlier text runs.
        """
        if self.change_keys[-1:] != [key]:
            self.change_keys.append(key)
        return f"{key}/{len(self.change_keys)}"

    def _progress(self, tool: AgentTool, call_id: str, message: str) -> None:
        self.sink.emit(ToolProgressed(call_id=call_id, tool=tool.name, message=message))


def _scope_error(problem: OutsideScope, language: Language) -> Exception:
    """Return the question to the person, or the failure after they refused."""
    if problem.draft is not None:
        return ToolNeedsAnswer(problem.draft)
    refusal = text(language, "scope.refused", name=problem.artifact.name)
    return ToolExecutionError(refusal, refusal)


def _in_words(problem: OSError, language: Language) -> str:
    """Return an error of the operating system in words for the person."""
    reason = system_reason(problem)
    return reason.text(language) if isinstance(reason, Reason) else one_line(reason)


def _changed_artifact(edited: Sequence[Verified], artifact: Verified) -> str | None:
    """Return the artifact of which this is a new version."""
    return next((each.id for each in edited if each.id != artifact.id and each.lineage == artifact.lineage), None)


def _change_target(tool: AgentTool, arguments: dict[str, Any]) -> str:
    """Return the name of what a call wants to change; that of the tool if its arguments do not say it."""
    try:
        parsed = tool.input.model_validate(tool.read(arguments, tool.name) if tool.read else arguments)
    except ValidationError:
        return tool.name
    return one_line(tool.changes(parsed))[:_MAX_TARGET] if tool.changes else tool.name


def _result_for_model(done: Evidence) -> dict[str, Any]:
    verified = [{"id": artifact.id, "name": artifact.name, "kind": artifact.kind} for artifact in done.artifacts]
    changes = [change.model_dump(exclude_none=True) for change in done.changes]
    return {**done.facts, "verified_artifacts": verified, **({"changes": changes} if changes else {})}


def _already_made_result(tool: AgentTool, artifacts: Sequence[ArtifactRef], language: Language) -> dict[str, Any]:
    """Return the result for the model, instead of making something again."""
    items = ", ".join(f"{each.name} ({each.id}, version {each.artifact_version})" for each in artifacts)
    verified = [{"id": each.id, "name": each.name, "kind": each.artifact_kind} for each in artifacts]
    return {"refused": text(language, "turn.made_already", tool=tool.name, items=items), "verified_artifacts": verified}


def _validation_message(tool: AgentTool, problem: ValidationError) -> str:
    """List each invalid field with its path, and a minimal valid call."""
    errors = problem.errors(include_url=False, include_context=False, include_input=False)[:8]
    lines = [f"- {format_path(error['loc'])}: {error['msg']}" for error in errors]
    example = tool.example or Schema(tool.input).example()
    suffix = f"\nA minimal valid call: {example}" if example else ""
    return f"The arguments of {tool.name} are not valid:\n" + "\n".join(lines) + suffix


def _findings_message(findings: tuple[Finding, ...], language: Language) -> str:
    lines = [f"- {finding.summary(language)}" for finding in findings]
    return "It did not pass its checks:\n" + "\n".join(lines)
