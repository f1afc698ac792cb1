"""`inkwright think`: what a person, a pipe and a program see of it, and its exit codes."""

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from inkwright import (
    Brain,
    InvalidOption,
    ModelError,
    ModelRefused,
    ModelUnavailable,
    NeverParsed,
    ReplyMalformed,
    ScriptedModel,
)
from inkwright.cli.commands.think import ThinkOptions, think_and_print
from inkwright.cli.options import OutputOptions
from inkwright.cli.shell import Shell
from inkwright.cli.terminal.event_lines import AttemptLineView
from inkwright.i18n import LANGUAGES, Language, text
from inkwright.llm.models import Abilities, Model, Request, StartedOver
from inkwright.llm.scripted import Stream
from inkwright.settings import load_settings
from tests.cli.test_main import inkwright
from tests.clocks import PATIENCE
from tests.each import each
from tests.llm.fake_provider import Answer, FakeProvider, Received, openai_error, openai_reply, openai_stream, texts

WEAK = Abilities(is_weak=True, can_call_tools=False)
SCHEMA = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
GOOD = "Let me think.\n\n[Plan]\nGo out.\n\n[Risks]\nIt may rain."
CHINESE = "先想一想。\n\n[计划]\n出门走走。\n\n[风险]\n可能会下雨。"
NOBODY = "http://127.0.0.1:9/v1#m"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def shell_at(folder: Path, out: io.StringIO, language: Language = "en") -> Shell:
    settings = load_settings(flags={}, environ={}, folder=folder, home=folder / "home")
    return Shell(settings, language, out, io.BytesIO())


def think(
    folder: Path, model: Model, out: io.StringIO | None = None, language: Language = "en", **flags: Any
) -> tuple[int, str]:
    out = out or io.StringIO()
    shell = shell_at(folder, out, language)
    schema = flags.pop("schema", None)
    sections, attempts = flags.pop("sections", None if schema else "Plan,Risks"), flags.pop("attempts", 3)
    options = ThinkOptions("Plan a walk.", sections, attempts=attempts, printing=OutputOptions(**flags))
    return think_and_print(options, schema, Brain(model), shell, options.prompt), out.getvalue()


def answering(said: str) -> Any:
    """A server that says this, in pieces where it is asked to."""

    def answer(received: Received) -> Answer:
        half = len(said) // 2
        return openai_stream(texts(said[:half], said[half:])) if received.body.get("stream") else openai_reply(said)

    return answer


def asked_of(server: FakeProvider) -> str:
    return str(server.received[0].body["messages"][-1]["content"])


def test_the_sections_are_shown_under_their_names_and_the_way_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = think(tmp_path, ScriptedModel(["[Plan]\nGo out.", GOOD]))
    missing = "These sections are missing: [Risks]. Write each header on its own line and its content below it."
    assert (code, said.splitlines()) == (
        0,
        [
            "Attempt 1 of 3 …",
            f"  ✗ {missing}",
            "Attempt 2 of 3 …",
            "  ✓ accepted",
            "",
            "[Plan]",
            "Go out.",
            "",
            "[Risks]",
            "It may rain.",
        ],
    )
    assert capsys.readouterr().err == (
        "\nMethods used: free-form prompt (0 of 1 succeeded), retry (1 of 1 succeeded). Output: 13 tokens.\n"
    )


def test_it_is_said_in_chinese(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = think(tmp_path, ScriptedModel([CHINESE]), language="zh", sections="计划，风险")
    assert (code, said.splitlines()) == (
        0,
        ["第 1 次尝试，最多 3 次……", "  ✓ 已接受", "", "[计划]", "出门走走。", "", "[风险]", "可能会下雨。"],
    )
    assert capsys.readouterr().err.startswith("\n提问方式：")


def test_a_value_is_shown_as_json(tmp_path: Path) -> None:
    code, said = think(tmp_path, ScriptedModel(['So: {"n": 3}']), schema=SCHEMA)
    assert code == 0
    assert said == 'Attempt 1 of 3 …\n  ✓ accepted\n{\n  "n": 3\n}\n'


@pytest.mark.parametrize(
    ("flags", "reply", "found"),
    [({}, GOOD, {"Plan": "Go out.", "Risks": "It may rain."}), ({"schema": SCHEMA}, '{"n": 3}', {"n": 3})],
)
def test_a_program_gets_json_and_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], flags: dict[str, Any], reply: str, found: Any
) -> None:
    code, said = think(tmp_path, ScriptedModel(["no", Stream([reply])]), Terminal(), json=True, **flags)
    assert (code, json.loads(said)) == (0, found)
    assert capsys.readouterr().err == ""


def test_quiet_is_the_answer_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = think(tmp_path, ScriptedModel(["no", GOOD]), Terminal(), quiet=True)
    assert (code, said) == (0, "\n\x1b[1m[Plan]\x1b[0m\nGo out.\n\n\x1b[1m[Risks]\x1b[0m\nIt may rain.\n")
    assert capsys.readouterr().err == ""


