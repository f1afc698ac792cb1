"""`inkwright models` as a person runs it: list, test, set, unset."""

import io
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from inkwright.cli.commands import models
from inkwright.cli.shell import Shell
from inkwright.i18n import Language, labelled, text
from inkwright.llm.call_log import Call
from inkwright.llm.discovery import DiscoveryScope
from inkwright.llm.models import Usage
from inkwright.llm.providers import Server
from inkwright.settings import load_settings
from inkwright.usecases.models import ModelOpener
from inkwright.usecases.store import open_call_log
from tests.cli.test_main import inkwright
from tests.clocks import PATIENCE
from tests.llm.capable_server import able
from tests.llm.fake_provider import FakeProvider
from tests.model_servers import listing

KEYLESS = "openai:gpt-5"


def saved(home: Path) -> str:
    file = home / "inkwright.toml"
    return file.read_text(encoding="utf-8") if file.exists() else ""


def at_a_terminal(command: list[str], typed: str, home: Path, **environ: str) -> tuple[int, str, str]:
    """Run a program whose input and errors are a terminal; returns its exit code, output, and what the person saw."""
    master, slave = pty.openpty()
    kept = {name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")}
    env = {**kept, "INKWRIGHT_HOME": str(home), "LANG": "C.UTF-8", "PYTHONUTF8": "1", **environ}
    os.write(master, typed.encode())
    process = subprocess.Popen(command, stdin=slave, stdout=subprocess.PIPE, stderr=slave, cwd=home.parent, env=env)
    os.close(slave)
    out, _ = process.communicate(timeout=PATIENCE)
    seen = b""
    while True:
        try:
            piece = os.read(master, 4096)
        except OSError:
            break
        if not piece:
            break
        seen += piece
    os.close(master)
    return process.returncode, out.decode(), seen.decode()


def test_the_list_shows_each_tier_its_chain_and_where_it_came_from(tmp_path: Path) -> None:
    environ = {
        "INKWRIGHT_HOME": str(tmp_path),
        "INKWRIGHT_MODEL": "openai:gpt-5, local",
        "INKWRIGHT_MODEL_FAST": "local",
    }
    for arguments in (("models",), ("models", "list")):
        done = inkwright(*arguments, cwd=tmp_path, **environ)
        assert done.returncode == 0
        assert "fast ← model_fast from $INKWRIGHT_MODEL_FAST\n  local  schemas · streaming · weak\n" in done.stdout
        assert "openai:gpt-5  tools · schemas · streaming · images · not tested yet" in done.stdout
        assert "inkwright models set NAME" in done.stdout
    assert not (tmp_path / "inkwright.toml").exists()


def test_the_list_can_be_read_by_a_program_and_tells_keys_without_showing_them(tmp_path: Path) -> None:
    environ = {"INKWRIGHT_HOME": str(tmp_path), "INKWRIGHT_MODEL": "local", "ANTHROPIC_API_KEY": "sk-s3cret"}
    for arguments in (("models", "--json"), ("models", "list", "--json")):
        done = inkwright(*arguments, cwd=tmp_path, **environ)
        shown = json.loads(done.stdout)
        assert shown["tiers"][1] == {
            "tier": "standard",
            "chain": [
                {
                    "name": "local",
                    "tested": False,
                    "tools": False,
                    "schema": True,
                    "streaming": True,
                    "sees": False,
                    "weak": True,
                }
            ],
            "why": "setting",
            "setting": "model",
            "origin": "$INKWRIGHT_MODEL",
        }
        assert {"provider": "anthropic", "variable": "ANTHROPIC_API_KEY"} in shown["found"]["keys"]
        assert "s3cret" not in done.stdout
    told = inkwright("models", cwd=tmp_path, **environ).stdout
    assert "ANTHROPIC_API_KEY holds a key for anthropic" in told
    assert "inkwright models set anthropic" in told


def test_a_test_shows_what_works_and_remembers_it(tmp_path: Path) -> None:
    with FakeProvider(able(tools=False)) as server:
        name = f"{server.url}/v1#m"
        done = inkwright("models", "test", name, cwd=tmp_path, INKWRIGHT_HOME=str(tmp_path))
        as_json = inkwright("models", "test", "--json", name, cwd=tmp_path, INKWRIGHT_HOME=str(tmp_path))
    assert (done.returncode, as_json.returncode) == (0, 0)
    assert [line.split()[0] for line in done.stdout.splitlines()[1:]] == ["✓", "✓", "✓", "✗", "✓"]
    assert "tool calls as text instead" in done.stdout
    (probe,) = json.loads(as_json.stdout)
    assert {check["kind"]: check["worked"] for check in probe["checks"]} == {
        "reply": True,
        "streaming": True,
        "schema": True,
        "tools": False,
        "result": True,
    }
    assert json.loads((tmp_path / "models.json").read_text(encoding="utf-8"))[name]["can_call_tools"] is False


def test_without_a_name_the_models_in_use_are_tested(tmp_path: Path) -> None:
    with FakeProvider(able()) as server:
        environ = {"INKWRIGHT_HOME": str(tmp_path), "INKWRIGHT_MODEL": f"{server.url}/v1#a, {server.url}/v1#b"}
        done = inkwright("models", "test", cwd=tmp_path, **environ)
    assert done.returncode == 0
    assert (f"{server.url}/v1#a" in done.stdout, f"{server.url}/v1#b" in done.stdout) == (True, True)


def test_a_model_that_does_not_answer_is_a_failure_with_the_next_step(tmp_path: Path) -> None:
    done = inkwright("models", "test", KEYLESS, cwd=tmp_path, INKWRIGHT_HOME=str(tmp_path), OPENAI_API_KEY="")
    assert done.returncode == 1
    assert "✗ answers: The model openai:gpt-5 denied access: no key is set." in done.stdout
    assert "Set a valid key in OPENAI_API_KEY" in done.stdout


def test_setting_a_model_tests_it_on_the_spot_and_keeps_it(tmp_path: Path) -> None:
    with FakeProvider(able()) as server:
        name = f"{server.url}/v1#m"
        done = inkwright("models", "set", "--tier", "strong", name, cwd=tmp_path, INKWRIGHT_HOME=str(tmp_path))
    assert done.returncode == 0
    assert len(server.received) == 4
    assert saved(tmp_path) == f'model_strong = "{name}"\n'
    assert f"model_strong is now {name}" in done.stdout


def test_a_model_that_fails_its_test_is_not_kept_unless_forced(tmp_path: Path) -> None:
    environ = {"INKWRIGHT_HOME": str(tmp_path), "OPENAI_API_KEY": ""}
    done = inkwright("models", "set", KEYLESS, cwd=tmp_path, **environ)
    assert (done.returncode, saved(tmp_path)) == (1, "")
    assert "--force" in done.stdout
    shown = inkwright("models", "set", "--json", KEYLESS, cwd=tmp_path, **environ)
    assert json.loads(shown.stdout)["saved"] is False
    forced = inkwright("models", "set", "--force", KEYLESS, cwd=tmp_path, **environ)
    assert (forced.returncode, saved(tmp_path)) == (0, f'model = "{KEYLESS}"\n')


def test_a_chain_is_kept_without_a_test_on_request_and_taken_away_again(tmp_path: Path) -> None:
    chain = ("openai:gpt-5,", "local")
    done = inkwright("models", "set", "--no-test", "--json", *chain, cwd=tmp_path, INKWRIGHT_HOME=str(tmp_path))
    assert json.loads(done.stdout) == {
        "saved": True,
        "setting": "model",
        "value": "openai:gpt-5, local",
        "file": str(tmp_path / "inkwright.toml"),
        "hidden_by": None,
        "probes": [],
    }
    gone = inkwright("models", "unset", cwd=tmp_path, INKWRIGHT_HOME=str(tmp_path))
    assert (gone.returncode, saved(tmp_path)) == (0, "")


def test_a_choice_that_has_no_effect_yet_says_what_comes_first(tmp_path: Path) -> None:
    environ = {"INKWRIGHT_HOME": str(tmp_path), "INKWRIGHT_MODEL": "local"}
    done = inkwright("models", "set", "--no-test", "openai", cwd=tmp_path, **environ)
    assert "This has no effect yet: $INKWRIGHT_MODEL takes precedence." in done.stdout


def test_a_name_that_is_none_is_a_sentence_with_a_near_one(tmp_path: Path) -> None:
    done = inkwright("models", "set", "opnai:gpt-5", cwd=tmp_path, INKWRIGHT_HOME=str(tmp_path))
    assert done.returncode == 2
    assert "did you mean 'openai:gpt-5'" in done.stderr
    assert saved(tmp_path) == ""


def test_the_doctor_asks_the_models_on_request(tmp_path: Path) -> None:
    with FakeProvider(able()) as server:
        environ = {"INKWRIGHT_HOME": str(tmp_path), "INKWRIGHT_MODEL": f"{server.url}/v1#m"}
        done = inkwright("doctor", "--models", cwd=tmp_path, **environ)
    assert f"✓ model {server.url}/v1#m: reply, streaming, schema, tools, result" in done.stdout


def test_at_a_terminal_a_failed_test_is_asked_about(tmp_path: Path) -> None:
    home = tmp_path / "home"
    command = [sys.executable, "-m", "inkwright.cli.main", "models", "set", KEYLESS]
    code, _, seen = at_a_terminal(command, "perhaps\nn\n", home)
    assert (code, saved(home)) == (1, "")
    assert seen.count("Save the model anyway? [y/N]") == 2
    code, _, _ = at_a_terminal(command, "y\n", home)
    assert (code, saved(home)) == (0, f'model = "{KEYLESS}"\n')


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            [
                "vLLM offers a model: inkwright models set {url}#second",
                "but has no chat model",
                "models set local",
            ],
        ),
        ("zh", ["vLLM 提供一个模型：inkwright models set {url}#second", "但没有可对话的模型", "内置模型已安装"]),
    ],
)
def test_what_else_is_on_this_machine_comes_with_the_command_that_takes_it_into_use(
    tmp_path: Path, language: Language, lines: list[str]
) -> None:
    settings = load_settings(flags={"language": language}, environ={}, folder=tmp_path, home=tmp_path)
    log = open_call_log(settings, {})
    with (
        listing({"/v1/models": '{"data": [{"id": "first"}, {"id": "second"}]}'}) as port,
        listing({"/v1/models": '{"data": []}'}) as empty,
    ):
        url, servers = f"http://127.0.0.1:{port}/v1", [Server("vLLM", port), Server("LM Studio", empty)]
        log.record(Call("think", f"{url}#first", [], "reply", Usage(), 1.0, way="ask"))
        out = io.StringIO()
        around = DiscoveryScope({}, servers, has_local=True, probe_seconds=PATIENCE)
        shell = Shell(settings, language, out, io.BytesIO())
        code = models.list_and_print(models.ModelsListOptions(), shell, ModelOpener(settings, around))
    shown = out.getvalue()
    assert code == 0
    assert [line for line in lines if line.format(url=url) not in shown] == []
    counted = text(language, "verdict.count.unknown", count=1)
    assert f"{url}#first  {labelled(language, text(language, 'way.ask'), counted)}" in shown
