"""The models that are opened for a tier: what is asked, told, kept, and given to each server."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from inkwright.errors import InvalidSetting, ModelNotChosen, ModelNotInstalled, ModelUnavailable, ModelUnknown
from inkwright.i18n import text
from inkwright.llm.discovery import DiscoveryScope, KeyProposal
from inkwright.llm.fallback import Chain
from inkwright.llm.key_store import KeyEnvironment, KeyStore
from inkwright.llm.model_names import ModelName, parse_model_name
from inkwright.llm.models import Abilities, Model, Request
from inkwright.llm.origins import server_key_variable
from inkwright.llm.providers import TIERS, Server, Tier
from inkwright.settings import Settings
from inkwright.usecases.models import ModelOpener, open_model, open_tiers
from tests.clocks import PATIENCE
from tests.each import each
from tests.llm.fake_provider import FakeProvider, openai_reply
from tests.model_servers import listing
from tests.usecases.test_model_choices import loaded


class Door:
    """An opener of models: it records its notes, and gives prepared answers."""

    def __init__(self, home: Path, answer: bool | None = None, *, asks: bool = True, **environ: str) -> None:
        self.home = home
        self.around = DiscoveryScope(environ, (), has_local=True)
        self.notes: list[str] = []
        self.asked: list[KeyProposal] = []
        self._answer = answer
        self._asks = asks

    def open(self, settings: Settings | None = None, *, name: str | None = None, tier: Tier = "standard") -> Model:
        ask: Callable[[KeyProposal], bool | None] | None = self._ask if self._asks else None
        settings = settings or loaded(self.home)
        return open_model(settings, name=name, tier=tier, note=self.notes.append, ask=ask, scope=self.around)

    def _ask(self, proposal: KeyProposal) -> bool | None:
        self.asked.append(proposal)
        return self._answer

    @property
    def kept(self) -> str:
        file = self.home / "inkwright.toml"
        return file.read_text(encoding="utf-8") if file.exists() else ""


def test_a_name_wins_over_every_setting(tmp_path: Path) -> None:
    door = Door(tmp_path)
    model = door.open(loaded(tmp_path, model="local"), name="openai:gpt-5, ollama:qwen3")
    assert model.name == "openai:gpt-5 → ollama:qwen3"
    assert door.notes == ["Model: openai:gpt-5, ollama:qwen3 (requested by name)."]


def test_one_model_too_is_a_chain_so_that_the_transport_is_retried_in_one_place(tmp_path: Path) -> None:
    assert isinstance(Door(tmp_path).open(name="openai:gpt-5"), Chain)


def test_every_member_can_be_given_tools(tmp_path: Path) -> None:
    model = Door(tmp_path).open(name="ollama:qwen3, local, openai:gpt-5")
    assert isinstance(model, Chain)
    assert [member.abilities.can_call_tools for member in model.members] == [True, True, True]
    assert [member.name for member in model.members] == ["ollama:qwen3", "local", "openai:gpt-5"]


def test_the_note_names_the_setting_and_its_place_in_the_language_of_the_settings(tmp_path: Path) -> None:
    door = Door(tmp_path)
    door.open(loaded(tmp_path, model_fast="anthropic", language="zh"), tier="fast")
    assert door.notes == ["模型：anthropic:claude-haiku-5-5（$INKWRIGHT_MODEL_FAST 中的 model_fast）。"]


def test_the_embedded_model_is_the_last_resort_and_says_that_it_is_tiny(tmp_path: Path) -> None:
    door = Door(tmp_path)
    assert door.open().name == "local"
    assert door.notes == [
        "Model: local (no other model was found).",
        text("en", "models.local_is_tiny"),
    ]


def test_a_server_on_this_machine_is_used_without_asking(tmp_path: Path) -> None:
    door = Door(tmp_path)
    with listing({"/v1/models": '{"data": [{"id": "qwen3-4b"}]}'}) as port:
        door.around = DiscoveryScope({}, [Server("vLLM", port)], has_local=True, probe_seconds=PATIENCE)
        assert door.open().name == f"http://127.0.0.1:{port}/v1#qwen3-4b"
    assert "vLLM is running on this machine" in door.notes[0]


def test_a_key_is_asked_about_once_and_a_yes_is_kept_as_the_model(tmp_path: Path) -> None:
    door = Door(tmp_path, True, OPENAI_API_KEY="k")
    assert door.open().name == "openai:gpt-6.1-terra"
    assert door.asked == [KeyProposal(parse_model_name("openai"), "OPENAI_API_KEY", "api.openai.com")]
    assert door.kept == 'model = "openai"\n'
    assert door.open(tier="fast").name == "openai:gpt-6-luna"
    assert len(door.asked) == 1


def test_a_no_is_kept_and_never_asked_again(tmp_path: Path) -> None:
    door = Door(tmp_path, False, OPENAI_API_KEY="k", GEMINI_API_KEY="k")
    assert door.open().name == "local"
    assert [proposal.variable for proposal in door.asked] == ["OPENAI_API_KEY", "GEMINI_API_KEY"]
    assert door.kept == 'ignored_keys = "OPENAI_API_KEY, GEMINI_API_KEY"\n'
    door.open()
    assert len(door.asked) == 2


def test_without_an_answer_nothing_is_kept_and_the_key_is_not_used(tmp_path: Path) -> None:
    door = Door(tmp_path, None, OPENAI_API_KEY="k", GEMINI_API_KEY="k")
    assert door.open().name == "local"
    assert (len(door.asked), door.kept) == (1, "")


def test_where_nobody_can_be_asked_about_a_key_the_error_says_what_to_do(tmp_path: Path) -> None:
    door = Door(tmp_path, asks=False, OPENAI_API_KEY="k")
    with pytest.raises(ModelNotChosen, match=r"inkwright models set openai.*--model rule"):
        door.open()
    assert (door.kept, door.notes) == ("", [])
    assert door.open(loaded(tmp_path, model="local")).name == "local"


def test_a_capable_model_on_this_machine_is_used_although_there_is_a_key(tmp_path: Path) -> None:
    door = Door(tmp_path, asks=False, OPENAI_API_KEY="k")
    door.around = replace(door.around, installed=[ModelName("local", "qwen3-4b")])
    assert door.open().name == "local:qwen3-4b"
    assert door.notes[0] == (
        "OPENAI_API_KEY holds a key for openai. Inkwright will not use it until you allow it: "
        "inkwright models set openai"
    )


def test_a_stored_key_is_used_without_asking(tmp_path: Path) -> None:
    door = Door(tmp_path, asks=False)
    KeyStore(tmp_path).save("DEEPSEEK_API_KEY", "sk-1")
    environ = KeyEnvironment({}, tmp_path)
    door.around = replace(door.around, environ=environ, stored=environ.stored)
    assert door.open().name == "deepseek:deepseek-v4-flash"
    assert door.notes == ["Model: deepseek:deepseek-v4-flash (you stored its key)."]
    assert ModelOpener(loaded(tmp_path), door.around).address(parse_model_name("deepseek:m")).key == "sk-1"


def test_an_answer_that_cannot_be_kept_counts_this_time(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("", encoding="utf-8")
    door = Door(tmp_path / "home", True, OPENAI_API_KEY="k")
    assert door.open().name == "openai:gpt-6.1-terra"
    assert "Cannot write" in door.notes[0]


def test_without_any_model_the_error_says_how_to_get_one(tmp_path: Path) -> None:
    door = Door(tmp_path)
    door.around = DiscoveryScope({}, ())
    with pytest.raises(ModelNotInstalled, match="inkwright models install tiny"):
        door.open()


def test_without_any_model_a_turn_works_by_rule_and_says_how_to_get_one(tmp_path: Path) -> None:
    notes: list[str] = []
    tiers = open_tiers(loaded(tmp_path), note=notes.append, scope=DiscoveryScope({}, ()))
    assert {tiers(tier).name for tier in TIERS} == {"rule"}
    assert notes == [text("en", "models.none_found")]


def test_without_any_model_a_key_that_nobody_can_allow_ends_the_command(tmp_path: Path) -> None:
    scope = DiscoveryScope({"OPENAI_API_KEY": "k"}, ())
    with pytest.raises(ModelNotChosen, match="inkwright models set openai"):
        open_tiers(loaded(tmp_path), note=list[str]().append, scope=scope)


def test_a_model_that_is_set_and_not_installed_is_an_error(tmp_path: Path) -> None:
    settings, notes = loaded(tmp_path, model="local:qwen3-4b"), list[str]()
    model = open_tiers(settings, note=notes.append, scope=DiscoveryScope({}, ()))("fast")
    with pytest.raises(ModelNotInstalled, match="inkwright models install qwen3-4b"):
        asyncio.run(model.reply(Request([{"role": "user", "content": "Hi"}])))


def test_pictures_go_only_to_a_model_that_can_see(tmp_path: Path) -> None:
    door = Door(tmp_path)
    with pytest.raises(ModelUnknown, match="models set --tier vision"):
        door.open(loaded(tmp_path, model="local"), tier="vision")
    assert door.open(loaded(tmp_path, model="local, openai:gpt-5"), tier="vision").name == "openai:gpt-5"
    assert door.open(loaded(tmp_path, model_vision="ollama:llava"), tier="vision").abilities.can_see


def test_a_wrong_setting_is_told_when_it_is_needed(tmp_path: Path) -> None:
    with pytest.raises(InvalidSetting):
        Door(tmp_path).open(loaded(tmp_path, model="gpt-5"))


def test_a_server_that_was_named_alone_is_asked_for_its_first_model(tmp_path: Path) -> None:
    with listing({"/v1/models": '{"data": [{"id": "first"}, {"id": "second"}]}'}) as port:
        model = Door(tmp_path).open(name=f"http://127.0.0.1:{port}")
    assert model.name == f"http://127.0.0.1:{port}/v1#first"


def test_a_server_that_cannot_be_asked_for_its_models_is_left_out_while_others_remain(tmp_path: Path) -> None:
    door = Door(tmp_path)
    with listing({}) as port:
        assert door.open(name=f"http://127.0.0.1:{port}/v1, openai:gpt-5").name == "openai:gpt-5"
        with pytest.raises(ModelUnavailable):
            door.open(name=f"http://127.0.0.1:{port}/v1")
    assert "it answers 404" in door.notes[0]


def test_what_was_remembered_of_a_model_is_used(tmp_path: Path) -> None:
    seen = {"ollama:qwen3": {"can_call_tools": True, "can_follow_schema": False, "can_stream": True}}
    (tmp_path / "models.json").write_text(json.dumps(seen), encoding="utf-8")
    assert Door(tmp_path).open(name="ollama:qwen3").abilities == Abilities(can_follow_schema=False)


def test_a_key_goes_to_its_own_server_and_to_no_other(tmp_path: Path) -> None:
    theirs = {"OPENAI_API_KEY": "theirs"}
    with FakeProvider(lambda _: openai_reply("Hello")) as server:
        for environ in (theirs, {**theirs, server_key_variable(server.url): "ours\n"}):
            door = Door(tmp_path)
            door.around = DiscoveryScope(environ, ())
            model = door.open(name=f"{server.url}/v1#m")
            assert asyncio.run(model.reply(Request([{"role": "user", "content": "Hi"}]))).text == "Hello"
    sent = [received.headers["authorization"] for received in server.received]
    assert "theirs" not in str(sent)
    assert sent[1] == "Bearer ours"


def test_the_address_and_the_key_of_a_provider_come_from_the_environment_alone(tmp_path: Path) -> None:
    environ = {"OPENAI_API_KEY": "theirs", "INKWRIGHT_KEY_http_PROXY": "mine", "OPENAI_BASE_URL": "http://proxy/v1"}
    address = ModelOpener(loaded(tmp_path), DiscoveryScope(environ)).address(parse_model_name("openai:m"))
    assert (address.provider, address.base_url, address.api_key) == ("openai", "http://proxy/v1", "mine")


@each(
    "address",
    ["http://api.openai.com/v1", "https://api.openai.com:444", "https://api.openai.com.evil.example/v1", "http://["],
)
def test_the_key_of_a_provider_goes_to_its_exact_origin_only(tmp_path: Path, address: str) -> None:
    """Another scheme, another port, a longer host, an address that cannot be read."""
    key = {"OPENAI_API_KEY": "theirs"}
    name = parse_model_name("openai:m")
    assert ModelOpener(loaded(tmp_path), DiscoveryScope(key)).address(name).api_key == "theirs"
    same = {**key, "OPENAI_BASE_URL": "https://API.openai.com:443/v1/"}
    assert ModelOpener(loaded(tmp_path), DiscoveryScope(same)).address(name).api_key == "theirs"
    scope = DiscoveryScope({**key, "OPENAI_BASE_URL": address})
    assert ModelOpener(loaded(tmp_path), scope).address(name).api_key is None