def test_a_weak_model_is_asked_field_by_field_and_each_is_named(tmp_path: Path) -> None:
    def answer(request: Request) -> str:
        assert request.schema is not None
        (name,) = request.schema["properties"]
        return json.dumps({name: f"What is to be said of {name} in a sentence."})

    names = [f"Part {number}" for number in range(1, 9)]
    code, said = think(tmp_path, ScriptedModel(answer, abilities=WEAK), sections=",".join(names))
    assert code == 0
    assert said.splitlines()[:4] == ["Call 1: Part 1 …", "  ✓ accepted", "Call 2: Part 2 …", "  ✓ accepted"]
    assert said.splitlines()[-2:] == ["[Part 8]", "What is to be said of Part 8 in a sentence."]


def test_a_terminal_sees_the_characters_grow_and_no_rest_of_them_stays(tmp_path: Path) -> None:
    _, said = think(tmp_path, ScriptedModel([Stream([GOOD[:10], GOOD[10:]])]), Terminal())
    clear = "\r\x1b[2K"
    assert (
        f"{clear}\x1b[2m  10 characters\x1b[0m{clear}\x1b[2m  {len(GOOD)} characters\x1b[0m{clear}  \x1b[32m✓" in said
    )
    assert said.count("characters") == 2


def test_a_failure_takes_the_live_count_away_before_it_is_told(tmp_path: Path) -> None:
    out = Terminal()
    with pytest.raises(NeverParsed):
        think(tmp_path, ScriptedModel([Stream(["no"], then=None)]), out, attempts=1)
    assert out.getvalue().endswith(
        "\r\x1b[2K  \x1b[33m✗\x1b[0m These sections are missing: [Plan], [Risks]. "
        "Write each header on its own\n    line and its content below it.\n"
    )
    with pytest.raises(RuntimeError):
        think(tmp_path, ScriptedModel([Stream(["half"], then=RuntimeError())]), out := Terminal())
    assert out.getvalue().endswith("characters\x1b[0m\r\x1b[2K")


def test_names_that_are_none_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidOption):
        think(tmp_path, ScriptedModel([]), sections=" , ，")


def codes(*kinds: type[ModelError]) -> list[str]:
    return [code for kind in kinds for code in (kind.code, *codes(*kind.__subclasses__()))]


@each("language", LANGUAGES)
@each("reason", ["corrected", *codes(ModelUnavailable, ModelRefused, ReplyMalformed)])
def test_every_reason_to_begin_anew_is_said_in_words(tmp_path: Path, reason: str, language: Language) -> None:
    out = io.StringIO()
    AttemptLineView(shell_at(tmp_path, out, language), 2, is_quiet=False).show(StartedOver("second", reason))
    said = text(language, f"attempts.reason.{reason}")
    assert out.getvalue() == "  " + text(language, "attempts.started_over", model="second", reason=said) + "\n"


