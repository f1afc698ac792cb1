"""Databases as each form of the program wrote them, frozen: `python -m tests.store.snapshots` adds those of the newest.

What is in them stands below and is never edited: the dumps of earlier forms hold it. A new form that keeps something
new adds it here and reads it where it is there.
"""

import asyncio
import contextlib
import hashlib
import re
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, Literal

import sqlalchemy
from sqlalchemy.engine import URL

from inkwright.artifacts.vault import ArtifactRecord
from inkwright.conversation.app_records import AppRecord, AppRun, RunEvent
from inkwright.conversation.asks import Answer, Ask, AskOption, AskQuestion, QuestionAnswer
from inkwright.conversation.attachments import Attachment
from inkwright.conversation.events import Event, TextAppended, TextEnded, ToolStarted, TurnFinished, TurnStarted
from inkwright.conversation.turns import (
    Answered,
    ArtifactRef,
    Asked,
    Delivered,
    LedgerEntry,
    Message,
    RouterResult,
    TurnState,
)
from inkwright.library.records import DocumentPage
from inkwright.llm.call_log import Call, CallOrigin
from inkwright.llm.models import CallVerdict, Usage
from inkwright.projects.blocks import ContentBlock, NewText
from inkwright.projects.creator_facts import CreatorFact
from inkwright.projects.evaluations import EvaluatedTarget, Evaluation, RoleResult
from inkwright.projects.feed import ChangeOrigin
from inkwright.projects.personas import Persona
from inkwright.projects.records import Project
from inkwright.projects.skills import Skill
from inkwright.store.files import ContentFiles
from inkwright.store.library import StoredLibrary
from inkwright.store.migrations.upgrades import SQLITE_SCHEMA, ensure_upgraded, newest_revision
from inkwright.usecases.store import ARTIFACTS_FOLDER, CALLS_FILE, FileCallLog, Store, open_store
from tests.store.databases import PostgresServer, postgres_programs
from tests.store.embedders import SubjectEmbedder
from tests.store.turn_writer import settings_of

