"""The probe: what a model can do, reported and never raised."""

import asyncio
import json
from pathlib import Path

from inkwright.errors import ModelDenied, ModelUnavailable, RequestInvalid
from inkwright.llm.discovery import DiscoveryScope
from inkwright.llm.model_names import parse_model_name
from inkwright.llm.models import Abilities, Reply, Request, ToolCall, Usage
from inkwright.llm.scripted import ScriptedModel, ScriptLine, Stream
from inkwright.settings import load_settings
from inkwright.store.call_log_lines import read_log
from inkwright.usecases.doctor import Diagnosis
from inkwright.usecases.model_memory import ModelMemory
from inkwright.usecases.model_tests import ModelCheck, ProbeResult, diagnose_models, probe_model, try_model
from inkwright.usecases.models import ModelOpener
from inkwright.usecases.store import CALLS_FILE
from tests.clocks import FixedClock
from tests.llm.capable_server import able
from tests.llm.fake_provider import FakeProvider, openai_error
from tests.model_servers import listing

COUNTED = Stream(["one, ", "two, three"])
CITY = '{"city": "Paris", "letters": 5}'
WEATHER = ToolCall("1", "get_weather", '{"city": "Paris", "days": 2}')
RESULT = json.dumps({"status": "artifact_ready", "message": "Here.", "artifacts": [{"id": "a1", "kind": "slides"}]})


def probed(*script: ScriptLine) -> ProbeResult:
    return asyncio.run(probe_model(ScriptedModel(script), clock=FixedClock()))


def worked(found: ProbeResult) -> dict[str, bool]:
    return {check.kind: check.worked for check in found.checks}


def problems(found: ProbeResult) -> dict[str, str]:
    return {check.kind: str(check.problem) for check in found.checks if check.problem}


def test_a_model_that_can_do_everything_passes_every_check() -> None:
    found = probed(COUNTED, CITY, WEATHER, RESULT)
    assert worked(found) == dict.fromkeys(("reply", "streaming", "schema", "tools", "result"), True)
    assert (found.is_well, found.error, problems(found)) == (True, None, {})
    assert found.usage == sum((check.usage for check in found.checks), Usage())
    assert found.usage.completion_tokens > 0
    assert found.abilities(Abilities(can_call_tools=False)) == Abilities()


def test_the_questions_are_small_cool_and_ask_for_what_they_test() -> None:
    model = ScriptedModel([COUNTED, CITY, WEATHER, RESULT])
    asyncio.run(probe_model(model))
    assert all((request.max_tokens or 999) <= 160 and request.temperature == 0 for request in model.calls)
    assert [request.schema is not None for request in model.calls] == [False, True, False, True]
    assert [request.must_call for request in model.calls] == [None, None, "get_weather", None]


def test_a_reply_in_one_piece_is_not_a_stream_and_broken_values_are_reported() -> None:
    found = probed("one, two", "The city is Paris.", ToolCall("1", "get_weather", '{"city": 7}'), '{"status": "done"}')
    assert worked(found) == {"reply": True, "streaming": False, "schema": False, "tools": False, "result": False}
    told = problems(found)
    assert told["streaming"] == "the reply came in one piece"
    assert told["schema"] == "not JSON: 'The city is Paris.'"
    assert "days" in told["tools"]
    assert "status" in told["result"]
    assert found.abilities(Abilities(can_see=True)) == Abilities(False, False, False, can_see=True)


def test_a_tool_that_is_not_called_or_called_by_another_name_is_a_failure() -> None:
    for said in ("I would call it.", ToolCall("1", "weather", "{}")):
        assert problems(probed(COUNTED, CITY, said, RESULT)) == {"tools": "it did not call the tool"}


def test_an_error_in_one_check_is_kept_with_its_text_and_the_others_go_on() -> None:
    refused = RequestInvalid(model="m", problem="tools are not supported")
    found = probed(COUNTED, CITY, refused, RESULT)
    assert problems(found) == {"tools": "The server of m rejected the request: tools are not supported."}
    assert found.worked("result")


def test_a_model_that_cannot_be_asked_is_asked_once() -> None:
    for error in (ModelUnavailable(model="m", problem="gone"), ModelDenied(model="m", problem="no", variable="K")):
        model = ScriptedModel([error])
        found = asyncio.run(probe_model(model, clock=FixedClock()))
        assert found == ProbeResult(
            "scripted", (ModelCheck("reply", False, problem=error.what.format(**error.fields)),), error
        )
        assert (found.is_well, len(model.calls)) == (False, 1)
        assert found.abilities(Abilities(can_see=True)) == Abilities(can_see=True)


