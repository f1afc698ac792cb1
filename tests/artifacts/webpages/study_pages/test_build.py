"""Pages from data alone: every kind in both languages, with bounds, without a way for data to become code."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from inkwright.artifacts.webpages.assemble import disassemble_page
from inkwright.artifacts.webpages.static_checks import check_page
from inkwright.artifacts.webpages.study_pages.build import (
    STUDY_PAGE_NAMES,
    build_study_page,
    load_study_page,
    study_page_parts,
    study_page_schema,
)
from inkwright.artifacts.webpages.study_pages.labels import TRADITIONAL_CHINESE_LABELS, study_page_labels
from inkwright.errors import InvalidOption
from inkwright.i18n.zh import MESSAGES
from inkwright.usecases.render import FolderPictures
from tests.artifacts.webpages.sample_pages import DIAGRAM, FLASHCARDS, MATCHING, PLOTTER, SAMPLES, SIMULATION, SORTING

GALLERY = Path(__file__).resolve().parents[4] / "docs" / "gallery"
ADDRESSES = ["https://example.org", "//example.org", "javascript:go()", "JavaScript:", "fetch", "open"]
HOSTILE = "</script>`${1}`'\"<img>"


def read(given: dict[str, Any]) -> Any:
    return load_study_page(json.dumps(given), "page.json", {})


@pytest.mark.parametrize("name", SAMPLES)
def test_every_kind_passes_the_checks_and_speaks_its_language(name: str) -> None:
    draft = build_study_page(read(SAMPLES[name]))
    assert check_page(draft) == []
    parts = disassemble_page(draft.main.decode())
    assert parts is not None
    assert parts.language == {"zh": "zh", "hant": "zh-Hant"}.get(name.rpartition("-")[2], "en")
    assert draft.name == f"{draft.title}.html".replace("?", "").replace(":", "")


def test_there_is_a_sample_of_every_kind() -> None:
    assert {given["page"] for given in SAMPLES.values()} == set(STUDY_PAGE_NAMES)


def with_hostile_words(value: Any) -> Any:
    """The same data, every free text in it replaced."""
    if isinstance(value, dict):
        kept = ("page", "name", "formula", "x", "y", "seconds", "picture", "accent")
        return {
            key: each if key in kept and isinstance(each, str) else with_hostile_words(each)
            for key, each in value.items()
        }
    if isinstance(value, list):
        return [with_hostile_words(each) for each in value]
    return f"{HOSTILE}{value}"[:40] if isinstance(value, str) else value


@pytest.mark.parametrize("name", ["flashcards", "timeline", "matching", "sorting", "diagram", "plotter", "simulation"])
def test_markup_and_script_in_every_field_stay_words(name: str) -> None:
    given = with_hostile_words(SAMPLES[name])
    if "unit" in json.dumps(given):
        for slider in given.get("sliders", []) + given.get("outputs", []):
            slider["unit"] = "</script>"
    draft = build_study_page(read(given))
    assert check_page(draft) == []
    assert draft.main.count(b"</script") == 1


def test_addresses_and_bad_words_in_the_data_are_words() -> None:
    cards = [{"front": each, "back": f"<a href={each}>"} for each in ADDRESSES]
    draft = build_study_page(read({"page": "flashcards", "title": "T", "cards": cards}))
    assert check_page(draft) == []
    sorted_out = {
        "page": "sorting",
        "title": "T",
        "groups": [{"name": each, "items": [each]} for each in ADDRESSES[1:]],
    }
    assert check_page(build_study_page(read(sorted_out))) == []


def test_lines_that_a_script_cannot_hold_are_written_as_escapes() -> None:
    parts = study_page_parts(
        read({"page": "flashcards", "title": "T", "cards": [{"front": "</script>", "back": "<!--"}]})
    )
    assert "</script" not in parts.js
    assert "<!--" not in parts.js


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"page": "poster", "title": "T"}, "flashcards"),
        ({"title": "T"}, "flashcards"),
        (FLASHCARDS | {"cards": []}, "cards"),
        (FLASHCARDS | {"cards": [{"front": "a", "back": "\u200b"}]}, "blank"),
        (FLASHCARDS | {"cards": [{"front": "a", "back": "b"}] * 201}, "cards"),
        (FLASHCARDS | {"colour": "red"}, "colour"),
        (MATCHING | {"pairs": [{"left": "a", "right": "b"}, {"left": "c", "right": "B"}]}, "same as pair 1"),
        (SORTING | {"groups": [{"name": "a", "items": ["x"]}, {"name": "b", "items": ["X"]}]}, "same as group 1"),
        (DIAGRAM | {"picture": "missing.png"}, "picture"),
        (DIAGRAM | {"picture": "data:text/html;base64,AAAA"}, "picture"),
        (PLOTTER | {"curves": [{"formula": "a*z"}]}, "nothing is called z"),
        (PLOTTER | {"curves": [{"formula": "alert(1)"}]}, "nothing is called alert"),
        (PLOTTER | {"curves": [{"formula": "1 +"}]}, "missing"),
        (PLOTTER | {"x": [3, 3]}, "range"),
        (PLOTTER | {"x": [float("nan"), 3]}, "finite"),
        (SIMULATION | {"outputs": [{"label": "a", "formula": "t"}]}, "the motion alone"),
        (SIMULATION | {"sliders": [{"name": "t", "least": 0, "most": 1, "value": 0}]}, "t means something"),
        (SIMULATION | {"sliders": [{"name": "v", "least": 5, "most": 1, "value": 0}]}, "least"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_description_is_said(given: dict[str, Any], problem: str) -> None:
    with pytest.raises(InvalidOption) as refused:
        read(given)
    assert problem in str(refused.value.fields["allowed"])


@pytest.mark.parametrize("source", ["", "[]", "{", "[" * 100_000, '"page"', "null", "x" * 2_000_001])
def test_text_that_is_no_description_is_refused(source: str) -> None:
    with pytest.raises(InvalidOption):
        load_study_page(source, "page.json", {})


def test_a_picture_beside_the_description_is_put_into_the_page() -> None:
    spec = load_study_page(json.dumps(DIAGRAM | {"picture": "a.png"}), "page.json", {"a.png": b"\x89PNG"})
    assert "data:image/png;base64,iVBORw==" in study_page_parts(spec).js


def test_a_description_may_be_yaml_and_its_schema_can_be_asked_for() -> None:
    spec = load_study_page(
        "page: timeline\ntitle: T\nevents: [{when: 1900, title: a}, {when: 1901, title: b}]", "p.yaml", {}
    )
    assert spec.page == "timeline"
    assert set(study_page_schema()["discriminator"]["mapping"]) == set(STUDY_PAGE_NAMES)


def test_traditional_chinese_has_every_word_that_simplified_chinese_has() -> None:
    def fields(words: dict[str, str]) -> dict[str, set[str]]:
        return {key: set(re.findall(r"{\w+}", word)) for key, word in words.items()}

    shown = {key: word for key, word in MESSAGES.items() if key in TRADITIONAL_CHINESE_LABELS}
    assert fields(shown) == fields(TRADITIONAL_CHINESE_LABELS)
    for kind in STUDY_PAGE_NAMES:
        assert fields(study_page_labels(kind, "zh-Hant")) == fields(study_page_labels(kind, "zh"))
    assert study_page_labels("flashcards", "zh-Hant")["restart"] == "重新開始"
    simplified = set("开对显类图错张卡题样长")
    assert simplified & set("".join(TRADITIONAL_CHINESE_LABELS.values())) <= {"卡"}


@pytest.mark.parametrize("source", sorted(GALLERY.glob("*.json")), ids=lambda path: path.name)
def test_the_pages_of_the_gallery_pass_the_checks(source: Path) -> None:
    spec = load_study_page(source.read_text(encoding="utf-8"), source.name, FolderPictures(GALLERY))
    assert check_page(build_study_page(spec)) == []


def test_the_gallery_shows_every_kind() -> None:
    assert {path.name.split(".")[0] for path in GALLERY.glob("*.json")} == set(STUDY_PAGE_NAMES)
    for source in GALLERY.glob("*.json"):
        assert all((GALLERY / "pages" / f"{source.stem}-{width}.png").exists() for width in (1280, 390))