FOLDER_OF_DUMPS: Final = Path(__file__).resolve().parent / "data"
OWNER: Final = "ann"
ROUTE: Final = RouterResult(intent="content_create", confidence=0.9, expected_mode="artifact")
FILES: Final = {"雨.txt": "雨从海上来。".encode(), "beside.txt": b"beside"}
DIGESTS: Final = {name: hashlib.sha256(content).hexdigest() for name, content in FILES.items()}
RECORD: Final = ArtifactRecord(
    id="art_1",
    version=1,
    kind="note",
    name="雨.txt",
    title="雨",
    size=len(FILES["雨.txt"]),
    sha256=DIGESTS["雨.txt"],
    report=(),
    made_at=datetime(2026, 1, 2, 3, 4, 5, 6, tzinfo=UTC),
    owner=OWNER,
    turn_id="turn_1",
    digests=DIGESTS,
)
MADE: Final = ArtifactRef(id="art_1", artifact_version=1, artifact_kind="note", name="雨.txt", title="雨", size=18)
ASK: Final = Ask(
    id="ask_1",
    turn_id="turn_2",
    owner=OWNER,
    kind="clarification",
    title="For whom?",
    questions=(AskQuestion(id="1", question="For whom?", options=(AskOption(label="Kids", value="kids"),)),),
)
ANSWER: Final = Answer(status="answered", answers=(QuestionAnswer(id="1", value="kids"),))
_TURN: Final = TurnState(
    id="turn_1",
    conversation_id="conv_1",
    owner=OWNER,
    message="做一份笔记",
    route=ROUTE,
    status="finished",
    engine_messages='[{"parts":[],"kind":"response"}]',
    engine_version="pydantic-ai 2.66",
    called_tools=("make_note",),
    emitted_events=("data-file-ready",),
    outcome=Delivered(message="Ready.", artifacts=(MADE,)),
)
_ASKED: Final = {"status": "waiting", "ask_id": "ask_1", "outcome": Asked(message="For whom?", ask_id="ask_1")}
TURNS: Final = (
    _TURN,
    _TURN.model_copy(update={"id": "turn_2", "message": "And another", **_ASKED}),
    _TURN.model_copy(
        update={"id": "turn_3", "message": "What is rain?", "outcome": Answered(message="Rain is water.")}
    ),
)
MESSAGES: Final = (
    Message(id="msg_1", conversation_id="conv_1", owner=OWNER, role="user", text="做一份笔记"),
    Message(
        id="msg_2", conversation_id="conv_1", owner=OWNER, role="assistant", text="Ready.", artifact_ids=("art_1",)
    ),
    Message(id="msg_3", conversation_id="conv_1", owner=OWNER, role="user", text="What is rain?"),
)
TOLD: Final[tuple[Event, ...]] = (
    TurnStarted(turn_id="turn_1"),
    ToolStarted(call_id="c1", tool="make_note"),
    *(TextAppended(text_id="text_1", text=piece) for piece in ("Re", "ad", "y.")),
    TextEnded(text_id="text_1"),
    TurnFinished(outcome=Delivered(message="Ready.", artifacts=(MADE,))),
)
_FIRST: Final[dict[str, Any]] = {
    "conversations": [("conv_1", "做一份笔记", 3)],
    "messages": [*MESSAGES],
    "turns": [*TURNS],
    "found": ["msg_1"],
    "text": "Ready.",
    "rest of the text": "y.",
    "events": [event for event in TOLD if not isinstance(event, TextAppended)],
    "ledger": [LedgerEntry(artifact=MADE, tool="make_note", call_id="c1")],
    "ask": ASK,
    "waiting": [],
    "step": {"made": "art_1"},
    "artifacts": [RECORD],
    "file": FILES["雨.txt"],
    "summary": ("turn_1", "They made a note."),
    "cost": [("openai:gpt", 2, 10, 2, 0.5, 0)],
    "ways": {"openai:gpt": {"ask": {"failed": 1, "unknown": 1}}},
    "calls": [],
    "not another's": [[], [], None],
}
_SAID: Final[tuple[tuple[Literal["user", "assistant"], str], ...]] = (
    ("user", "旧的问题"),
    ("assistant", "Old."),
    ("user", "新的问题"),
)
EDITED: Final = tuple(
    Message(id=f"msg_{number}", conversation_id="conv_2", owner=OWNER, role=role, text=words)
    for number, (role, words) in enumerate(_SAID, 4)
)
EDITED_TURNS: Final = tuple(
    TurnState(
        id=f"turn_{number}",
        conversation_id="conv_2",
        owner=OWNER,
        message=said.text,
        message_id=said.id,
        route=ROUTE,
        status="finished",
        outcome=Answered(message="Old."),
    )
    for number, said in ((4, EDITED[0]), (5, EDITED[2]))
)
ATTACHED: Final = ("讲义.md", "# 雨\n\n雨从海上来。\n")
_MADE_AT: Final = datetime(2026, 2, 3, 4, 5, 6, 7, tzinfo=UTC)
PROJECT: Final = Project("proj_1", OWNER, "雨", _MADE_AT)
GONE: Final = Project("proj_2", OWNER, "Gone", _MADE_AT)
BLOCK: Final = ContentBlock("block_1", "proj_1", OWNER, None, "第一章", 1, 2, 6, _MADE_AT, _MADE_AT, status="completed")
BELOW: Final = ContentBlock(
    "block_2", "proj_1", OWNER, "block_1", "Intro", 1, 1, 5, _MADE_AT, _MADE_AT, depth=1, status="completed"
)
REMOVED: Final = ContentBlock("block_3", "proj_1", OWNER, None, "Old", 2, 1, 3, _MADE_AT, _MADE_AT, status="completed")
_NOTHING: Final[dict[str, Any]] = {"attached": [], "attached text": None, "edited": [], "replaced": frozenset()}
_NO_PROJECTS: Final[dict[str, Any]] = {
    "projects": [[], []],
    "blocks": [[], []],
    "block texts": [None, None],
    "project of": None,
}
_SINCE_0003: Final[dict[str, Any]] = {
    "conversations": [("conv_2", "旧的问题", 1), *_FIRST["conversations"]],
    "attached": [Attachment(name=ATTACHED[0], characters=len(ATTACHED[1]))],
    "attached text": ATTACHED[1],
    "edited": [EDITED[2]],
    "replaced": frozenset({"msg_4", "msg_5", "turn_4"}),
}
_SINCE_0004: Final[dict[str, Any]] = {
    "projects": [[PROJECT], [GONE]],
    "blocks": [[BLOCK, BELOW], [REMOVED]],
    "block texts": ["first", "雨从海上来。"],
    "project of": PROJECT,
}
_SINCE_0005: Final[dict[str, Any]] = {
    "ways": {"openai:gpt": {"ask": {"accepted": 1, "failed": 1}}},
    "calls": [("tool", "make_note", "Note", "accepted", ""), ("step", "", "", "failed", "model_busy")],
}
_REVISION: Final = "INSERT INTO alembic_version (version_num) VALUES ('{}')"
_TABLE_STARTS: Final = ("CREATE TABLE", "INSERT INTO")
LIBRARY_PAGE: Final = DocumentPage(1, "雨从海上来，落在叶子上。")
_SINCE_0010: Final[dict[str, Any]] = {
    "library": [("雨.pdf", "ready", 1)],
    "found in the library": [("雨.pdf", LIBRARY_PAGE.text)],
}
PERSONA: Final = Persona("persona_1", "proj_1", OWNER, "李娜", _MADE_AT, "34", "护士", ("没时间",), selected=True)
FACT: Final = CreatorFact("fact_1", OWNER, "给护士写作", _MADE_AT, "我给护士写作")
SKILL: Final = Skill("skill_1", OWNER, "plain", "Plain words.", "Use plain words.", _MADE_AT, files={"a.md": "雨"})
EVALUATION: Final = Evaluation(
    id="eval_1",
    project_id="proj_1",
    owner=OWNER,
    created=_MADE_AT,
    targets=(EvaluatedTarget(block_id="block_1", path="第一章", text_version=2, characters=6, sha256="0" * 64),),
    roles=(RoleResult(role="editor", status="failed", problem="busy"),),
    score=5.0,
)
_SINCE_0016: Final[dict[str, Any]] = {"content work": [[PERSONA], [FACT], [SKILL], [EVALUATION]]}
_SINCE_0017: Final[dict[str, Any]] = {"passages without a vector": 0}
_NO_VECTORS: Final[dict[str, Any]] = {"passages without a vector": 1}
_NO_CONTENT_WORK: Final[dict[str, Any]] = {"content work": [[], [], [], []]}
_NO_LIBRARY: Final[dict[str, Any]] = {"library": [], "found in the library": [], "passages without a vector": 0}
APP: Final = AppRecord(id="app_1", owner=OWNER, title="雨", status="compiling", language="zh", conversation_id="conv_1")
APP_RUN: Final = AppRun(id="run_1", app_id="app_1", owner=OWNER, number=1, inputs={"class": "甲"}, page={"title": "雨"})
_SINCE_0015: Final[dict[str, Any]] = {
    "apps": [("app_1", "雨量", "ready", 1)],
    "runs of apps": [("run_1", {"class": "甲"}, {"title": "雨"})],
    "events of runs": [(1, RunEvent("page", "data-page", {"title": "雨"}))],
    "compiled": {"name": "雨量"},
}
_NO_APPS: Final[dict[str, Any]] = {"apps": [], "runs of apps": [], "events of runs": [], "compiled": None}
CONTENT: Final[dict[str, Any]] = {
    **_FIRST,
    **_SINCE_0003,
    **_SINCE_0004,
    **_SINCE_0005,
    **_SINCE_0010,
    **_SINCE_0015,
    **_SINCE_0016,
    **_SINCE_0017,
}
"""Return the content of a filled database, read through the stores."""


