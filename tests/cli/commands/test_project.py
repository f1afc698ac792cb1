"""`inkwright project`, and `--project` of other commands: what a person, a pipe and a program see."""

import asyncio
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from inkwright.cli.arguments import CommandParser
from inkwright.cli.commands import history, project
from inkwright.cli.shell import Shell
from inkwright.errors import CallerError
from inkwright.i18n import Language, error_text
from inkwright.projects.block_paths import save_block
from inkwright.settings import load_settings
from inkwright.usecases.projects import open_project
from inkwright.usecases.store import LOCAL_OWNER, open_store
from tests.cli.chat.chat_program import NOTE, Mind, calls, on_a_pipe, says
from tests.cli.commands.test_models import at_a_terminal

MODEL = ("--model", "openai:gpt-5")
DECK = {"title": "Rain", "slides": [{"title": "Where it comes from", "bullets": ["Sea", "Clouds"]}]}


def shell_of(folder: Path, lines: str, language: Language = "en") -> Shell:
    settings = load_settings(flags={"color": "never"}, environ={}, folder=folder, home=folder / "home")
    return Shell(settings, language, io.StringIO(), io.BytesIO(lines.encode()))


def run(folder: Path, *words: str, lines: str = "", language: Language = "en") -> tuple[int, str]:
    """What `inkwright project` says in this process, and its exit code."""
    parser, shell = CommandParser(language), shell_of(folder, lines, language)
    project.add_arguments(parser)
    code = project.run(parser.parse_options(words)[1], shell)
    assert isinstance(shell.out, io.StringIO)
    return code, shell.out.getvalue()


def run_json(folder: Path, *words: str, lines: str = "") -> Any:
    code, said = run(folder, *words, "--json", lines=lines)
    assert code == 0
    return json.loads(said)


def conversations_of(folder: Path, *words: str) -> Any:
    """What `inkwright history` lists."""
    parser, shell = CommandParser("en"), shell_of(folder, "")
    history.add_arguments(parser)
    assert history.run(parser.parse_options([*words, "--json"])[1], shell) == 0
    assert isinstance(shell.out, io.StringIO)
    return json.loads(shell.out.getvalue())


def kept(folder: Path, name: str, **blocks: str) -> None:
    """A project with blocks, kept beforehand."""

    async def go() -> None:
        async with open_store(shell_of(folder, "").settings) as store:
            opened, _ = await open_project(store, name, owner=LOCAL_OWNER)
            for path, text in blocks.items():
                await save_block(store.workspace(opened), path, text)

    asyncio.run(go())


