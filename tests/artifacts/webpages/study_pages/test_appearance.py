"""Tests of the appearance of study pages with long texts, on screens and on paper."""

import json
from typing import Any

import pytest

from inkwright.artifacts.webpages.study_pages.build import build_study_page, load_study_page
from tests.artifacts.webpages.page_player import Player, play
from tests.artifacts.webpages.sample_pages import DIAGRAM, PICTURE, SORTING

LONG = "这是一段非常长的中文文字，用来检查页面在窄屏和宽屏下是否会溢出或者被截断，" * 6
WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
WIDE: dict[str, dict[str, Any]] = {
    "flashcards": {"page": "flashcards", "title": LONG[:90], "cards": [{"front": LONG, "back": WORD * 2}]},
    "timeline": {"page": "timeline", "title": "时间线", "events": [
        {"when": LONG[:80], "title": LONG[:180], "text": LONG, "group": "秦" * 40},
        {"when": "1900", "title": WORD, "text": WORD * 2, "group": "汉"}]},
    "matching": {"page": "matching", "title": "配对", "pairs": [
        {"left": LONG[at : at + 60], "right": WORD[at:]} for at in range(5)]},
    "sorting": {"page": "sorting", "title": "分类", "groups": [
        {"name": LONG[at : at + 60], "items": [LONG[at : at + 90], f"{WORD}{at}"]} for at in range(5)]},
    "diagram": DIAGRAM | {"spots": [{"x": 0, "y": 0, "name": LONG[:60], "text": LONG},
                                    {"x": 100, "y": 100, "name": WORD, "text": WORD * 2}]},
    "plotter": {"page": "plotter", "title": "T", "curves": [{"formula": "1e9*x^3", "label": LONG[:150]}], "sliders": [
        {"name": "a", "least": -9, "most": 9, "value": 1, "label": LONG[:120], "unit": "米/秒²"}]},
    "simulation": {"page": "simulation", "title": "模拟", "description": LONG,
        "sliders": [{"name": "v", "least": 0, "most": 30, "value": 12, "label": LONG[:120]}],
        "outputs": [{"label": LONG[:80], "formula": "v", "unit": "m"}], "motion": {"x": "v*t", "y": "t"}},
}  # fmt: skip
OUTSIDE = (
    "[...document.querySelectorAll('main *')].filter((each) => each.getClientRects().length"
    " && each.getBoundingClientRect().right > innerWidth + 1).map((each) => each.tagName + '.' + each.className)"
)


def page(given: dict[str, Any]) -> bytes:
    return build_study_page(load_study_page(json.dumps(given), "page.json", {})).main


@pytest.mark.parametrize("kind", WIDE)
def test_long_texts_fit_the_screen_and_the_paper(kind: str) -> None:
    async def game(player: Player) -> None:
        for width in (390, 1280):
            await player.width(width)
            assert await player.ask(OUTSIDE) == []
        await player.media("print")
        assert await player.ask(OUTSIDE) == []

    assert play(page(WIDE[kind]), game).errors == []


def test_the_swatch_of_a_curve_keeps_its_width_next_to_a_long_label() -> None:
    async def game(player: Player) -> None:
        for width in (390, 1280):
            await player.width(width)
            swatch = "getComputedStyle(document.querySelector('.legend button'), '::before').width"
            assert await player.ask(swatch) == "18px"

    play(page(WIDE["plotter"]), game)


def test_numbers_of_an_axis_have_a_minus_sign() -> None:
    async def game(player: Player) -> None:
        marks = await player.ask("[...document.querySelectorAll('.mark')].map((each) => each.textContent)")
        assert any(mark.startswith("−") and "e+" in mark for mark in marks)
        assert not any("-" in mark for mark in marks)

    play(page(WIDE["plotter"]), game)


def test_five_groups_fit_in_one_row_on_a_wide_screen() -> None:
    async def game(player: Player) -> None:
        await player.width(1280)
        tops = "new Set([...document.querySelectorAll('.bin')].map((each) => each.getBoundingClientRect().top)).size"
        assert await player.ask(tops) == 1

    play(page(WIDE["sorting"]), game)


def test_a_long_card_does_not_touch_the_name_of_its_side() -> None:
    async def game(player: Player) -> None:
        await player.width(390)
        edge = "document.querySelector('.face.front .{}').getBoundingClientRect().{}"
        apart = f"{edge.format('text', 'top')} - {edge.format('side', 'bottom')}"
        assert await player.ask(apart) >= 6

    play(page(WIDE["flashcards"]), game)


