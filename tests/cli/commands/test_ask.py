"""`inkwright ask`: one message in one's own words, and what comes back."""

import asyncio
import io
import json
from pathlib import Path
from typing import Any

import pytest

from inkwright import ScriptedModel
from inkwright.cli.commands import ask as cli_ask
from inkwright.cli.shell import Shell
from inkwright.llm.models import Abilities, Request
from inkwright.llm.scripted import ScriptedOutput
from inkwright.settings import load_settings
from inkwright.usecases.store import open_store
from tests.agent.golden_requests import pdf
from tests.agent.test_router import guessed
from tests.agent.test_run import call, deliver
from tests.cli.commands.test_make import turn_options
from tests.cli.test_main import inkwright

TALK = guessed(intent="chat_qa", expected_mode="answer", candidate_tools=[])


def ask(folder: Path, message: str, model: Any, **given: Any) -> tuple[int, list[str]]:
    out = io.StringIO()
    environ = given.pop("environ", {})
    settings = load_settings(flags={}, environ=environ, folder=folder, home=folder / "home")
    shell = Shell(settings, "en", out, io.BytesIO())
    conversation, sources = given.pop("conversation", None), tuple(given.pop("sources", ()))
    options = cli_ask.AskOptions(message, conversation, sources, turn=turn_options(folder / "out", **given))

    async def go() -> int:
        async with open_store(settings) as store:
            return await cli_ask.send_one_message(options, shell, store, lambda _: model)

    return asyncio.run(go()), out.getvalue().splitlines()


def test_a_question_gets_its_answer(tmp_path: Path) -> None:
    assert ask(tmp_path, "Why does it rain?", ScriptedModel([TALK, "Because of clouds."])) == (
        0,
        ["Because of clouds."],
    )


def test_with_quiet_the_answer_alone_is_printed(tmp_path: Path) -> None:
    model = ScriptedModel([TALK, "Because of clouds."])
    assert ask(tmp_path, "Why does it rain?", model, quiet=True) == (0, ["Because of clouds."])


def test_a_request_in_plain_words_becomes_a_file(tmp_path: Path) -> None:
    model = ScriptedModel([guessed(), pdf("Rain"), deliver])
    code, lines = ask(tmp_path, "A PDF about rain, please.", model)
    assert code == 0
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["Rain.pdf"]
    assert lines[-1].startswith("Wrote ")


def test_a_file_beside_the_message_is_read_with_it(tmp_path: Path) -> None:
    (tmp_path / "雨.md").write_text("雨来自云。", encoding="utf-8")
    model = ScriptedModel([TALK, "它说雨来自云。"])
    ask(tmp_path, "这里写了什么？", model, sources=[str(tmp_path / "雨.md")])
    assert "文件 雨.md：\n```\n雨来自云。\n```" in model.calls[1].messages[-1]["content"]


def test_a_conversation_goes_on_where_it_was(tmp_path: Path) -> None:
    ask(tmp_path, "My name is River.", ScriptedModel([TALK, "Hello, River."]), conversation="conv_1")
    model = ScriptedModel([TALK, "River."])
    ask(tmp_path, "What is my name?", model, conversation="conv_1")
    assert "My name is River." in model.calls[1].messages[0]["content"]


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (call("ask_user", question="For whom?"), 11),
        (call("propose_pptx_outline", title="Rain", outline=[{"title": "Sea", "key_points": ["salt"]}]), 12),
    ],
    ids=["clarification", "outline"],
)
def test_what_is_needed_is_told_by_the_exit_code(tmp_path: Path, asked: Any, code: int) -> None:
    assert ask(tmp_path, "Slides, please.", ScriptedModel([guessed(), asked]))[0] == code


def test_a_question_that_is_the_reply_is_printed_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = ask(tmp_path, "Slides, please.", ScriptedModel([guessed(), call("ask_user", question="For whom?")]))[1]
    assert said == ["For whom?"]
    assert "This question still needs an answer. Answer it" in capsys.readouterr().err


def test_a_question_that_nobody_checked_is_marked_in_quiet_mode_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = call("ask_user", question="The deck is saved. Which font?")
    model = ScriptedModel([guessed(), asked], judge=lambda _: "Fine.")
    assert ask(tmp_path, "Slides, please.", model, quiet=True)[0] == 11
    assert "Not checked" in capsys.readouterr().err


def test_switched_off_the_agent_only_talks(tmp_path: Path) -> None:
    model = ScriptedModel(["Just words."])
    environ = {"INKWRIGHT_AGENT_UNIFIED_ENABLED": "false"}
    assert ask(tmp_path, "Make slides.", model, environ=environ) == (0, ["Just words."])
    assert (len(model.calls), model.calls[0].tools) == (1, [])


def test_a_weak_model_is_not_asked_for_a_fact(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model = ScriptedModel(["Water."], abilities=Abilities(is_weak=True))
    assert (ask(tmp_path, "What is rain?", model), model.calls) == ((1, []), [])
    assert "I cannot answer this: no capable model is set up" in capsys.readouterr().err


def test_events_come_as_lines_of_json(tmp_path: Path) -> None:
    code, lines = ask(tmp_path, "Hi", ScriptedModel([TALK, "Hello."]), json=True)
    told = [json.loads(line) for line in lines]
    assert code == 0
    assert [event.get("kind") for event in told] == [
        "turn_started",
        "data",
        "text_grew",
        "text_ended",
        "turn_finished",
        None,
    ]


@pytest.mark.parametrize("message", ["", " \n"])
def test_nothing_said_is_nothing_asked(tmp_path: Path, message: str) -> None:
    done = inkwright("ask", message, cwd=tmp_path, LANG="zh_CN.UTF-8", INKWRIGHT_HOME=str(tmp_path / "home"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith('请说点什么，例如：inkwright ask "什么是流域？"\n')


def test_who_stops_it_gets_the_file_that_was_ready(tmp_path: Path) -> None:
    def stop(_request: Request) -> ScriptedOutput:
        task = asyncio.current_task()
        assert task is not None
        task.cancel()
        return "never said"

    model = ScriptedModel([guessed(), pdf("Rain"), stop])
    with pytest.raises(asyncio.CancelledError):
        ask(tmp_path, "A PDF about rain, please.", model)
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["Rain.pdf"]