def test_a_project_from_its_beginning_to_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(tmp_path) == (0, "No projects yet. Create one: inkwright project new NAME\n")
    assert run(tmp_path, "new", "My rain")[1].endswith("inkwright chat --project 'My rain'\n")
    assert run(tmp_path, "new", "my RAIN") == (0, "The project My rain already exists.\n")
    assert "has no blocks yet" in run(tmp_path, "show", "my rain")[1]
    (tmp_path / "a.md").write_text("雨从海上来。\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    keep = ("block", "my rain", "Chapter", "--from")
    assert run(tmp_path, *keep, "a.md") == (0, "Created Chapter.\n")
    assert run(tmp_path, *keep, "-", lines="Second.\n")[1].startswith("Chapter is now version 2.")
    assert run(tmp_path, *keep, "-", lines="Second.\n") == (
        0,
        "Chapter already has this content. Nothing was changed.\n",
    )
    assert run_json(tmp_path, "block", "my rain", "Chapter/Intro", "--from", "-", lines="Hello") == {
        "path": "Chapter/Intro",
        "version": 1,
        "done": "made",
    }
    assert run(tmp_path, "block", "my rain", "intro") == (0, "Hello\n")
    assert run(tmp_path, "block", "my rain", "chapter", "--version", "1") == (0, "雨从海上来。\n")
    shown = run(tmp_path, "show", "my rain")[1].splitlines()
    assert [line.split()[:3] for line in shown[2:4]] == [["Chapter", "8", "2"], ["Intro", "5", "1"]]
    assert shown[3].startswith("  Intro")
    assert run(tmp_path, "rename", "my rain", "Start", "--block", "intro") == (0, "Intro is now Start.\n")
    assert "'My rain' Chapter" in run(tmp_path, "delete", "my rain", "chapter")[1]
    assert run(tmp_path, "restore", "my rain", "chapter") == (0, "Restored Chapter.\n")
    assert run(tmp_path, "rename", "my rain", "Rain") == (0, "My rain is now Rain.\n")
    assert run(tmp_path, "delete", "rain")[0] == 0
    assert run(tmp_path, "restore", "rain") == (0, "Restored Rain.\n")
    listed = run_json(tmp_path)["projects"]
    assert [(each["name"], [block["path"] for block in each["blocks"]]) for each in listed] == [
        ("Rain", ["Chapter", "Chapter/Start"])
    ]


def test_the_texts_of_a_block_are_listed_and_an_earlier_one_comes_back(tmp_path: Path) -> None:
    run(tmp_path, "new", "Rain")
    for text in ("one", "three"):
        run(tmp_path, "block", "Rain", "A", "--from", "-", lines=text)
    versions = run_json(tmp_path, "block", "Rain", "A", "--versions")["versions"]
    assert [(each["version"], each["characters"]) for each in versions] == [(1, 3), (2, 5)]
    assert len(run(tmp_path, "block", "Rain", "A", "--versions")[1].splitlines()) == 3
    assert run(tmp_path, "block", "Rain", "A", "--restore", "1")[1].startswith("A is now version 3.")
    assert run_json(tmp_path, "block", "Rain", "A") == {"path": "A", "version": 3, "text": "one"}


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("show", "Nope"), "No project 'Nope' found."),
        (("block", "Rain", "nope"), "No block 'nope' found."),
        (("block", "Rain", "A", "--version", "7"), "No version '7' found."),
        (("block", "Rain", "B/C", "--from", "-"), "No block 'B' found."),
        (("block", "Rain", "B", "--from", "nope.md"), "Cannot read nope.md"),
        (("new", "a/b"), "A name must be one line of at most 80 characters"),
        (("rename", "Rain", "Snow"), "A project with this name already exists."),
        (("restore", "Nope"), "No deleted project 'Nope' found."),
    ],
)
def test_what_goes_wrong_is_a_sentence(tmp_path: Path, arguments: tuple[str, ...], told: str) -> None:
    kept(tmp_path, "Rain", A="x")
    kept(tmp_path, "Snow")
    with pytest.raises(CallerError) as caught:
        run(tmp_path, *arguments, lines="x")
    assert told in " ".join(error_text("en", caught.value))


def test_everything_is_said_in_chinese_too(tmp_path: Path) -> None:
    said = [
        run(tmp_path, *arguments, lines="雨从海上来。", language="zh")[1]
        for arguments in (("new", "雨"), ("block", "雨", "引言", "--from", "-"), ("show", "雨"))
    ]
    assert said[:2] == ["已新建项目 雨。在其中对话：inkwright chat --project 雨\n", "已新建：引言。\n"]
    assert said[2].splitlines()[1].split() == ["名称", "字符", "版本", "写于"]
    with pytest.raises(CallerError) as caught:
        run(tmp_path, "show", "雪", language="zh")
    assert error_text("zh", caught.value)[0] == "没有项目 '雪'。"


def test_a_path_that_the_person_typed_is_read_also_outside_of_the_workspace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    (tmp_path / "a.md").write_text("x")
    kept(tmp_path, "Rain")
    assert run(tmp_path, "block", "Rain", "A", "--from", "../a.md") == (0, "Created A.\n")
    assert run(tmp_path, "block", "Rain", "A") == (0, "x\n")


def test_a_block_of_a_project_that_is_not_there_creates_it_only_with_yes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.md").write_text("x")
    assert run(tmp_path, "block", "Rain", "A", "--from", "a.md") == (11, "")
    assert run(tmp_path, "block", "Rain", "A", "--from", "a.md", "--yes") == (0, "Created A.\n")


