"""Hostile documents: refused with a message, parsed in linear time, and without a lost word."""

import contextlib
import re
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkwright.artifacts.slides.load import deck_from_markdown, load_deck
from inkwright.artifacts.slides.model import DeckSpec
from inkwright.errors import InvalidOption
from tests.artifacts.slides.sample_slides import PNG, bullets, slides_of
from tests.each import each

BOMB = "a: &a [x, x]\n" + "".join(f"{b}: &{b} [*{a}, *{a}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True))


@each(
    ("source", "name"),
    [
        ("{", "deck.json"),
        ("[" * 100_000, "deck.json"),
        ('{"a":' * 100_000, "deck.json"),
        ("[]", "deck.json"),
        ("null", "deck.yaml"),
        ("[" * 100_000, "deck.yaml"),
        ("- " * 100_000, "deck.yaml"),
        ("!!python/object/apply:os.system ['true']", "deck.yaml"),
        (BOMB, "deck.yaml"),
        ("a: [\x00", "deck.yml"),
        ("# T\n## A\n- a", "deck.pdf"),
        ("x" * 1_000_001, "deck.md"),
        ("# T\n" + "## A\n" * 50_000, "deck.md"),
        ("- a\n" * 50_000, "deck.md"),
    ],
)
def test_hostile_files_are_refused_with_a_message(source: str, name: str) -> None:
    with pytest.raises(InvalidOption):
        load_deck(source, name)


MARKDOWN = st.text(st.sampled_from("ab汉。 \n\n\n##*_`~-|>[]()<!\\1.、备注：&;\t\u200b\x00$—"), max_size=300)


def texts_in(value: Any) -> str:
    """All the texts of a value, one after the other."""
    if isinstance(value, dict):
        return "".join(texts_in(part) for key, part in value.items() if key != "layout")
    if isinstance(value, list):
        return "".join(map(texts_in, value))
    return str(value)


@given(MARKDOWN)
def test_any_text_is_a_deck_or_a_clear_refusal(document: str) -> None:
    try:
        made = deck_from_markdown(document)
    except InvalidOption:
        return
    assert DeckSpec.model_validate(made.model_dump()) == made
    assert DeckSpec.model_validate_json(made.model_dump_json()) == made


@given(MARKDOWN)
def test_no_word_of_a_text_is_lost(document: str) -> None:
    try:
        made = deck_from_markdown(document)
    except InvalidOption:
        return
    said = texts_in(made.model_dump(exclude={"theme", "author"}))
    assert all(said.count(char) >= document.count(char) for char in "ab汉1")


BLOCKS = st.sampled_from(
    [
        "## w\n", "### w\n", "# w\n", "- w\n", "  - w\n", "w w\n\n", "> w\n", "> — w\n", "> notes: w\n", "| w | w |\n",
        "|---|---|\n", "```w\nw\n```\n", "$$w$$\n", "![w](w.png)\n", "<!-- w -->\n", "\n", "## Agenda\n", "## w vs w\n",
        "## Thank you\n", "w | w\n--- | ---\n", f"![w]({PNG})\n", "1. w\n", "    w\n", "---\n",
    ]
)  # fmt: skip


@given(st.lists(BLOCKS, max_size=40))
def test_no_word_of_a_document_is_lost(written: list[str]) -> None:
    counter = iter(range(1000))
    document = re.sub(r"\bw\b", lambda _: f"word{next(counter)}x", "".join(written))
    try:
        made = deck_from_markdown(document)
    except InvalidOption:
        return
    said = texts_in(made.model_dump())
    assert [word for word in re.findall(r"word\d+x", document) if word not in said] == []


@each(
    "piece",
    ["*a ", "**a", "_a _", "[a](", "`a", "<!--", "> ", "|", "#", "~~a", "- ", "1、", "\\*", "    ", "&", "[", "![",
     "$$", "a|b\n-|-\n", "| a |\n", "> a\n> — b\n", "### a\n", "- a\n", "```\n", f"![]({PNG})"],
)  # fmt: skip
def test_hostile_text_takes_linear_time(piece: str) -> None:
    def seconds(count: int) -> float:
        document = f"# T\n## A\n{piece * count}"
        start = time.process_time()
        with contextlib.suppress(InvalidOption):
            deck_from_markdown(document)
        return time.process_time() - start

    short = min(seconds(2_000) for _ in range(3))
    long = min(seconds(8_000) for _ in range(3))
    # Four times the text; sixteen times the time would be quadratic.
    assert long < 10 * short + 0.05


def test_a_comment_that_never_ends_is_text() -> None:
    assert slides_of("## A\na <!-- b\n## B\n- c") == [bullets("A", "a <!-- b"), bullets("B", "c")]