def content_of(form: str) -> dict[str, Any]:
    """What is found in the frozen database of a form: what it could not keep yet is not there."""
    if form >= "0017":
        return CONTENT
    if form >= "0016":
        return {**CONTENT, **_NO_VECTORS}
    if form >= "0015":
        return {**CONTENT, **_NO_CONTENT_WORK, **_NO_VECTORS}
    if form >= "0010":
        return {**CONTENT, **_NO_CONTENT_WORK, **_NO_APPS, **_NO_VECTORS}
    if form >= "0005":
        return {**CONTENT, **_NO_CONTENT_WORK, **_NO_LIBRARY, **_NO_APPS}
    projects = _SINCE_0004 if form >= "0004" else _NO_PROJECTS
    first = {**_FIRST, **_NO_CONTENT_WORK, **_NO_LIBRARY, **_NO_APPS}
    return {**first, **(_SINCE_0003 if form >= "0003" else _NOTHING), **projects}


async def _done() -> dict[str, str]:
    return {"made": "art_1"}


async def fill(store: Store, home: Path) -> None:
    """Write the content into an empty store."""
    for turn in TURNS:
        await store.conversations.save_turn(turn)
    for message in MESSAGES:
        await store.conversations.add_message(message)
    for event in TOLD:
        await store.journal.append("turn_1", [event])
    await store.ledger.add("turn_1", LedgerEntry(artifact=MADE, tool="make_note", call_id="c1"))
    await store.asks.open(ASK)
    await store.asks.answer(ASK.id, ANSWER, owner=OWNER)
    await store.steps.once("turn_1/make_note/1", _done)
    await store.records.add(RECORD, FILES)
    await store.conversations.put_summary("conv_1", "turn_1", "They made a note.", owner=OWNER)
    await store.attachments.add("conv_2", *ATTACHED, owner=OWNER)
    await store.conversations.save_turn(EDITED_TURNS[0])
    for message in EDITED[:2]:
        await store.conversations.add_message(message)
    await store.conversations.replace_from("conv_2", EDITED[0].id, owner=OWNER)
    await store.conversations.save_turn(EDITED_TURNS[1])
    await store.conversations.add_message(EDITED[2])
    await _fill_projects(store)
    await store.personas.put(PERSONA, ChangeOrigin(_MADE_AT))
    await store.facts.add(FACT)
    await store.skills.put(SKILL)
    await store.evaluations.add(EVALUATION, ChangeOrigin(_MADE_AT))
    document = await store.library.add("雨.pdf", 9, owner=OWNER)
    await store.library.put_pages(document.id, [LIBRARY_PAGE], owner=OWNER)
    await store.library.finish(document.id, owner=OWNER)
    await _by_meaning(store).embed(owner=OWNER)
    await _fill_apps(store)
    log = FileCallLog(home / CALLS_FILE)
    origin, by_tool = CallOrigin("conv_1", "turn_1"), CallOrigin("conv_1", "turn_1", "make_note")
    made = Call("tool", "openai:gpt", [], "ok", Usage(10, 2, 0.5), 1.0, subject="Note", way="ask", origin=by_tool)
    failed = CallVerdict("failed", "model_busy")
    log.record(made)
    log.record(Call("step", "openai:gpt", [], "", Usage(), 0.5, way="ask", verdict=failed, origin=origin))
    log.judge(made, CallVerdict("accepted"))


