"""Each tier with its models, where they came from, and how asking them has worked."""

from pathlib import Path

from inkwright.llm.call_log import Call
from inkwright.llm.discovery import DiscoveryScope
from inkwright.llm.model_names import ModelName
from inkwright.llm.models import Abilities, CallVerdict, Usage
from inkwright.llm.providers import Server
from inkwright.settings import Origin, load_settings
from inkwright.usecases.model_choices import (
    ModelChoice,
)
from inkwright.usecases.model_overview import ChainMember, TierRow, list_models
from inkwright.usecases.models import ModelOpener
from inkwright.usecases.store import open_call_log
from tests.clocks import PATIENCE
from tests.model_servers import listing


def test_each_tier_has_its_chain_where_it_came_from_and_what_is_known(tmp_path: Path) -> None:
    settings = load_settings(
        flags={"model": "openai", "model_fast": "local"}, environ={}, folder=tmp_path, home=tmp_path
    )
    overview = list_models(ModelOpener(settings, DiscoveryScope({}, ())))
    able = Abilities(False, is_weak=True, is_english_only=True, context_tokens=8192)
    local = ChainMember(ModelName("local"), able, is_tested=False)
    fast = ModelChoice((local.name,), "setting", {"setting": "model_fast", "origin": Origin("flag")})
    assert overview.tiers[0] == TierRow("fast", fast, (local,))
    assert [str(name) for name in overview.names] == ["local", "openai:gpt-6.1-terra", "openai:gpt-6.1-sol"]
    assert overview.ways == {}


def test_what_was_found_serves_where_nothing_is_set_and_pictures_stay_without_a_model(tmp_path: Path) -> None:
    settings = load_settings(flags={}, environ={}, folder=tmp_path, home=tmp_path)
    with listing({"/v1/models": '{"data": [{"id": "m"}, {"id": "n"}]}'}) as port:
        around = DiscoveryScope({"OPENAI_API_KEY": "k"}, [Server("vLLM", port)], has_local=True, probe_seconds=PATIENCE)
        overview = list_models(ModelOpener(settings, around))
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
    for verdict in (CallVerdict("accepted"), CallVerdict("refused", "wrong"), CallVerdict()):
        log.record(Call("think", "local", [], "reply", Usage(), 1.0, verdict=verdict, way="ask"))
    ways = list_models(ModelOpener(settings, DiscoveryScope({}, ()))).ways
    assert ways == {"local": {"ask": {"accepted": 1, "refused": 1, "unknown": 1}}}
