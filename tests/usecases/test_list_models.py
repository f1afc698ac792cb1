"""The overview: every tier, what is known of its models, what else is here."""

from pathlib import Path

from inkwright.llm.calls import Call
from inkwright.llm.discovery import Surroundings
from inkwright.llm.models import Abilities, Usage
from inkwright.llm.names import ModelName
from inkwright.llm.providers import Server
from inkwright.settings import load_settings
from inkwright.usecases.choose_model import Choice
from inkwright.usecases.keep_calls import open_call_log
from inkwright.usecases.list_models import Member, TierRow, list_models
from inkwright.usecases.open_model import Opening
from tests.listings import listing


def test_each_tier_has_its_chain_where_it_came_from_and_what_is_known(tmp_path: Path) -> None:
    settings = load_settings(
        flags={"model": "openai", "model_fast": "local"}, environ={}, folder=tmp_path, home=tmp_path
    )
    overview = list_models(Opening(settings, Surroundings({}, ())))
    able = Abilities(False, is_weak=True, is_english_only=True, context_tokens=8192)
    local = Member(ModelName("local"), able, is_tested=False)
    fast = Choice((local.name,), "setting", {"setting": "model_fast", "origin": "flag"})
    assert overview.tiers[0] == TierRow("fast", fast, (local,))
    assert [str(name) for name in overview.names] == ["local", "openai:gpt-6.1-terra", "openai:gpt-6.1-sol"]
    assert overview.ways == {}


def test_what_was_found_serves_where_nothing_is_set_and_pictures_stay_without_a_model(tmp_path: Path) -> None:
    settings = load_settings(flags={}, environ={}, folder=tmp_path, home=tmp_path)
    with listing({"/v1/models": '{"data": [{"id": "m"}, {"id": "n"}]}'}) as port:
        around = Surroundings({"OPENAI_API_KEY": "k"}, [Server("vLLM", port)], has_local=True)
        overview = list_models(Opening(settings, around))
    assert [(row.tier, [member.name.model for member in row.members]) for row in overview.tiers] == [
        ("fast", ["m"]),
        ("standard", ["m"]),
        ("strong", ["m"]),
        ("vision", []),
    ]
    assert [proposal.variable for proposal in overview.found.proposals] == ["OPENAI_API_KEY"]


def test_how_asking_has_worked_is_read_from_the_log(tmp_path: Path) -> None:
    settings = load_settings(flags={"model": "local"}, environ={}, folder=tmp_path, home=tmp_path)
    log = open_call_log(settings, {})
    for feedback in (None, "wrong"):
        log.record(Call("test", "local", [], "reply", Usage(), 1.0, feedback=feedback, way="ask"))
    ways = list_models(Opening(settings, Surroundings({}, ()))).ways
    assert (ways["local"]["ask"].worked, ways["local"]["ask"].taken) == (1, 2)