def _by_meaning(store: Store) -> StoredLibrary:
    """The library with a model for search by meaning."""
    return StoredLibrary(store.database, store.ids, store.clock, SubjectEmbedder())


async def _fill_projects(store: Store) -> None:
    for project in (PROJECT, GONE):
        await store.projects.add(project)
    await store.projects.remove(GONE.id, _MADE_AT, owner=OWNER)
    await store.projects.place("conv_2", PROJECT.id, owner=OWNER)
    await store.blocks.add(replace(BLOCK, version=1, characters=5), NewText("first", 0))
    await store.blocks.change(BLOCK.id, NewText("雨从海上来。", 1), _MADE_AT, owner=OWNER)
    await store.blocks.add(BELOW, NewText("below", 0))
    await store.blocks.add(REMOVED, NewText("old", 0))
    await store.blocks.remove(REMOVED.id, "removal_1", ChangeOrigin(_MADE_AT), owner=OWNER)


async def _fill_apps(store: Store) -> None:
    await store.apps.create(APP)
    await store.apps.add_version(APP, {"name": "雨量"}, {"type": "compile"}, parent=0)
    await store.apps.add_run(APP_RUN)
    await store.apps.append_events(APP_RUN.id, [RunEvent("page", "data-page", {"title": "雨"})])
    await store.apps.keep("digest", {"name": "雨量"}, owner=OWNER)