def test_an_empty_reply_is_no_reply() -> None:
    found = probed("  ")
    assert (worked(found), problems(found)) == ({"reply": False}, {"reply": "the reply is empty"})


def test_a_model_that_thinks_first_gets_more_room() -> None:
    thought = Reply("", Usage(10, 64), finish="length")
    cut = Reply('{"city": "Par', Usage(10, 64), finish="length")
    model = ScriptedModel([thought, COUNTED, cut, CITY, WEATHER, RESULT])
    found = asyncio.run(probe_model(model))
    assert all(worked(found).values())
    assert [request.max_tokens for request in model.calls] == [64, 2000, 64, 2000, 64, 160]
    assert found.checks[0].usage.completion_tokens > 64


def test_a_model_that_writes_on_and_on_instead_of_a_short_answer_gets_no_more_room() -> None:
    rambling = Reply("Colours are beautiful, and", Usage(10, 64), finish="length")
    model = ScriptedModel([COUNTED, CITY, WEATHER, RESULT, rambling, rambling])
    found = asyncio.run(probe_model(model, is_small=True))
    assert (worked(found)["instructions"], worked(found)["chinese"]) == (False, False)
    assert [request.max_tokens for request in model.calls[4:]] == [64, 64]


def test_the_time_of_each_check_is_reported() -> None:
    clock = FixedClock()

    def slow(_: Request) -> str:
        clock.seconds += 2
        return "one"

    found = asyncio.run(probe_model(ScriptedModel(slow), clock=clock))
    assert (found.checks[0].seconds, found.seconds) == (2, 8)


def opening(home: Path, model: str = "auto", **environ: str) -> ModelOpener:
    settings = load_settings(flags={"model": model}, environ={}, folder=home, home=home)
    return ModelOpener(settings, DiscoveryScope(environ, ()))


def test_a_model_that_can_do_everything_is_remembered_as_such(tmp_path: Path) -> None:
    with FakeProvider(able()) as server:
        name = parse_model_name(f"{server.url}/v1#m")
        probe = try_model(opening(tmp_path), name)
    assert {check.kind: str(check.problem) for check in probe.checks} == {
        "reply": "",
        "streaming": "",
        "schema": "",
        "tools": "",
        "result": "",
    }
    assert ModelMemory(tmp_path).abilities(name) == Abilities()


def logged(home: Path) -> list[tuple[str, str, str]]:
    """What the log of calls says of the tests."""
    found = read_log(home / CALLS_FILE, "me")
    assert found is not None
    return [(row["purpose"], row["subject"], row["verdict"]) for _, row in found.rows]


def test_a_model_that_cannot_call_tools_is_remembered_so_too(tmp_path: Path) -> None:
    with FakeProvider(able(tools=False)) as server:
        name = parse_model_name(f"{server.url}/v1#m")
        probe = try_model(opening(tmp_path), name)
    assert (probe.is_well, probe.worked("tools"), probe.worked("schema")) == (True, False, True)
    memory = ModelMemory(tmp_path)
    assert (memory.is_tested(name), memory.abilities(name).can_call_tools) == (True, False)
    assert logged(tmp_path) == [
        ("probe", "reply", "accepted"),
        ("probe", "schema", "accepted"),
        ("probe", "tools", "refused"),
        ("probe", "result", "accepted"),
    ]


def test_a_server_that_fails_is_told_and_nothing_is_remembered(tmp_path: Path) -> None:
    with FakeProvider([openai_error(500, "out of memory")]) as server:
        name = parse_model_name(f"{server.url}/v1#m")
        probe = try_model(opening(tmp_path), name)
    assert isinstance(probe.error, ModelUnavailable)
    assert "out of memory" in str(probe.checks[0].problem)
    assert logged(tmp_path) == [("probe", "reply", "failed")]
    assert not ModelMemory(tmp_path).is_tested(name)
    assert len(server.received) == 1


def test_a_provider_without_a_key_is_reported_with_the_variable(tmp_path: Path) -> None:
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
    problem = "The model openai:gpt-5 denied access: no key is set."
    assert rows == [
        Diagnosis("model", True, "reply, streaming, schema, result", f"inkwright models test {well}", well),
        Diagnosis("model", False, problem, f"inkwright models test {denied}", denied),
    ]
