"""The store of the settings: made where it is missing, and let go of at the end."""

import asyncio
from pathlib import Path

import pytest

from inkwright.artifacts.slides.builder import build_deck
from inkwright.artifacts.vault import Verified
from inkwright.errors import InvalidOption, StoreUnavailable
from inkwright.settings import Settings, load_settings
from inkwright.usecases.open_store import open_store
from tests.artifacts.made_decks import LESSON


def settings_of(home: Path, **environ: str) -> Settings:
    return load_settings(flags={}, environ=environ, folder=home, home=home)


async def opened(settings: Settings) -> str:
    async with open_store(settings) as store:
        return store.database.place


def test_a_deck_that_was_kept_is_found_by_the_next_process_and_is_still_verified(tmp_path: Path) -> None:
    home = tmp_path / "new" / "home"

    async def keep() -> str:
        async with open_store(settings_of(home)) as store:
            made = await store.vault.keep(build_deck(LESSON), owner="ann", turn_id="turn_1")
            assert isinstance(made, Verified)
            return made.id

    async def find(artifact_id: str) -> bytes | None:
        async with open_store(settings_of(home)) as store:
            assert isinstance(await store.vault.get(artifact_id, owner="ann"), Verified)
            return await store.vault.read(artifact_id, owner="ann")

    assert asyncio.run(find(asyncio.run(keep()))) == build_deck(LESSON).main
    assert sorted(path.name for path in home.iterdir() if path.suffix != ".jsonl")[:2] == ["artifacts", "inkwright.db"]


def test_the_setting_says_where_the_database_is(tmp_path: Path) -> None:
    written = f"sqlite:///{tmp_path}/elsewhere/ink.db"
    assert asyncio.run(opened(settings_of(tmp_path, INKWRIGHT_DATABASE=written))) == f"{tmp_path}/elsewhere/ink.db"


def test_a_database_that_is_none_is_a_sentence_without_its_password(tmp_path: Path) -> None:
    for written in ("mysql://me:sesame@x/y", "nonsense ://me:sesame@x"):
        with pytest.raises(InvalidOption) as caught:
            asyncio.run(opened(settings_of(tmp_path, INKWRIGHT_DATABASE=written)))
        assert "sesame" not in str(caught.value)
    with pytest.raises(StoreUnavailable) as unavailable:
        asyncio.run(opened(settings_of(tmp_path, INKWRIGHT_DATABASE="postgresql://me:sesame@127.0.0.1:1/none")))
    assert "sesame" not in str(unavailable.value)