async def _done_again() -> str:
    return "done again"


async def _read_projects(store: Store) -> dict[str, Any]:
    return {
        "projects": [await store.projects.all(OWNER), await store.projects.all(OWNER, is_removed=True)],
        "blocks": [
            await store.blocks.of(PROJECT.id, owner=OWNER),
            await store.blocks.removed(PROJECT.id, owner=OWNER),
        ],
        "block texts": [await store.blocks.read(BLOCK.id, owner=OWNER, version=number) for number in (1, None)],
        "project of": await store.projects.of("conv_2", owner=OWNER),
        "content work": [
            await store.personas.of(PROJECT.id, owner=OWNER),
            await store.facts.all(owner=OWNER),
            await store.skills.all(owner=OWNER),
            await store.evaluations.of(PROJECT.id, owner=OWNER),
        ],
    }


async def _read_apps(store: Store) -> dict[str, Any]:
    return {
        "apps": [(each.id, each.title, each.status, each.number) for each in await store.apps.of(OWNER)],
        "runs of apps": [
            (each.id, each.inputs, (await store.apps.run(each.id, owner=OWNER)).page)
            for each in await store.apps.runs(APP.id, owner=OWNER)
        ],
        "events of runs": await store.apps.events(APP_RUN.id),
        "compiled": await store.apps.cached("digest", owner=OWNER),
    }


async def read(store: Store) -> dict[str, Any]:
    """Everything that the stores give back, named as in `CONTENT`."""
    conversations, told = store.conversations, await store.journal.read("turn_1")
    rest = await store.journal.read("turn_1", 4)
    return {
        "conversations": [(row.id, row.title, row.turns) for row in await conversations.conversations(OWNER)],
        "messages": await conversations.messages("conv_1", owner=OWNER),
        "turns": await conversations.turns("conv_1", owner=OWNER),
        "found": [found.message.id for found in await conversations.search(OWNER, "笔记")],
        "text": "".join(event.text for _, event in told if isinstance(event, TextAppended)),
        "rest of the text": "".join(event.text for _, event in rest if isinstance(event, TextAppended)),
        "events": [event for _, event in told if not isinstance(event, TextAppended)],
        "ledger": await store.ledger.of("turn_1"),
        "ask": await store.asks.get("ask_1", owner=OWNER),
        "waiting": await store.asks.waiting(owner=OWNER),
        "step": await store.steps.once("turn_1/make_note/1", _done_again),
        "artifacts": await store.records.newest(OWNER, limit=10),
        "file": await store.records.read(RECORD, "雨.txt"),
        "summary": await conversations.summary("conv_1", owner=OWNER),
        "cost": [
            (row.model, sums.calls, sums.prompt_tokens, sums.completion_tokens, sums.dollars, sums.unknown)
            for calls in (store.calls, store.calls.as_owner(OWNER))
            for row in await calls.cost()
            for sums in [row.total]
        ],
        "ways": {**await store.calls.ways(), **await store.calls.as_owner(OWNER).ways()},
        "calls": [
            (call.purpose, call.tool, call.subject, call.verdict, call.reason)
            for calls in (store.calls, store.calls.as_owner(OWNER))
            for call in await calls.of_turns(["turn_1"])
        ],
        "attached": await store.attachments.of("conv_2", owner=OWNER),
        "attached text": await store.attachments.read("conv_2", ATTACHED[0], owner=OWNER),
        "edited": await conversations.messages("conv_2", owner=OWNER),
        "replaced": await conversations.replaced("conv_2", owner=OWNER),
        **await _read_projects(store),
        "library": [(each.name, each.status, each.pages) for each in await store.library.all(owner=OWNER)],
        "found in the library": [(each.name, each.text) for each in await store.library.search("叶子", owner=OWNER)],
        "passages without a vector": await _by_meaning(store).unembedded(owner=OWNER),
        **await _read_apps(store),
        "not another's": [
            await conversations.messages("conv_1", owner="bob"),
            await store.records.newest("bob", limit=10),
            await store.asks.get("ask_1", owner="bob"),
        ],
    }


