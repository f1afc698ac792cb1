"""Trying a model by its name: asked for real over the loopback, remembered, never raised."""

from pathlib import Path

from inkwright.errors import ModelDenied, ModelUnavailable
from inkwright.llm.discovery import Surroundings
from inkwright.llm.models import Abilities
from inkwright.llm.names import parse_model_name
from inkwright.settings import load_settings
from inkwright.usecases.diagnose import Row
from inkwright.usecases.diagnose_models import diagnose_models
from inkwright.usecases.model_memory import ModelMemory
from inkwright.usecases.open_model import Opening
from inkwright.usecases.try_model import try_model
from tests.listings import listing
from tests.llm.able_server import able
from tests.llm.providers import FakeProvider, openai_error


def opening(home: Path, model: str = "auto", **environ: str) -> Opening:
    settings = load_settings(flags={"model": model}, environ={}, folder=home, home=home)
    return Opening(settings, Surroundings(environ, ()))


def test_a_model_that_can_do_everything_is_remembered_as_such(tmp_path: Path) -> None:
    with FakeProvider(able()) as server:
        name = parse_model_name(f"{server.url}/v1#m")
        probe = try_model(opening(tmp_path), name)
    assert {check.kind: check.problem for check in probe.checks} == {
        "reply": "",
        "streaming": "",
        "schema": "",
        "tools": "",
        "result": "",
    }
    assert ModelMemory(tmp_path).abilities(name) == Abilities()


def test_a_model_that_cannot_call_tools_is_remembered_so_too(tmp_path: Path) -> None:
    with FakeProvider(able(tools=False)) as server:
        name = parse_model_name(f"{server.url}/v1#m")
        probe = try_model(opening(tmp_path), name)
    assert (probe.is_well, probe.worked("tools"), probe.worked("schema")) == (True, False, True)
    memory = ModelMemory(tmp_path)
    assert (memory.is_tested(name), memory.abilities(name).can_call_tools) == (True, False)


def test_a_server_that_fails_is_told_and_nothing_is_remembered(tmp_path: Path) -> None:
    with FakeProvider([openai_error(500, "out of memory")]) as server:
        name = parse_model_name(f"{server.url}/v1#m")
        probe = try_model(opening(tmp_path), name)
    assert isinstance(probe.error, ModelUnavailable)
    assert "out of memory" in probe.checks[0].problem
    assert not ModelMemory(tmp_path).is_tested(name)
    assert len(server.received) == 1


def test_a_provider_without_a_key_is_told_with_the_variable(tmp_path: Path) -> None:
    probe = try_model(opening(tmp_path), parse_model_name("openai:gpt-5"))
    assert isinstance(probe.error, ModelDenied)
    assert probe.error.fields["variable"] == "OPENAI_API_KEY"


def test_a_server_without_models_is_a_failed_probe(tmp_path: Path) -> None:
    with listing({"/v1/models": '{"data": []}'}) as port:
        probe = try_model(opening(tmp_path), parse_model_name(f"http://127.0.0.1:{port}/v1"))
    assert (probe.is_well, len(probe.checks)) == (False, 1)


def test_what_cannot_be_remembered_was_seen_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("", encoding="utf-8")
    with FakeProvider(able()) as server:
        assert try_model(opening(tmp_path / "home"), parse_model_name(f"{server.url}/v1#m")).is_well


def test_the_diagnosis_has_a_row_for_each_model_in_use(tmp_path: Path) -> None:
    with FakeProvider(able(tools=False)) as server:
        rows = diagnose_models(opening(tmp_path, f"{server.url}/v1#m, openai:gpt-5"))
    well, denied = f"{server.url}/v1#m", "openai:gpt-5"
    problem = "The model openai:gpt-5 did not let us in: there is no key."
    assert rows == [
        Row("model", True, "reply, streaming, schema, result", f"inkwright models test {well}", well),
        Row("model", False, problem, f"inkwright models test {denied}", denied),
    ]
