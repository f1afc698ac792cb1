"""A talk in a project: what is said belongs to it, answers become blocks, and blocks are named in messages."""

import asyncio
import json
from pathlib import Path

from inkwright.cli.chat.project_context import ProjectContext
from inkwright.cli.chat.status_line import StatusLine
from inkwright.projects.block_paths import save_block
from inkwright.usecases.projects import delete_project, open_project
from inkwright.usecases.store import LOCAL_OWNER, open_store
from tests.cli.chat.chat_program import Chat, Mind, on_a_pipe, says
from tests.cli.commands.test_project import MODEL, conversations_of, kept, run_json, shell_of


def paths(folder: Path, name: str) -> list[tuple[str, int]]:
    """The blocks of a project, each with the number of its text."""
    return [(block["path"], block["version"]) for block in run_json(folder, "show", name)["blocks"]]


def test_an_answer_becomes_a_block_and_a_block_that_is_named_reaches_the_model(tmp_path: Path) -> None:
    kept(tmp_path, "Rain", **{"My notes": "Rain tastes of iron."})
    lines = '/block Early\nWhat is rain?\n/block Intro\nUse @"block:my notes", please.\n/block intro\n/block Intro\n'
    with Mind([says("Rain is water."), says("It tastes of iron.")]) as mind:
        done = on_a_pipe(tmp_path, "chat", "--project", "rain", *MODEL, lines=lines, mind=mind)
        told = mind.last_request
    assert done.stdout.splitlines() == [
        "Rain is water.",
        "Saved: Intro. Mention it in a message: @block:Intro",
        "It tastes of iron.",
        "Sources: @My notes",
        "Saved: Intro, now version 2. Earlier versions are kept. Mention it in a message: @block:Intro",
        "Intro already has this content. Nothing was changed.",
    ]
    assert "There is no answer to save yet." in done.stderr
    assert "Rain tastes of iron." in told
    assert paths(tmp_path, "Rain") == [("My notes", 1), ("Intro", 2)]
    assert conversations_of(tmp_path, "--project", "Rain")["total"] == 1


def test_projects_are_entered_made_listed_and_left(tmp_path: Path) -> None:
    kept(tmp_path, "Rain", A="x")
    lines = "/project rain\nOne\n/project Snow\n1\nTwo\n/project\n/project -\nThree\n/project Hail\n2\n/project a/b\n"
    with Mind([says("1."), says("2."), says("3.")]) as mind:
        done = on_a_pipe(tmp_path, "chat", *MODEL, lines=lines, mind=mind)
    assert [line.rstrip() for line in done.stdout.splitlines()] == [
        "Started a new conversation in the project Rain. Blocks: 1.",
        "1.",
        "Started a new conversation in the project Snow. Blocks: 0.",
        "2.",
        "   name  blocks  conversations",
        "   Rain       1              1",
        "*  Snow       0              1",
        "/project NAME starts a conversation in a project, and creates the project if needed.",
        "Started a new conversation outside any project.",
        "3.",
    ]
    assert "The project Hail does not exist and was not created." in done.stderr
    assert "A name must be one line of at most 80 characters" in done.stderr
    titles = [
        [row["title"] for row in conversations_of(tmp_path, "--project", name)["conversations"]]
        for name in ("Rain", "Snow")
    ]
    assert titles == [["One"], ["Two"]]
    assert conversations_of(tmp_path)["total"] == 3


def test_what_cannot_be_had_is_told_and_nothing_is_sent(tmp_path: Path) -> None:
    kept(tmp_path, "Rain", **{"One": "1", "One/A": "a", "Two": "2", "Two/A": "a"})
    lines = "See @block:A\n/block A\n/block\n/project Rain\nSee @block:nope\nSee @block:A\n"
    with Mind([]) as mind:
        done = on_a_pipe(tmp_path, "chat", *MODEL, lines=lines, mind=mind)
        assert mind.received == []
    told = (
        "Error: Invalid value for @block: 'A'.\nNo project is open.",
        "Error: Invalid value for /block: 'A'.\nNo project is open.",
        "Usage: /block Introduction",
        "Error: Invalid value for @: 'nope'.\nNo block or file has this name.",
        "This may mean several things. Write one of these: @block:One/A, @block:Two/A",
    )
    assert [each for each in told if each not in done.stderr] == []
    assert done.returncode == 2
    assert conversations_of(tmp_path)["total"] == 0


