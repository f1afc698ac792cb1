"""The MCP server: what other assistants can do with Inkwright. Its tools report evidence, as everywhere."""

import asyncio
import contextlib
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import anyio
from mcp.server.mcpserver import AcceptedElicitation, Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.tools import Tool
from mcp.shared.exceptions import MCPError
from mcp.types import Resource, ToolAnnotations
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from inkwright import __version__
from inkwright.agent.deliverables import DELIVERABLES
from inkwright.agent.intents import route_for
from inkwright.application import Inkwright
from inkwright.artifacts.rendering.office import Office, find_office
from inkwright.artifacts.validation import error_message, validation_errors
from inkwright.artifacts.vault import ArtifactRecord, Verified
from inkwright.conversation.asks import Answer, Ask
from inkwright.conversation.events import Event, ToolFailed, ToolFinished, ToolProgressed, ToolStarted
from inkwright.conversation.shapes import WordsState
from inkwright.conversation.turns import Asked, Outcome
from inkwright.errors import InkwrightError, InvalidOption
from inkwright.i18n import Reason, language_of, text
from inkwright.mcp.forms import answer_from_form, form_of, message_of
from inkwright.mcp.workspace import Workspace
from inkwright.runtime.running_turns import RunningTurn
from inkwright.usecases.conversations import search_conversations
from inkwright.usecases.output_files import save_file
from inkwright.usecases.projects import require_project
from inkwright.usecases.quizzes import convert_quiz, quiz_format_for
from inkwright.usecases.render import RENDER_FORMATS, check_file

_INSTRUCTIONS: Final = (
    "Inkwright makes and checks slides, documents, PDFs, quizzes and pages. A file that a tool reports was opened and "
    "checked. If a result has the outcome `asked`, show its question to the person and call `answer` with their words."
)


_MAX_RESOURCES: Final = 200
_BYTES: Final = "application/octet-stream"
_READS: Final = ToolAnnotations(read_only_hint=True, open_world_hint=False)
_ADDS: Final = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
_WORKS: Final = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=True)