@each(
    ("arguments", "said"),
    [
        (("Plan a walk.",), "--sections"),
        (("Plan a walk.", "--sections", "A", "--schema", "schema.json"), "--sections"),
        ((), "PROMPT"),
        (("Plan a walk.", "--sections", ",", "--model", NOBODY), "at least one name"),
        (("Plan a walk.", "--sections", "A,a", "--model", NOBODY), "each only once"),
        (("Plan a walk.", "--schema", "missing.json"), "Cannot read missing.json: no such file or directory"),
        (("Plan a walk.", "--schema", "broken.json"), "broken.json is not JSON"),
        (("Plan a walk.", "--schema", "wrong.json", "--model", NOBODY), "Invalid schema"),
        (("", "--sections", "A"), "Cannot read PROMPT: it is empty"),
        ((" \n", "--sections", "A"), "Cannot read PROMPT: it is empty"),
        (("-", "--sections", "A"), "Cannot read standard input: it is empty"),
        (("Plan a walk.", "--sections", "A", "--attempts", "0", "--model", NOBODY), "at least 1"),
        (("Plan a walk.", "--sections", "A", "--attempts", "many"), "--attempts"),
        (("Plan a walk.", "--sections", "A", "--model", "no such"), "Unknown model"),
    ],
)
def test_wrong_usage_is_a_sentence(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    (tmp_path / "schema.json").write_text(json.dumps(SCHEMA), encoding="utf-8")
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    (tmp_path / "wrong.json").write_text('{"type": "nonsense"}', encoding="utf-8")
    done = inkwright("think", *arguments, cwd=tmp_path, INKWRIGHT_HOME=str(tmp_path / "home"))
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_the_whole_way_over_a_real_server_to_the_sections(tmp_path: Path) -> None:
    environ = {"INKWRIGHT_HOME": str(tmp_path / "home"), "MY_API_KEY": "a key of nobody"}
    with FakeProvider(answering(GOOD)) as server:
        command = ("think", "Plan a walk.", "--sections", "Plan, Risks", "--model", f"{server.url}/v1#tiny")
        done = inkwright(*command, cwd=tmp_path, **environ)
    assert done.returncode == 0
    assert done.stdout.endswith("  ✓ accepted\n\n[Plan]\nGo out.\n\n[Risks]\nIt may rain.\n")
    assert done.stderr.splitlines()[0].startswith(f"Model: {server.url}/v1#tiny")
    assert "free-form prompt (1 of 1 succeeded)" in done.stderr
    assert asked_of(server).startswith("Plan a walk.\n\nThink first, in your own words.")
    log = (tmp_path / "home" / "calls.jsonl").read_text(encoding="utf-8")
    row, verdict = map(json.loads, log.splitlines())
    assert (row["purpose"], row["reply"], row["way"]) == ("think", GOOD, "ask")
    assert (verdict["judged"], verdict["verdict"]) == (row["id"], "accepted")


def test_the_whole_way_from_standard_input_to_json_in_chinese(tmp_path: Path) -> None:
    environ = {"INKWRIGHT_HOME": str(tmp_path / "home"), "LANG": "zh_CN.UTF-8", "INKWRIGHT_LOG_CALLS": "off"}
    with FakeProvider(answering(CHINESE)) as server:
        command = ("think", "-", "--sections", "计划，风险", "--json", "--model", f"{server.url}/v1#tiny")
        done = inkwright(*command, stdin="计划一次散步。", cwd=tmp_path, **environ)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == {"计划": "出门走走。", "风险": "可能会下雨。"}
    assert asked_of(server).startswith("计划一次散步。\n\n请先用自己的话思考。")
    assert not (tmp_path / "home" / "calls.jsonl").exists()


def test_the_whole_way_with_a_schema_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "schema.json").write_text(json.dumps(SCHEMA), encoding="utf-8")
    with FakeProvider(answering('Three, I think.\n```json\n{"n": 3}\n```')) as server:
        command = ("think", "How many?", "--schema", "schema.json", "--json", "--model", f"{server.url}/v1#tiny")
        done = inkwright(*command, cwd=tmp_path, INKWRIGHT_HOME=str(tmp_path / "home"))
    assert (done.returncode, done.stdout, done.stderr) == (0, '{\n  "n": 3\n}\n', "")


def test_when_no_reply_is_accepted_it_says_so_and_why(tmp_path: Path) -> None:
    with FakeProvider(answering("no")) as server:
        command = ("think", "Plan.", "--sections", "Plan", "--attempts", "2", "--model", f"{server.url}/v1#tiny")
        done = inkwright(*command, cwd=tmp_path, INKWRIGHT_HOME=str(tmp_path / "home"))
        as_json = inkwright(*command, "--json", cwd=tmp_path, INKWRIGHT_HOME=str(tmp_path / "home"))
        chinese = inkwright(*command, cwd=tmp_path, INKWRIGHT_HOME=str(tmp_path / "home"), LANG="zh_CN.UTF-8")
    assert (done.returncode, as_json.returncode, chinese.returncode) == (1, 1, 1)
    told = done.stderr.splitlines()
    assert told[-2].startswith("Error: sections_parser accepted no reply in 2 attempts.")
    assert told[-1] == "Try a stronger model, or ask for less at once."
    assert (as_json.stdout, as_json.stderr.splitlines()) == ("", told[-2:])
    assert "2 次尝试中没有一个回复被 sections_parser 接受。" in chinese.stderr.splitlines()[-2]


def test_a_server_that_does_not_let_us_in_is_a_sentence(tmp_path: Path) -> None:
    with FakeProvider(lambda _: openai_error(401, "bad key")) as server:
        command = ("think", "Plan.", "--sections", "Plan", "--model", f"{server.url}/v1#tiny")
        done = inkwright(*command, cwd=tmp_path, INKWRIGHT_HOME=str(tmp_path / "home"))
    assert done.returncode == 1
    assert "denied access" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_interrupt_stops_it_with_exit_code_14(tmp_path: Path) -> None:
    environ = {**os.environ, "INKWRIGHT_HOME": str(tmp_path / "home"), "LANG": "C.UTF-8", "PYTHONUTF8": "1"}
    with FakeProvider(lambda _: Answer(chunks=[], hold=True)) as server:
        command = [sys.executable, "-m", "inkwright.cli.main", "think", "Plan.", "--sections", "Plan"]
        with subprocess.Popen(
            [*command, "--model", f"{server.url}/v1#tiny"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            env=environ,
            text=True,
        ) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            assert process.stdout.readline() == "Attempt 1 of 3 …\n"
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=PATIENCE) == 14
            assert process.stderr.read().splitlines()[-1] == "Stopped."