def test_blocks_and_projects_are_completed_and_the_line_below_the_prompt_names_the_project(tmp_path: Path) -> None:
    (tmp_path / "chapter.md").write_text("x")
    kept(tmp_path, "Rain", **{"Chapter 1": "It rains.", "引言": "雨从海上来。"})
    kept(tmp_path, "Snow")
    with Mind([says("I see.")]) as mind:
        chat = Chat(tmp_path, "chat", "--project", "rain", *MODEL, mind=mind)
        chat.see("openai:gpt-5 · Rain").at_prompt()
        chat.type("See @").see("block:Chapter 1", "block:引言", "chapter.md")
        # The menu is there again before it is chosen from.
        chat.type("引").see_no_more("chapter.md").see("See @引", "block:引言")
        chat.type("\t").see("See @block:引言").type("\r\r").see("I see.")
        told = json.dumps([received.body for received in mind.received], ensure_ascii=False)
        chat.at_prompt().type("/project S").see("/project S", "  Snow").type("\t").see("/project Snow").type("\r\r")
        chat.see("Started a new conversation in the project Snow.", "openai:gpt-5 · Snow")
        chat.leave()
    assert "雨从海上来。" in told


def test_at_the_terminal_a_project_is_made_when_the_person_says_so_and_keeps_what_they_write(tmp_path: Path) -> None:
    chat = Chat(tmp_path, "chat", "--project", "雨", language="zh")
    chat.see("要新建吗？").type("y\r").see("❯", "雨").at_prompt()
    chat.type("/block 引言\x1b\r雨从海上来。").see("雨从海上来。").type("\r").see("已保存：引言。", "@block:引言")
    chat.say("/project 雪").see("没有名为“雪”的项目").type("1")
    chat.see("已在项目 雪 中开始新的对话")
    chat.leave()
    assert [each["name"] for each in run_json(tmp_path)["projects"]] == ["雨", "雪"]
    assert run_json(tmp_path, "block", "雨", "引言")["text"] == "雨从海上来。"


def test_a_conversation_that_is_taken_up_brings_its_project(tmp_path: Path) -> None:
    kept(tmp_path, "Rain", A="x")
    with Mind([says("One."), says("Two.")]) as mind:
        on_a_pipe(tmp_path, "chat", "--project", "Rain", *MODEL, lines="First\n", mind=mind)
        id_ = conversations_of(tmp_path)["conversations"][0]["id"]
        done = on_a_pipe(tmp_path, "chat", "--conversation", id_, *MODEL, lines="See @block:A\n/new\nHi\n", mind=mind)
    assert done.returncode == 0, done.stderr
    assert conversations_of(tmp_path, "--project", "Rain")["total"] == 2


def test_a_project_that_is_deleted_meanwhile_is_left_and_the_talk_goes_on(tmp_path: Path) -> None:
    shell, status = shell_of(tmp_path, ""), StatusLine("en", "m")

    async def go() -> list[object]:
        async with open_store(shell.settings) as store:
            project, _ = await open_project(store, "Rain", owner=LOCAL_OWNER)
            await save_block(store.workspace(project), "A", "x")
            talk = ProjectContext(shell, store, status)
            await talk.enter(project)
            before = [status.line(), talk.names, talk.words, await talk.claim("conv_1")]
            await delete_project(store, project)
            return [*before, await talk.claim("conv_2"), status.line(), talk.names, talk.words]

    entered = ["m · Rain", ("Rain",), ("block:A",), True]
    assert asyncio.run(go()) == [*entered, False, "m", (), ()]
