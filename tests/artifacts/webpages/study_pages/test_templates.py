"""Tests of every study page in a real browser, used with the keyboard and printed."""

import json
from typing import Any

import pytest

from inkwright.artifacts.webpages.study_pages.build import build_study_page, load_study_page
from tests.artifacts.webpages.page_player import Player, play
from tests.artifacts.webpages.sample_pages import (
    DIAGRAM,
    FLASHCARDS,
    MATCHING,
    PLOTTER,
    SAMPLES,
    SIMULATION,
    SORTING_ZH,
    TIMELINE,
)


def page(given: dict[str, Any]) -> bytes:
    return build_study_page(load_study_page(json.dumps(given), "page.json", {})).main


def test_flashcards_are_turned_marked_and_practised_again() -> None:
    async def game(player: Player) -> None:
        await player.press(" ")
        assert await player.ask("document.querySelector('.flip').getAttribute('aria-expanded')") == "true"
        await player.press("2", "1", "ArrowRight", "ArrowLeft")
        assert await player.text(".tally") == "Card 3 of 4\n1 known"
        assert "What is </script><b>osmosis</b>?" in await player.text(".face.front")
        await player.press("2", "2")
        assert "Cards known: 3 of 4." in await player.text(".done")
        await player.press("Enter")
        assert await player.text(".tally") == "Card 1 of 1\n0 known"

    assert play(page(FLASHCARDS), game).errors == []


def test_a_timeline_is_navigated_opened_and_filtered() -> None:
    async def game(player: Player) -> None:
        await player.press("ArrowDown", "ArrowDown", "Enter")
        opened = "[...document.querySelectorAll('.more')].filter((each) => !each.hidden).map((each) => each.innerText)"
        assert await player.ask(opened) == ["Orville Wright flies 37 metres.\nHis brother runs alongside."]
        await player.ask("document.querySelector('.tools button:nth-child(4)').focus()")
        await player.press("Enter")
        assert await player.text("#status") == "Events shown: 2 of 5."
        await player.press("Tab", "Enter")
        assert await player.text(".tools button:last-child") == "Close all"

    assert play(page(TIMELINE), game).errors == []


def test_all_pairs_are_found_and_a_wrong_one_is_reported() -> None:
    async def game(player: Player) -> None:
        await player.press("ArrowDown", "Enter")
        wrong = (
            "[...document.querySelectorAll('.column:last-child .tile')]"
            ".find((each) => each.dataset.pair !== document.activeElement.dataset.pair).focus()"
        )
        await player.ask(wrong)
        await player.press("Enter")
        assert await player.text("#status") == "These two do not match. Try again."
        for _ in MATCHING["pairs"]:
            await player.ask("document.querySelector('.tile:enabled').focus()")
            await player.press("Enter", "ArrowRight")
            for _ in MATCHING["pairs"]:
                side = (
                    "document.activeElement.dataset.pair === document.querySelector('[aria-pressed=true]').dataset.pair"
                )
                if await player.ask(side):
                    break
                await player.press("ArrowDown")
            await player.press("Enter")
        assert await player.text("#status") == "All pairs found. Tries: 6."
        await player.press("Enter")
        assert await player.text(".tally") == "Pairs found: 0 of 5\nTries: 0"

    assert play(page(MATCHING), game).errors == []


def test_items_are_sorted_by_number_keys_in_chinese() -> None:
    async def game(player: Player) -> None:
        groups = {item: number for number, group in enumerate(SORTING_ZH["groups"], 1) for item in group["items"]}
        for at in range(5):
            current = (await player.text("#current")).split("\n")[-1]
            await player.press(str(groups[current] if at else groups[current] % 3 + 1))
        assert await player.text("#current") == "共 5 个，答对 4 个。"
        assert await player.ask("document.querySelectorAll('.missed').length") == 1

    assert play(page(SORTING_ZH), game).errors == []


def test_spots_of_a_diagram_are_studied_and_then_found() -> None:
    async def game(player: Player) -> None:
        await player.press("ArrowRight", "ArrowRight", "Enter")
        assert await player.text(".note") == "2Horizon\n\nWhere both seem to meet."
        await player.ask("document.querySelector('.modes button:last-child').focus()")
        await player.press("Enter")
        names = [spot["name"] for spot in DIAGRAM["spots"]]
        for _ in names:
            wanted = names.index((await player.text(".note h2")).removeprefix("Find: "))
            await player.ask(f"document.querySelectorAll('button.spot')[{wanted}].focus()")
            await player.press("Enter")
        assert await player.text(".note") == "3 of 3 found on the first try."

    assert play(page(DIAGRAM), game).errors == []