def test_without_a_terminal_a_project_that_is_not_there_is_told_and_made_only_with_yes(tmp_path: Path) -> None:
    with Mind([says("Hello."), says("Again.")]) as mind:
        done = on_a_pipe(tmp_path, "ask", "Hi", "--project", "Rain", *MODEL, mind=mind)
        assert (done.returncode, done.stdout) == (11, "")
        assert done.stderr.endswith("Create it with `inkwright project new Rain`, or add --yes.\n")
        made = on_a_pipe(tmp_path, "ask", "Hi", "--project", "Rain", "--yes", *MODEL, mind=mind)
        again = on_a_pipe(tmp_path, "ask", "Outside", *MODEL, mind=mind)
    assert (made.returncode, again.returncode) == (0, 0)
    assert conversations_of(tmp_path, "list")["total"] == 2
    listed = conversations_of(tmp_path, "list", "--project", "rain")
    assert (listed["total"], [row["title"] for row in listed["conversations"]]) == (1, ["Hi"])
    with pytest.raises(CallerError):
        conversations_of(tmp_path, "list", "--project", "Nope")


def test_a_conversation_knows_its_project_so_both_are_not_given(tmp_path: Path) -> None:
    done = on_a_pipe(tmp_path, "chat", "--project", "Rain", "--conversation", "conv_1")
    assert (done.returncode, "Use --conversation or --project, not both" in done.stderr) == (2, True)


def test_at_the_terminal_the_person_is_asked_whether_to_make_it(tmp_path: Path) -> None:
    home = tmp_path / "home"
    command = [
        sys.executable,
        "-m",
        "inkwright.cli.main",
        "ask",
        "Hi",
        "--project",
        "Rain",
        "--model",
        "http://127.0.0.1:9/v1#m",
    ]
    code, _, seen = at_a_terminal(command, "n\n", home)
    assert (code, "Create it? [y/N]" in seen, "No project was created." in seen) == (11, True, True)
    code, _, seen = at_a_terminal(command, "y\n", home)
    assert (code, "Create it? [y/N]" in seen) == (1, True)
    assert [each["name"] for each in run_json(tmp_path)["projects"]] == ["Rain"]


def test_what_a_request_names_of_the_project_reaches_the_model_and_the_deck_belongs_to_it(tmp_path: Path) -> None:
    kept(tmp_path, "Rain", **{"My notes": NOTE})
    with Mind([calls("generate_pptx", **DECK), calls("answer", message="Done.")]) as mind:
        request = 'Slides from @"block:My notes"'
        done = on_a_pipe(tmp_path, "make", "slides", request, "--project", "Rain", *MODEL, mind=mind)
        told = json.dumps([received.body for received in mind.received], ensure_ascii=False)
    assert done.returncode == 0, done.stderr
    assert "Where it comes from" in told
    assert conversations_of(tmp_path, "--project", "Rain")["total"] == 1


def test_an_unclear_mention_is_asked_about_before_anything_is_sent(tmp_path: Path) -> None:
    kept(tmp_path, "Rain", **{"A": "x", "B": "y", "A/Intro": "First rain.", "B/Intro": "Second rain."})
    (tmp_path / "answers.json").write_text(
        '{"status": "answered", "answers": [{"id": "mention", "value": "block:B/Intro"}]}'
    )
    command = ("ask", "What is in @Intro?", "--project", "Rain", *MODEL)
    with Mind([says("Rain.")]) as mind:
        unanswered = on_a_pipe(tmp_path, *command, mind=mind)
        assert (unanswered.returncode, mind.received) == (11, [])
        assert "@block:A/Intro, @block:B/Intro" in unanswered.stderr
        done = on_a_pipe(tmp_path, *command, "--answers", "answers.json", mind=mind)
        told = json.dumps([received.body for received in mind.received])
    assert done.returncode == 0, done.stderr
    assert (told.count("Second rain.") > told.count("First rain."), "block:B/Intro" in told) == (True, True)


def test_a_talk_in_a_project_works_without_a_model_and_says_what_needs_one(tmp_path: Path) -> None:
    kept(tmp_path, "航海", 开头="海很大。")
    code, said = run(
        tmp_path, "chat", "航海", "--model", "rule", lines="继续\n阅读 @开头\n把 @开头 写得更生动\n", language="zh"
    )
    assert code in (0, 1)
    assert [each in said for each in ("消费者调研", "海很大。", "inkwright models")] == [True, True, True]