class McpModel(BaseModel):
    """A result, in camel case."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, serialize_by_alias=True)


class McpFile(McpModel):
    """A file that was made and checked."""

    id: str
    name: str
    kind: str
    version: int
    size: int
    units: dict[str, int] = Field(default_factory=dict)
    uri: str = Field(description="The resource to read it.")
    path: str | None = Field(default=None, description="Where it was saved, if that was asked for.")


class TurnReport(McpModel):
    """How a request ended."""

    outcome: Literal["answered", "delivered", "asked", "failed"]
    message: str
    conversation_id: str
    files: list[McpFile] = Field(default_factory=list)
    changes: list[dict[str, Any]] = Field(default_factory=list, description="What was changed that is not a file.")
    missing: list[dict[str, Any]] = Field(default_factory=list, description="What was asked for and is not there.")
    words: WordsState = Field(
        description="Whether the message was checked: ours (by the program), checked, corrected or unchecked."
    )
    ask: dict[str, Any] | None = Field(default=None, description="The question for the person.")


class CheckReport(McpModel):
    """What the checks of a file found."""

    name: str
    is_good: bool
    was_rendered: bool
    findings: list[str]


class FoundText(McpModel):
    """Where words were found."""

    conversation_id: str
    title: str
    text: str


class ConvertReport(McpModel):
    """A converted quiz."""

    path: str
    questions: int
    losses: list[str] = Field(description="What the format cannot hold.")


def _described(words: str, **schema: Any) -> Any:
    """Return what an assistant reads about a parameter."""
    return Field(description=words, json_schema_extra=schema or None)


Deliverable = Annotated[str, _described("What to make.", enum=list(DELIVERABLES))]
Wish = Annotated[str, _described("What the person wants, in their words: topic, readers, length.")]
MessageText = Annotated[str, _described("What the person says.")]
Conversation = Annotated[str | None, _described("The `conversationId` of an earlier result, to go on with it.")]
ProjectName = Annotated[str | None, _described("The name of a project.")]
AskId = Annotated[str, _described("The `id` of the `ask` in a result whose outcome is `asked`.")]
AnswerValues = Annotated[dict[str, Any], _described("Question ids with the values that the person chose or wrote.")]
OutputPath = Annotated[str, _described("The file to write inside the workspace; its extension is the format.")]
FilePath = Annotated[str, _described("A file inside the workspace.")]
Markdown = Annotated[str, _described("The whole content as Markdown. In a deck, each heading begins a slide.")]
FileFormat = Annotated[str, _described("The format of the file.", enum=list(RENDER_FORMATS))]
Words = Annotated[str, _described("Words to find, as they are written.")]
MaxHits = Annotated[int, _described("How many results at most, up to 100.")]
SaveTo = Annotated[str | None, Field(description="A folder inside the workspace to save the files in.")]
Files = Annotated[list[str] | None, Field(description="Files inside the workspace to work from.")]


class InkwrightTools:
    """The tools of the server, for one open Inkwright and one workspace."""

    def __init__(self, inkwright: Inkwright, workspace: Workspace) -> None:
        self._inkwright = inkwright
        self._workspace = workspace

    async def make(
        self,
        deliverable: Deliverable,
        request: Wish,
        ctx: Context[Any, Any],
        files: Files = None,
        save_to: SaveTo = None,
    ) -> TurnReport:
        """Make a deliverable from a request and files; the result was opened and checked."""
        with _tool_errors():
            if deliverable not in DELIVERABLES:
                known = Reason("reason.usecases.one_of", names=", ".join(DELIVERABLES))
                raise InvalidOption(option="deliverable", value=deliverable, allowed=known)
            sources = [self._workspace.source(file) for file in files or ()]
            turn = await self._inkwright.send(request, files=sources, route=route_for([deliverable], request))
            return await self._report(turn, ctx, save_to)

    async def send(
        self,
        message: MessageText,
        ctx: Context[Any, Any],
        conversation_id: Conversation = None,
        project: ProjectName = None,
        save_to: SaveTo = None,
    ) -> TurnReport:
        """Send a message to Inkwright, in a new conversation or an existing one: to edit what was made, or to ask.

        With the name of a project, its agent takes the message and may change its blocks.
        """
        with _tool_errors():
            if conversation_id is not None:
                await self._inkwright.conversation(conversation_id)
            known = self._inkwright.store.projects
            owner = self._inkwright.owner
            project_id = (await require_project(known, project, owner=owner)).id if project else None
            turn = await self._inkwright.send(message, conversation_id=conversation_id, project_id=project_id)
            return await self._report(turn, ctx, save_to)

    async def answer(
        self, ask_id: AskId, answer: AnswerValues, ctx: Context[Any, Any], save_to: SaveTo = None
    ) -> TurnReport:
        """Answer a question with the person's words: question ids with their values, null to skip one."""
        with _tool_errors():
            return await self._report(await self._inkwright.answer(ask_id, answer), ctx, save_to)

    async def check(self, path: FilePath) -> CheckReport:
        """Open a file of the workspace (pptx, docx, pdf, tex, html, quiz) and report its problems."""
        with _tool_errors():
            program = find_office()
            content = self._workspace.read(path)
            office = Office(program) if program else None
            report = await check_file(Path(path).name, content, "en", office=office)
            found = [each.summary("en") for each in report.findings]
            is_good = all(each.severity != "error" for each in report.findings)
            return CheckReport(name=path, is_good=is_good, was_rendered=report.was_rendered, findings=found)

    async def render(self, description: Markdown, form: FileFormat, save_to: SaveTo = None) -> McpFile:
        """Make a file from Markdown, without a model; it was opened and checked."""
        with _tool_errors():
            made = await self._inkwright.render(description, form)
            if not isinstance(made, Verified):
                raise ToolError("\n".join(each.summary(language_of(description)) for each in made))
            return await self._file(await self._inkwright.artifact(made.id), save_to)

    async def convert(self, path: FilePath, output: OutputPath) -> ConvertReport:
        """Convert a quiz of the workspace to another format, chosen by the extension of the output."""
        with _tool_errors():
            target = self._workspace.target(output)
            made = await convert_quiz(self._workspace.read(path), Path(path).name, quiz_format_for(target.name))
            written = save_file(target.parent, target.name, made.content)
            losses = [each.message("en") for each in made.notes]
            return ConvertReport(path=self._relative(written), questions=made.questions, losses=losses)

    async def search(self, words: Words, limit: MaxHits = 20) -> list[FoundText]:
        """Find words in earlier conversations and their files."""
        with _tool_errors():
            page = await search_conversations(
                self._inkwright.store, words, owner=self._inkwright.owner, limit=max(1, min(limit, 100))
            )
            return [
                FoundText(
                    conversation_id=hit.conversation_id, title=hit.title, text=hit.before + hit.found + hit.behind
                )
                for hit in page.hits
            ]

    async def read_artifact(self, artifact_id: str) -> bytes:
        """Return the file of an artifact."""
        with _tool_errors():
            return await self._inkwright.read(artifact_id)

    async def resources(self) -> list[Resource]:
        """Return the newest files."""
        made = await self._inkwright.store.records.newest(self._inkwright.owner, limit=_MAX_RESOURCES)
        return [
            Resource(uri=_resource(each.id), name=each.name, title=each.title, size=each.size, mime_type=_BYTES)
            for each in made
        ]

    async def _report(self, turn: RunningTurn, ctx: Context[Any, Any], save_to: str | None) -> TurnReport:
        """Follow a turn to its end; ask the person where the client can, otherwise report the question."""
        try:
            return await self._followed(turn, ctx, save_to)
        except asyncio.CancelledError:
            with anyio.CancelScope(shield=True):  # the client gave the call up: nobody waits for the turn
                await self._inkwright.cancel(turn.id)
            raise

    async def _followed(self, turn: RunningTurn, ctx: Context[Any, Any], save_to: str | None) -> TurnReport:
        folder = save_to and str(self._workspace.target(save_to))
        while True:
            await _show_progress(turn, ctx)
            outcome = await turn.outcome()
            if not isinstance(outcome, Asked):
                return await self._ended(turn, outcome, folder)
            ask = await self._inkwright.ask(outcome.ask_id)
            answer = await _elicited(ask, ctx)
            if answer is None:
                report = await self._ended(turn, outcome, folder)
                return report.model_copy(
                    update={"ask": ask.model_dump(mode="json", exclude={"owner"}, exclude_none=True)}
                )
            turn = await self._inkwright.answer(ask.id, answer)

    async def _ended(self, turn: RunningTurn, outcome: Outcome, folder: str | None) -> TurnReport:
        made = [await self._inkwright.artifact(each.id) for each in outcome.receipt.artifacts]
        return TurnReport(
            outcome=outcome.kind,
            message=outcome.message,
            conversation_id=turn.conversation_id,
            files=[await self._file(record, folder) for record in made],
            changes=[change.model_dump(exclude_none=True) for change in outcome.receipt.changes],
            missing=[item.model_dump(exclude_none=True) for item in outcome.receipt.missing],
            words=outcome.receipt.words,
        )

    async def _file(self, record: ArtifactRecord, folder: str | None) -> McpFile:
        path = None
        if folder is not None:
            target = self._workspace.target(folder)
            path = self._relative(await self._inkwright.save(record.id, target))
        return McpFile(
            id=record.id,
            name=record.name,
            kind=record.kind,
            version=record.version,
            size=record.size,
            units=record.units,
            uri=_resource(record.id),
            path=path,
        )

    def _relative(self, path: Path) -> str:
        return str(path.resolve().relative_to(self._workspace.folder))