def test_values_are_read_off_a_graph_and_a_slider_changes_it() -> None:
    async def game(player: Player) -> None:
        await player.press("ArrowRight")
        assert await player.text("#status") == "x = 0.12 y = ax² + bx + c = −1.99 y′ = 2ax + b = 0.24"
        before = await player.ask("document.querySelector('path.curve-0').getAttribute('d')")
        await player.ask("document.querySelector('#slider-0').focus()")
        await player.press("ArrowRight", "ArrowRight", "ArrowRight")
        assert await player.text("#value-0") == "1.3"
        assert await player.ask("document.querySelector('path.curve-0').getAttribute('d')") != before
        await player.ask("document.activeElement.blur()")
        await player.press("0")
        assert await player.text("#value-0") == "1"

    assert play(page(PLOTTER), game).errors == []


def test_a_simulation_is_played_and_stepped_through() -> None:
    async def game(player: Player) -> None:
        assert "40.8 m" in await player.text(".outputs")
        await player.press("End")
        assert await player.text(".clock") == "t = 2.9 of 2.9 s"
        await player.press("Home", "ArrowRight")
        assert await player.text(".clock") == "t = 0.1 of 2.9 s"
        await player.press(" ")
        assert await player.text(".under .main") == "Pause"
        await player.press(" ", "0")
        assert await player.text(".clock") == "t = 0 of 2.9 s"

    assert play(page(SIMULATION), game).errors == []


@pytest.mark.parametrize("name", ["flashcards", "timeline", "matching", "sorting", "diagram", "plotter", "simulation"])
def test_the_printed_page_has_everything(name: str) -> None:
    async def game(player: Player) -> None:
        await player.media("print")
        shown = await player.ask("document.body.innerText")
        wanted = {
            "flashcards": ["Chloroplast", "Stores water and keeps the cell firm"],
            "timeline": ["1783", "Charles Lindbergh needs 33 hours from New York to Paris."],
            "matching": ["Portugal", "Sarajevo"],
            "sorting": ["Whale", "Reptiles"],
            "diagram": ["Horizon", "Grass, flowers and insects."],
            "plotter": ["y = ax² + bx + c"],
            "simulation": ["40.8 m"],
        }
        assert [each for each in wanted[name] if each not in shown] == []

    play(page(SAMPLES[name]), game)


def test_every_control_has_a_name_that_can_be_read_aloud() -> None:
    unnamed = (
        "[...document.querySelectorAll('button, input')].filter((each) => !(each.getAttribute('aria-label') || "
        "each.innerText.trim() || (each.labels && each.labels.length))).length"
    )
    small = (
        "[...document.querySelectorAll('button')].filter((each) => { const box = each.getBoundingClientRect();"
        " return box.width < 44 || box.height < 44; }).length"
    )

    async def game(player: Player) -> None:
        assert await player.ask(unnamed) == 0
        assert await player.ask(small) == 0

    for name in ("matching", "diagram", "plotter"):
        play(page(SAMPLES[name]), game)


def test_the_source_of_a_pair_and_of_an_item_is_shown_when_it_is_found() -> None:
    pairs = [{"left": "a", "right": "1", "source": "Notes, line 1"}, {"left": "b", "right": "2"}]
    groups = [{"name": "A", "items": ["x"], "sources": ["Notes, line 2"]}, {"name": "B", "items": ["y"]}]

    async def match(player: Player) -> None:
        assert await player.ask("document.querySelectorAll('.source').length") == 0
        for side in ("left", "right"):
            await player.ask(f"document.querySelector('[data-side={side}][data-pair=\"0\"]').focus()")
            await player.press("Enter")
        assert await player.text(".source") == "Notes, line 1"

    async def sort(player: Player) -> None:
        await player.press("1", "1")
        assert await player.text(".source") == "Notes, line 2"

    assert play(page({**MATCHING, "pairs": pairs}), match).errors == []
    assert play(page({"page": "sorting", "title": "Sort", "groups": groups}), sort).errors == []
