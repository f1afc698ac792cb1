"""Typesetting: isolated in its folder, stopped on timeout, and possible again afterwards."""

import threading

import pytest

from inkwright.artifacts.documents.pdf.typesetter import typeset
from inkwright.errors import TypesettingFailed, TypesettingTimedOut

GOOD = {"main.typ": b"= Hello"}
ENDLESS = {"main.typ": b"#for a in range(100000) { for b in range(100000) { let c = calc.sqrt(a + b) } }"}


def test_it_typesets_one_document_after_another() -> None:
    first, second = typeset(GOOD), typeset({"main.typ": b"= Other"})
    assert first.content.startswith(b"%PDF-")
    assert first.content != second.content


def test_an_endless_document_is_stopped_and_the_next_one_is_typeset() -> None:
    with pytest.raises(TypesettingTimedOut, match="longer than 1 second"):
        typeset(ENDLESS, seconds=1)
    assert typeset(GOOD).content.startswith(b"%PDF-")


def test_a_document_that_needs_too_much_memory_ends_only_its_process() -> None:
    greedy = {"main.typ": b'#let a = "xxxxxxxxxxxxxxxx" * 100000000\n#let b = a * 20\n#b.len()'}
    with pytest.raises(TypesettingFailed):
        typeset(greedy, seconds=30)
    assert typeset(GOOD).content.startswith(b"%PDF-")


def test_an_error_is_reported_in_the_words_of_typst() -> None:
    with pytest.raises(TypesettingFailed, match="unknown variable: nothing"):
        typeset({"main.typ": b"#nothing"})


@pytest.mark.parametrize(
    "code",
    [
        b'#read("/etc/hostname")',
        b'#read("../../../etc/hostname")',
        b'#import "@preview/cetz:0.3.0": *',
        b'#image("/etc/hostname")',
    ],
)
def test_even_code_reads_nothing_outside_its_folder(code: bytes) -> None:
    with pytest.raises(TypesettingFailed):
        typeset({"main.typ": code})


def test_system_fonts_are_not_used() -> None:
    made = typeset({"main.typ": b'#set text(font: "Carlito")\nHello'})
    assert b"Carlito" not in made.content


def test_many_threads_may_use_it_at_once() -> None:
    made: list[bytes] = []
    threads = [threading.Thread(target=lambda: made.append(typeset(GOOD).content)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 8