def test_the_back_of_a_card_is_read_aloud_and_not_shown_twice() -> None:
    async def game(player: Player) -> None:
        await player.press(" ")
        assert await player.ask("document.querySelector('#status').textContent") == WORD * 2
        assert await player.ask("getComputedStyle(document.querySelector('#status')).opacity") == "0"

    play(page(WIDE["flashcards"]), game)


def test_a_chosen_spot_is_in_front_of_overlapping_ones() -> None:
    spots = [{"x": 50, "y": 50, "name": "under"}, {"x": 51, "y": 50, "name": "over"}]

    async def game(player: Player) -> None:
        await player.press("ArrowRight", "Enter")
        box = "document.querySelector('button.spot').getBoundingClientRect()"
        seen = f"document.elementFromPoint({box}.left + 22, {box}.top + 22).closest('.spot').getAttribute('aria-label')"
        assert "under" in await player.ask(seen)

    play(page(DIAGRAM | {"spots": spots}), game)


def test_a_diagram_printed_during_its_quiz_hides_the_answers() -> None:
    async def game(player: Player) -> None:
        names = "[...document.querySelectorAll('#sheet li')].map((each) => each.textContent)"
        assert (await player.ask(names))[2] == "Meadow – Grass, flowers and insects."
        await player.ask("document.querySelector('.modes button:last-child').focus()")
        await player.press("Enter")
        asked = await player.ask(names)
        assert sorted(asked) == ["____  Horizon", "____  Meadow", "____  Sky"]
        assert asked != ["____  Sky", "____  Horizon", "____  Meadow"]
        assert await player.ask("document.querySelectorAll('#sheet .spot').length") == 3
        await player.ask("document.querySelector('.modes button').focus()")
        await player.press("Enter")
        assert (await player.ask(names))[0].startswith("Sky – ")

    assert play(page(DIAGRAM), game).errors == []


def test_the_numbers_of_a_printed_list_do_not_touch_the_other_column() -> None:
    spots = [{"x": 4 * at, "y": 50, "name": f"{at}", "text": LONG[:200]} for at in range(12)]

    async def game(player: Player) -> None:
        await player.media("print")
        boxes = (
            "[...document.querySelectorAll('#sheet li')].map((each) => each.getBoundingClientRect())"
            ".map((box) => [box.left, box.right])"
        )
        columns = sorted({(round(left), round(right)) for left, right in await player.ask(boxes)})
        assert len(columns) == 2
        assert columns[1][0] - columns[0][1] > 40

    play(page(DIAGRAM | {"picture": PICTURE, "spots": spots}), game)


def test_formulas_shown_only_on_paper_have_their_fonts() -> None:
    cards = [{"front": "one", "back": "two"}, {"front": "$\\frac{a}{b}$", "back": "$\\sum_{k=1}^{n} k^2$"}]

    async def game(player: Player) -> None:
        assert b"KaTeX_Math" in await player.printed()

    play(page({"page": "flashcards", "title": "T", "cards": cards}), game)


@pytest.mark.parametrize("kind", ["matching", "sorting"])
def test_the_printed_page_does_not_depend_on_the_state_of_the_game(kind: str) -> None:
    solve = {
        "matching": "for (const at of [0, 1, 2, 3, 4]) for (const side of ['left', 'right'])"
        " document.querySelector(`[data-side=${side}][data-pair='${at}']`).click()",
        "sorting": "for (let at = 0; at < 10; at += 1) document.querySelector('.bin > button').click()",
    }

    async def game(player: Player) -> None:
        await player.ask(solve[kind])
        await player.media("print")
        shown = await player.ask("document.querySelector('main').innerText")
        assert "✓" not in shown
        assert await player.ask("document.querySelectorAll('.missed, .right').length") > 0
        assert await player.ask("getComputedStyle(document.querySelector('#stage')).display") == "none"

    play(page(WIDE[kind]), game)


@pytest.mark.parametrize("given", [WIDE["flashcards"], WIDE["plotter"], WIDE["simulation"], SORTING])
def test_no_background_is_printed_dark(given: dict[str, Any]) -> None:
    dark = (
        "[...document.querySelectorAll('body, main, main *')].filter((each) => each.getClientRects().length > 0"
        " && each.getBoundingClientRect().width > 40).map((each) => getComputedStyle(each).backgroundColor)"
        ".filter((colour) => !/^rgba\\(0, 0, 0, 0\\)$|^rgb\\(255, 255, 255\\)$/.test(colour))"
    )

    async def game(player: Player) -> None:
        await player.media("print")
        assert await player.ask(dark) == []

    play(page(given), game)