def _resource(artifact_id: str) -> str:
    return f"artifact://{artifact_id}"


class InkwrightServer(MCPServer[Any]):
    """The server: its resources are the present files, and arguments that do not fit are reported in our sentences."""

    def __init__(self, tools: InkwrightTools) -> None:
        offered = [
            _strict_tool(tools.make, _WORKS),
            _strict_tool(tools.send, _WORKS),
            _strict_tool(tools.answer, _WORKS),
            _strict_tool(tools.check, _READS),
            _strict_tool(tools.render, _ADDS),
            _strict_tool(tools.convert, _ADDS),
            _strict_tool(tools.search, _READS),
        ]
        super().__init__("inkwright", version=__version__, instructions=_INSTRUCTIONS, tools=offered)
        self._tools = tools
        self._arguments = {tool.name: tuple(tool.parameters["properties"]) for tool in offered}
        self.resource("artifact://{artifact_id}", mime_type=_BYTES)(tools.read_artifact)

    async def list_resources(self) -> list[Resource]:
        """List the newest files."""
        return await self._tools.resources()

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        """Call a tool. ToolError if the arguments do not fit, or the tool refuses."""
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):
                problems = _argument_problems(error.__cause__, self._arguments.get(name, ()))
                raise ToolError(problems) from error.__cause__
            raise


def _strict_tool(called: Callable[..., Any], annotations: ToolAnnotations) -> Tool:
    """Return the tool that calls this. Unknown arguments are refused, as its schema says."""
    tool = Tool.from_function(called, description=inspect.getdoc(called), annotations=annotations)
    arguments = tool.fn_metadata.arg_model
    arguments.model_config["extra"] = "forbid"
    arguments.model_rebuild(force=True)
    tool.parameters = arguments.model_json_schema(by_alias=True)
    return tool


def _argument_problems(error: ValidationError, known: tuple[str, ...]) -> str:
    """Return which arguments do not fit, each with its path, and why."""
    found = (
        f"{'.'.join(map(str, each['loc']))}: {error_message(each, 'en', known)}" for each in validation_errors(error)
    )
    return "\n".join([text("en", "server.invalid_request"), *dict.fromkeys(found)])


def create_server(inkwright: Inkwright, workspace: Workspace) -> MCPServer[Any]:
    """Return the server for an open Inkwright; assistants use files of the workspace only."""
    return InkwrightServer(InkwrightTools(inkwright, workspace))


@contextlib.contextmanager
def _tool_errors() -> Any:
    """Report an error as the result of the tool, in our words."""
    try:
        yield
    except InkwrightError as error:
        raise ToolError(str(error)) from error


async def _show_progress(turn: RunningTurn, ctx: Context[Any, Any]) -> None:
    """Report the steps of a turn to the client, until it ends or asks."""
    steps = 0
    async for event in turn:
        if words := _progress_words(event):
            steps += 1
            await ctx.report_progress(steps, None, words)


def _progress_words(event: Event) -> str:
    match event:
        case ToolProgressed():
            return event.message
        case ToolStarted() | ToolFinished() | ToolFailed():
            return f"{event.tool}: {event.kind.removeprefix('tool_')}"
    return ""


async def _elicited(ask: Ask, ctx: Context[Any, Any]) -> Answer | None:
    """Ask the person through the client. None if the client cannot ask, or the person does not want to answer now."""
    if ask.kind == "permission":
        return None
    try:
        filled = await ctx.elicit(message_of(ask), form_of(ask))
    except (MCPError, NotImplementedError, ValueError, RuntimeError):
        return None
    return answer_from_form(ask, filled.data.model_dump()) if isinstance(filled, AcceptedElicitation) else None
