"""Weak models measured: twelve requests with our own texts on the embedded model, beside a plain agent.

A request ends in a verified file, or fails honestly. A false claim is a delivery without one; of the plain agent, an
answer that says that something is ready where nothing was made.
"""

import asyncio
import collections
import json
import os
import re
import statistics
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from pydantic_ai import Agent, Tool
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.usage import UsageLimits

from bench.store import settings_of
from bench.thinking import endpoint
from inkwright.agent.deliverables import DELIVERABLES
from inkwright.agent.intents import route_for
from inkwright.agent.tools import AgentTool, Evidence, ToolContext
from inkwright.conversation.turns import Delivered, Outcome, TurnState
from inkwright.i18n import Language, language_of
from inkwright.llm.brain import Brain
from inkwright.llm.local import LocalModel
from inkwright.llm.models import Abilities, Model, PieceListener, Reply, Request, ignore_piece
from inkwright.tools.registry import all_tools
from inkwright.usecases.store import LOCAL_OWNER, Store, open_store
from inkwright.usecases.turns import send_message

ROOT: Final = Path(__file__).parent.parent
TEXTS: Final = (ROOT / "bench" / "texts", ROOT / "tests" / "grounding" / "texts")
SEEDS: Final = (1, 2, 3)
PEER_SEEDS: Final = SEEDS[: int(os.environ.get("BENCH_PEER_SEEDS", "3"))]
_PEER_SECONDS: Final = 120
_CLAIM = re.compile(
    r"\b(?:ready|here (?:is|are)|i(?: ha|')ve (?:made|created|generated)|created|generated|attached|done)\b"
    r"|已|完成|做好|准备好|生成",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A request and the file beside it."""

    file: str
    thing: str
    message: str

    @property
    def text(self) -> str:
        """What stands in the file."""
        path = next(folder / self.file for folder in TEXTS if (folder / self.file).exists())
        return path.read_text(encoding="utf-8")

    @property
    def language(self) -> Language:
        """The language of the file."""
        return language_of(self.text)


REQUESTS: Final = (
    Asked("en_volcanoes.md", "quiz", "Make a quiz with five questions from this text."),
    Asked("en_postal_history.md", "page", "Make a timeline page."),
    Asked("en_compost.txt", "doc", "Make a worksheet."),
    Asked("heart.md", "slides", "Turn this into slides."),
    Asked("canal.md", "quiz", "Create 5 true/false and fill-in questions."),
    Asked("talk_photosynthesis.md", "page", "Make flashcards."),
    Asked("zh_honey_bees.md", "quiz", "请根据材料出五道题。"),
    Asked("zh_tea_history.md", "slides", "做成幻灯片。"),
    Asked("zh_school_lab_rules.txt", "doc", "写一份总结。"),
    Asked("light.md", "doc", "做一份练习单。"),
    Asked("yellow_river.md", "quiz", "出 5 道选择题。"),
    Asked("talk_tang.md", "page", "做一个时间线网页。"),
)


class Seeded:
    """A model that always draws from the same seed."""

    def __init__(self, model: Model, seed: int) -> None:
        self._model = model
        self._seed = seed
        self.calls = 0

    @property
    def name(self) -> str:
        """The name of the model inside."""
        return self._model.name

    @property
    def abilities(self) -> Abilities:
        """Those of the model inside."""
        return self._model.abilities

    async def reply(self, request: Request, hear: PieceListener = ignore_piece) -> Reply:
        """The reply of the model inside."""
        self.calls += 1
        return await self._model.reply(replace(request, seed=self._seed), hear)


async def asked(store: Store, model: Model, request: Asked) -> Outcome:
    """The request through a whole turn."""
    conversation_id = store.ids.new("conv")
    await store.attachments.add(conversation_id, request.file, request.text, owner=LOCAL_OWNER)
    desk = store.turn_services(model, list(all_tools().values()), lambda _number, _event: None)
    return await send_message(
        desk, request.message, route_for([request.thing]), owner=LOCAL_OWNER, conversation_id=conversation_id
    )


async def ours(home: Path) -> tuple[collections.Counter[str], list[str]]:
    """How the turns ended; and the answers of quizzes that do not stand in their source."""
    counts: collections.Counter[str] = collections.Counter()
    strangers: list[str] = []
    local = LocalModel()
    async with open_store(settings_of(home)) as store:
        for request in REQUESTS:
            for seed in SEEDS:
                model = Seeded(local, seed)
                outcome = await asked(store, model, request)
                counts["turns"] += 1
                counts[outcome.kind] += 1
                counts["calls"] += model.calls
                if isinstance(outcome, Delivered):
                    contents = [await store.vault.read(each.id, owner=LOCAL_OWNER) for each in outcome.artifacts]
                    counts["false claims"] += not contents or None in contents
                    if request.thing == "quiz":
                        strangers += answers_not_in(contents[0] or b"", request.text)
                        counts["questions"] += len(json.loads(contents[0] or b"{}")["questions"])
    return counts, strangers


def answers_not_in(quiz: bytes, source: str) -> list[str]:
    """The answers of a quiz that are not words of the source."""
    plain = _plain(source)
    return [
        answer
        for question in json.loads(quiz)["questions"]
        for answer in _answers(question)
        if _plain(answer) not in plain
    ]


def _answers(question: dict[str, Any]) -> list[str]:
    right = question.get("correctAnswer", "")
    match question["questionType"]:
        case "SINGLE_CHOICE":
            return [question["options"]["ABCDEFGH".index(right)]]
        case "FILL_IN_BLANK":
            return [blank if isinstance(blank, str) else blank[0] for blank in right]
        case "MATCHING":
            return [*question["options"], *right]
        case "ORDERING":
            return list(question["options"])
        case _:
            return []


def _plain(written: str) -> str:
    return re.sub(r"[\s*_`#>|\\-]+", "", written).lower()


async def seconds_of_quiz(home: Path) -> float:
    """A quiz of five questions from a text of 2,000 words: median of five, the model loaded."""
    text = "\n\n".join(request.text for request in REQUESTS if request.language == "en")
    words = " ".join(text.split(" ")[:2_000])
    request = REQUESTS[0]
    found: list[float] = []
    local = LocalModel()
    async with open_store(settings_of(home)) as store:
        for _ in range(6):
            conversation_id = store.ids.new("conv")
            await store.attachments.add(conversation_id, "long.md", words, owner=LOCAL_OWNER)
            desk = store.turn_services(local, list(all_tools().values()), lambda _number, _event: None)
            start = time.perf_counter()
            outcome = await send_message(
                desk, request.message, route_for(["quiz"]), owner=LOCAL_OWNER, conversation_id=conversation_id
            )
            assert outcome.kind == "delivered", outcome
            found.append(time.perf_counter() - start)
    return statistics.median(found[1:])


async def plain_agent(home: Path, address: str) -> collections.Counter[str]:
    """The engine's own agent with the same tools, the same model and the same words."""
    counts: collections.Counter[str] = collections.Counter()
    model = OpenAIChatModel("local", provider=OpenAIProvider(base_url=f"{address}/v1", api_key="none"))
    async with open_store(settings_of(home)) as store:
        for request in REQUESTS:
            for seed in PEER_SEEDS:
                made: list[str] = []
                tools = [
                    _plain_tool(store, all_tools()[name], request, made) for name in DELIVERABLES[request.thing].tools
                ]
                agent = Agent(model, tools=tools, model_settings={"seed": seed, "max_tokens": 1_000})
                prompt = f"{request.message}\n\n{request.file}:\n\n{request.text}"
                counts["turns"] += 1
                try:
                    async with asyncio.timeout(_PEER_SECONDS):
                        said = (await agent.run(prompt, usage_limits=UsageLimits(request_limit=8))).output
                except Exception as problem:  # noqa: BLE001 - whatever stops a peer is one of its failures
                    counts[f"stopped: {type(problem).__name__}"] += 1
                    continue
                counts["delivered" if made else "answered"] += 1
                counts["false claims"] += not made and bool(_CLAIM.search(said))
    return counts


def _plain_tool(store: Store, tool: AgentTool, request: Asked, made: list[str]) -> Tool[None]:
    async def work(**arguments: Any) -> str:
        given = tool.input.model_validate(tool.read(arguments, tool.name) if tool.read else arguments)
        conversation_id = store.ids.new("conv")
        await store.attachments.add(conversation_id, request.file, request.text, owner=LOCAL_OWNER)
        brain = Brain(LocalModel())
        context = ToolContext(
            turn=TurnState(id=store.ids.new("turn"), conversation_id=conversation_id, owner=LOCAL_OWNER, message=""),
            call_id="call",
            language="en",
            vault=store.vault,
            attachments=store.attachments,
            brain=brain,
            progress=lambda _words: None,
            show=lambda _event: None,
        )
        done = await tool.work(given, context)
        if not isinstance(done, Evidence):
            return str(done)
        made.extend(artifact.id for artifact in done.artifacts)
        return json.dumps({**done.facts, "files": [artifact.name for artifact in done.artifacts]}, ensure_ascii=False)

    return Tool.from_schema(work, tool.name, tool.description, tool.input.model_json_schema())


def report() -> tuple[list[str], bool]:
    """The lines of the page, and whether every target is met."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        counts, strangers = asyncio.run(ours(home / "ours"))
        seconds = asyncio.run(seconds_of_quiz(home / "quiz"))
        with endpoint() as address:
            peer = asyncio.run(plain_agent(home / "peer", address))
    share = 100 * counts["delivered"] / counts["turns"]
    lines = [
        "## Twelve requests on the embedded model",
        "",
        f"{len(REQUESTS)} requests with our own texts, six of them Chinese (quiz, slides, document, page), "
        f"{len(SEEDS)} seeds each; the plain agent is pydantic-ai's, with the same tools, model and wording, "
        f"with {len(PEER_SEEDS)} of these seeds.",
        "",
        "| | turns | ended with a file | answered or failed | false claims |",
        "|---|---|---|---|---|",
        _row("**Inkwright**", counts),
        _row("pydantic-ai, plain agent", peer),
        "",
        f"- {share:.0f} % end with a verified file (target: at least 95), {counts['false claims']} false claims (0).",
        f"- Of {counts['questions']} questions, {len(strangers)} have an answer that is not in the source (0).",
        f"- The model was asked {counts['calls'] / counts['turns']:.1f} times per turn: it chooses but writes nothing.",
        f"- A quiz of five questions from a text of 2,000 words: {seconds:.1f} s (target: at most 30).",
        f"- How the plain agent ended: {', '.join(f'{name} {number}' for name, number in sorted(peer.items()))}.",
        "",
    ]
    return lines, share >= 95 and not counts["false claims"] and not strangers


def _row(name: str, counts: collections.Counter[str]) -> str:
    others = counts["turns"] - counts["delivered"]
    return f"| {name} | {counts['turns']} | {counts['delivered']} | {others} | {counts['false claims']} |"
