"""Tests of study pages built from data: every type in each language, and data never becomes code."""

import json
from pathlib import Path
from typing import Any

import pytest

from inkwright.artifacts.webpages.assemble import disassemble_page
from inkwright.artifacts.webpages.framing import page_in
from inkwright.artifacts.webpages.static_checks import check_page
from inkwright.artifacts.webpages.study_pages.build import (
    STUDY_PAGE_NAMES,
    build_study_page,
    load_study_page,
    study_page_parts,
    study_page_schema,
)
from inkwright.errors import InvalidOption
from inkwright.usecases.folder_pictures import FolderPictures
from tests.artifacts.webpages.sample_pages import SAMPLES
from tests.each import each

GALLERY = Path(__file__).resolve().parents[4] / "docs" / "gallery"
ADDRESSES = ["https://example.org", "//example.org", "javascript:go()", "JavaScript:", "fetch", "open"]
HOSTILE = "</script>`${1}`'\"<img>"


def read(given: dict[str, Any]) -> Any:
    return load_study_page(json.dumps(given), "page.json", {})


@each("name", SAMPLES)
def test_every_type_passes_the_checks_and_has_its_language(name: str) -> None:
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
def test_markup_and_scripts_in_every_field_stay_text(name: str) -> None:
    given = with_hostile_words(SAMPLES[name])
    if "unit" in json.dumps(given):
        for slider in given.get("sliders", []) + given.get("outputs", []):
            slider["unit"] = "</script>"
    draft = build_study_page(read(given))
    # Readers see it as text, and that is reported; nothing else is wrong.
    assert {finding.code for finding in check_page(draft)} == {"page.leftover"}
    assert page_in(draft.main.decode()).count("</script") == 1


def test_addresses_and_forbidden_words_in_the_data_are_text() -> None:
    cards = [{"front": each, "back": f"<a href={each}>"} for each in ADDRESSES]
    draft = build_study_page(read({"page": "flashcards", "title": "T", "cards": cards}))
    assert check_page(draft) == []
    sorted_out = {
        "page": "sorting",
        "title": "T",
        "groups": [{"name": each, "items": [each]} for each in ADDRESSES[1:]],
    }
    assert check_page(build_study_page(read(sorted_out))) == []


def test_text_that_would_end_a_script_is_escaped() -> None:
    parts = study_page_parts(
        read({"page": "flashcards", "title": "T", "cards": [{"front": "</script>", "back": "<!--"}]})
    )
    assert "</script" not in parts.js
    assert "<!--" not in parts.js


@pytest.mark.parametrize("source", ["", "[]", "{", "[" * 100_000, '"page"', "null", "x" * 2_000_001])
def test_text_that_is_not_a_description_is_rejected(source: str) -> None:
    with pytest.raises(InvalidOption):
        load_study_page(source, "page.json", {})


def test_a_description_may_be_yaml_and_has_a_schema() -> None:
    spec = load_study_page(
        "page: timeline\ntitle: T\nevents: [{when: 1900, title: a}, {when: 1901, title: b}]", "p.yaml", {}
    )
    assert spec.page == "timeline"
    assert set(study_page_schema()["discriminator"]["mapping"]) == set(STUDY_PAGE_NAMES)


@pytest.mark.parametrize("source", sorted(GALLERY.glob("*.json")), ids=lambda path: path.name)
def test_the_pages_of_the_gallery_pass_the_checks(source: Path) -> None:
    spec = load_study_page(source.read_text(encoding="utf-8"), source.name, FolderPictures(GALLERY))
    assert check_page(build_study_page(spec)) == []


def test_the_gallery_shows_every_kind() -> None:
    assert {path.name.split(".")[0] for path in GALLERY.glob("*.json")} == set(STUDY_PAGE_NAMES)
    for source in GALLERY.glob("*.json"):
        assert all((GALLERY / "pages" / f"{source.stem}-{width}.png").exists() for width in (1280, 390))
