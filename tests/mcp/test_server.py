"""The MCP server, used by the official client: tools, questions, progress, resources, and a confined workspace."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from mcp.client import Client

from inkwright import ScriptedModel
from inkwright.application import Inkwright
from inkwright.conversation.turns import Failed
from inkwright.llm.models import PieceListener, Reply, Request, ignore_piece
from inkwright.mcp.server import create_server
from inkwright.mcp.workspace import Workspace
from mcp import types
from tests.agent.test_run import call
from tests.each import each

SLIDES = "# Rivers\n\n## Rain\n\n- Rain falls on the hills.\n- It runs to the sea.\n"
CHAT = json.dumps({"intent": "chat_qa", "confidence": 1, "expected_mode": "answer"})
TOOLS = {"make", "send", "answer", "check", "render", "convert", "search"}


def model(*lines: Any) -> ScriptedModel:
    left = list(lines)
    return ScriptedModel(lambda request: left.pop(0) if request.tools else CHAT)


def run(folder: Path, scripted: ScriptedModel, play: Callable[[Any], Awaitable[Any]], **options: Any) -> Any:
    async def go() -> Any:
        async with Inkwright.open(home=folder / "home", model=scripted) as inkwright:
            server = create_server(inkwright, Workspace(folder / "work"))
            async with Client(server, **options) as client:
                return await play(client)

    (folder / "work").mkdir(exist_ok=True)
    return asyncio.run(go())


def result(reply: Any) -> dict[str, Any]:
    assert not reply.is_error, reply.content
    found: dict[str, Any] = reply.structured_content
    return found


@each("mode", ["auto", "legacy"])
def test_a_deck_is_rendered_checked_and_read_as_a_resource(mode: str, tmp_path: Path) -> None:
    async def play(client: Any) -> Any:
        assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS
        made = result(await client.call_tool("render", {"description": SLIDES, "form": "pptx", "save_to": "out"}))
        report = result(await client.call_tool("check", {"path": made["path"]}))
        resource = await client.read_resource(made["uri"])
        return made, report, resource.contents[0].blob

    made, report, blob = run(tmp_path, model(), play, mode=mode)
    assert made["units"] == {"slides": 2}
    assert (tmp_path / "work" / "out" / "Rivers.pptx").stat().st_size == made["size"]
    assert report["isGood"]
    assert blob


def test_files_that_were_made_are_listed_as_resources(tmp_path: Path) -> None:
    async def play(client: Any) -> Any:
        before = (await client.list_resources()).resources
        made = result(await client.call_tool("render", {"description": SLIDES, "form": "pptx"}))
        return before, made, (await client.list_resources()).resources

    before, made, (listed,) = run(tmp_path, model(), play)
    assert before == []
    assert (str(listed.uri), listed.name, listed.title) == (made["uri"], "Rivers.pptx", "Rivers")
    assert listed.size == made["size"]


def test_arguments_that_do_not_fit_are_named_in_our_words(tmp_path: Path) -> None:
    async def play(client: Any) -> Any:
        made = await client.call_tool("make", {"deliverable": 3, "request": "x", "files": ["a.md", 7]})
        return made, await client.call_tool("render", {"description": SLIDES})

    async def mistype(client: Any) -> Any:
        shapes = [tool.input_schema for tool in (await client.list_tools()).tools]
        return shapes, await client.call_tool("search", {"words": "rain", "conversationId": "conv_1"})

    made, render = run(tmp_path, model(), play)
    shapes, unknown = run(tmp_path, model(), mistype)
    assert {shape["additionalProperties"] for shape in shapes} == {False}
    assert unknown.is_error
    assert unknown.content[0].text.splitlines()[1].startswith("conversationId: ")
    assert "limit" in unknown.content[0].text
    assert made.is_error
    assert render.is_error
    told = [each.content[0].text for each in (made, render)]
    assert all("pydantic" not in each and "Input should" not in each for each in told)
    assert [line.partition(":")[0] for line in told[0].splitlines()[1:]] == ["deliverable", "files.1"]
    assert told[1].splitlines()[1].startswith("form: ")


def test_every_parameter_is_described_and_names_its_choices(tmp_path: Path) -> None:
    async def play(client: Any) -> Any:
        return (await client.list_tools()).tools

    shapes = {tool.name: tool.input_schema["properties"] for tool in run(tmp_path, model(), play)}
    bare = [(tool, name) for tool, shape in shapes.items() for name, each in shape.items() if "description" not in each]
    assert bare == []
    assert {"slides", "quiz"} <= set(shapes["make"]["deliverable"]["enum"])
    assert "docx" in shapes["render"]["form"]["enum"]


def make_pdf(request: Request) -> Any:
    done = [message for message in request.messages if message["role"] == "tool"]
    if not done:
        return call("render_pdf", title="Rivers", markdown=SLIDES)
    made = json.loads(done[0]["content"])["verified_artifacts"]
    return call("deliver", message="Your PDF is ready.", artifacts=[each["id"] for each in made])


def test_a_deliverable_is_made_with_progress_from_a_file_of_the_workspace(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "notes.md").write_text(SLIDES, encoding="utf-8")
    shown: list[str] = []

    async def progress(_done: float, _total: float | None, message: str | None) -> None:
        shown.append(message or "")

    async def play(client: Any) -> Any:
        asked = {"deliverable": "pdf", "request": "A PDF about rivers", "files": ["notes.md"], "save_to": "."}
        return result(await client.call_tool("make", asked, progress_callback=progress))

    found = run(tmp_path, ScriptedModel(make_pdf), play)
    assert found["outcome"] == "delivered"
    assert (tmp_path / "work" / found["files"][0]["path"]).read_bytes().startswith(b"%PDF")
    assert any("render_pdf" in each for each in shown)


def test_a_question_goes_to_the_person_through_the_client(tmp_path: Path) -> None:
    asked: list[Any] = []

    async def fill(_context: Any, params: Any) -> types.ElicitResult:
        asked.append(params)
        return types.ElicitResult(action="accept", content={"q0": "Blue"})

    async def play(client: Any) -> Any:
        return result(await client.call_tool("send", {"message": "Paint"}))

    scripted = model(call("ask_user", question="Which?", options=["Red", "Blue"]), "Blue it is.")
    found = run(tmp_path, scripted, play, mode="legacy", elicitation_callback=fill)
    assert (found["outcome"], found["message"]) == ("answered", "Blue it is.")
    assert found["words"] == "checked"
    assert "Which?" in str(asked[0])


@each("mode", ["auto", "legacy"])
def test_a_client_that_cannot_ask_gets_the_question_and_answers_it_later(mode: str, tmp_path: Path) -> None:
    async def play(client: Any) -> Any:
        first = result(await client.call_tool("send", {"message": "Paint"}))
        answer = {first["ask"]["questions"][0]["id"]: "Blue"}
        second = result(await client.call_tool("answer", {"ask_id": first["ask"]["id"], "answer": answer}))
        return first, second

    scripted = model(call("ask_user", question="Which?", options=["Red", "Blue"]), "Blue it is.")
    first, second = run(tmp_path, scripted, play, mode=mode)
    assert first["outcome"] == "asked"
    assert second["message"] == "Blue it is."
    assert first["conversationId"] == second["conversationId"]


class NeverDone(ScriptedModel):
    """Chooses the route, and then never answers."""

    def __init__(self) -> None:
        super().__init__(lambda _request: CHAT)
        self.was_asked = asyncio.Event()

    async def reply(self, request: Request, hear: PieceListener = ignore_piece) -> Reply:
        if request.tools:
            self.was_asked.set()
            await asyncio.Event().wait()
        return await super().reply(request, hear)


def test_a_call_that_the_client_gives_up_stops_its_turn(tmp_path: Path) -> None:
    async def go() -> Any:
        never = NeverDone()
        async with Inkwright.open(home=tmp_path / "home", model=never) as inkwright:
            async with Client(create_server(inkwright, Workspace(tmp_path))) as client:
                calling = asyncio.create_task(client.call_tool("send", {"message": "Paint"}))
                await never.was_asked.wait()
                calling.cancel()
                while inkwright.running:  # noqa: ASYNC110 - the turn ends by itself
                    await asyncio.sleep(0.01)
            latest = await inkwright.store.conversations.latest_id(inkwright.owner)
            turn = await inkwright.latest_turn(latest or "")
            return turn and turn.outcome

    outcome = asyncio.run(go())
    assert isinstance(outcome, Failed)
    assert outcome.code == "cancelled"


def test_nothing_outside_the_workspace_is_read_or_written(tmp_path: Path) -> None:
    (tmp_path / "work").mkdir()
    (tmp_path / "secret.md").write_text("secret", encoding="utf-8")
    (tmp_path / "work" / "link.md").symlink_to(tmp_path / "secret.md")

    async def play(client: Any) -> None:
        for path in ("../secret.md", str(tmp_path / "secret.md"), "link.md", "/etc/hostname", "missing.md", "."):
            reply = await client.call_tool("check", {"path": path})
            assert reply.is_error, path
            assert "secret" not in str(reply.content).replace("secret.md", "")
        reply = await client.call_tool("render", {"description": SLIDES, "form": "pdf", "save_to": "../out"})
        assert reply.is_error
        reply = await client.call_tool("make", {"deliverable": "pdf", "request": "x", "files": ["../secret.md"]})
        assert reply.is_error

    run(tmp_path, model(), play)
    assert not (tmp_path / "out").exists()


def test_errors_are_told_in_words(tmp_path: Path) -> None:
    async def play(client: Any) -> Any:
        calls = [
            ("make", {"deliverable": "cake", "request": "x"}),
            ("send", {"message": "x", "conversation_id": "conv_0"}),
            ("answer", {"ask_id": "ask_0", "answer": {}}),
            ("render", {"description": SLIDES, "form": "exe"}),
            ("convert", {"path": "missing.gift", "output": "x.xml"}),
        ]
        return [await client.call_tool(name, arguments) for name, arguments in calls]

    for reply in run(tmp_path, model(), play):
        assert reply.is_error
        assert "Traceback" not in str(reply.content)