def dump_of(form: str, backend: str) -> Path:
    """Where the frozen database of a form is."""
    return FOLDER_OF_DUMPS / f"{form}.{backend}.sql"


def thaw(form: str, url: URL, home: Path) -> None:
    """Restore an empty database to that revision, with the files of its artifacts."""
    script = dump_of(form, url.get_backend_name()).read_text(encoding="utf-8")
    ContentFiles(home / ARTIFACTS_FOLDER).keep({DIGESTS[name]: content for name, content in FILES.items()})
    if url.get_backend_name() == "sqlite":
        Path(str(url.database)).parent.mkdir(parents=True, exist_ok=True)
        with contextlib.closing(sqlite3.connect(str(url.database))) as connection:
            connection.executescript(script)
        return
    engine = sqlalchemy.create_engine(url, poolclass=sqlalchemy.NullPool)
    with contextlib.closing(engine.raw_connection()) as raw:
        raw.cursor().execute(script)
        raw.commit()


def freeze(url: URL, home: Path) -> str:
    """The dump of a new database that is filled."""

    async def write() -> None:
        settings = settings_of(home, url.render_as_string(hide_password=False))
        async with open_store(settings) as store:
            await fill(store, home)
        async with open_store(settings) as store:
            assert await read(store) == CONTENT

    asyncio.run(write())
    if url.get_backend_name() == "sqlite":
        with contextlib.closing(sqlite3.connect(str(url.database))) as connection:
            return "\n".join(_dump_lines(connection)) + "\n"
    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    dumped = subprocess.run(["pg_dump", "--no-owner", "--inserts", address], check=True, capture_output=True, text=True)
    # Leave out lines for the terminal program and lines with versions of the server.
    lines = [
        line for line in dumped.stdout.splitlines() if line and not re.match(r"\\|--|SET transaction_timeout", line)
    ]
    return "\n".join(lines) + "\n"


def _dump_lines(connection: sqlite3.Connection) -> Iterator[str]:
    """The dump of a SQLite database. Full-text indexes are created and built again: their own tables are not dumped."""
    indexes = dict(connection.execute("SELECT name, sql FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%'"))
    own = tuple(f"{start} {quote}{name}" for name in indexes for start in _TABLE_STARTS for quote in "'\"")
    for line in connection.iterdump():
        if line == "COMMIT;":
            yield from (f"{sql};\nINSERT INTO {name}({name}) VALUES('rebuild');" for name, sql in indexes.items())
        if not line.startswith((*own, "PRAGMA writable_schema", "INSERT INTO sqlite_master")):
            yield line


def migrated_schema(folder: Path) -> str:
    """The script that makes what all migrations make of the first form on SQLite, without its content."""
    url = sqlalchemy.make_url(f"sqlite:///{folder}/first/inkwright.db")
    thaw("0001", url, folder / "first")
    ensure_upgraded(url, "here")
    with contextlib.closing(sqlite3.connect(str(url.database))) as connection:
        parts = connection.execute(
            "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid"
        ).fetchall()
    indexes = [f"{name}_" for name, sql in parts if sql.startswith("CREATE VIRTUAL TABLE")]
    statements = [sql for name, sql in parts if not name.startswith(tuple(indexes))]
    return "".join(f"{each};\n" for each in [*statements, _REVISION.format(newest_revision())])


def main() -> None:
    """Freeze the newest form, where it is not frozen yet: a dump that is there is never written again."""
    with tempfile.TemporaryDirectory() as folder:
        SQLITE_SCHEMA.write_text(migrated_schema(Path(folder)), encoding="utf-8")
        sqlite = sqlalchemy.make_url(f"sqlite:///{folder}/sqlite/inkwright.db")
        if not dump_of(newest_revision(), "sqlite").exists():
            dump_of(newest_revision(), "sqlite").write_text(freeze(sqlite, Path(folder) / "sqlite"), encoding="utf-8")
        if postgres_programs() is not None and not dump_of(newest_revision(), "postgresql").exists():
            server = PostgresServer()
            try:
                script = freeze(server.new_database(), Path(folder) / "postgres")
            finally:
                server.stop()
            dump_of(newest_revision(), "postgresql").write_text(script, encoding="utf-8")


if __name__ == "__main__":
    main()
