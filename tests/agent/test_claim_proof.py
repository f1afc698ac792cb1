"""A line proves a sentence only if it holds what the sentence says, and tells of the same kind of deed."""

import pytest

from inkwright.agent.claim_proof import Deed, NamedProof, RecordLine, is_proven
from inkwright.agent.text_evidence import TurnWords
from inkwright.conversation.turns import ArtifactRef
from tests.each import each


def artifact(name: str, kind: str, version: int = 1, **units: int) -> ArtifactRef:
    return ArtifactRef(
        id=name, artifact_version=version, artifact_kind=kind, name=name, title="Rivers", size=1, units=units
    )


DECK = artifact("Rivers.pptx", "pptx", slides=8)
MADE = RecordLine("Made: Rivers.pptx (pptx, 8 slides).", frozenset({"made"}), (DECK,), versions=frozenset({"1"}))
GIVEN = RecordLine("The assistant was given the text of these files: notes.md.", frozenset({"read"}))
FAILED = RecordLine("Not made: PDF (the disk is full).", frozenset({"not_done"}))
NOTHING_ELSE = RecordLine("Nothing else happened.", frozenset({"not_done"}))
RECORD = (MADE, GIVEN, FAILED, NOTHING_ELSE)
SAID = TurnWords("Slides for class 9, please, and a PDF of question 3.", ["The Nile is 6650 km long."])


def proves(line: RecordLine, deed: Deed, sentence: str) -> bool:
    return is_proven(sentence, [NamedProof(deed, (line,))], RECORD, SAID)


@each(
    "sentence",
    [
        "Done!",
        "Rivers.pptx is ready: eight slides for class 9.",
        "Deine Präsentation Rivers.pptx hat acht Folien.",
        "Rivers.pptx 已做好，共八页，大约讲15分钟。",
        "我做好了Rivers.pptx，共8張。",
        "Version 1 of “Rivers” is there.",
        "Rivers.pptx is made from notes.md.",
        "1. The slides",
    ],
)
def test_a_line_that_holds_what_a_sentence_says_proves_it(sentence: str) -> None:
    assert proves(MADE, "made", sentence)


@each(
    "sentence",
    [
        "Rivers.pptx is ready: ten slides for class 9.",
        "Lakes.pptx is ready.",
        "Rivers.pptx and Rivers.docx are ready.",
        "Rivers.pptx comes with a handout.",
        "The PDF is ready too.",
        "PDF 也做好了。",
        "第十二页插入了照片。",
        "Version 2 of the deck is there.",
        "共两份文件，已放好。",
        "The deck is called “Lakes of Asia”.",
        "It is made from lakes.md.",
    ],
)
def test_a_line_that_lacks_what_a_sentence_says_does_not_prove_it(sentence: str) -> None:
    assert not proves(MADE, "made", sentence)


@each("deed", ["changed", "other"])
def test_what_was_made_does_not_prove_another_deed(deed: Deed) -> None:
    assert not proves(MADE, deed, "Rivers.pptx is on its way to the office.")


def test_a_line_of_another_deed_is_replaced_by_those_that_tell_of_it() -> None:
    assert proves(NOTHING_ELSE, "made", "Rivers.pptx is ready.")
    assert not proves(NOTHING_ELSE, "made", "Lakes.pptx is ready.")


def test_what_was_done_proves_that_other_things_were_not() -> None:
    assert proves(MADE, "not_done", "Lakes.pptx is as it was.")
    assert proves(FAILED, "not_done", "The PDF could not be made: the disk is full.")
    assert not proves(MADE, "not_done", "Rivers.pptx could not be made.")


@each(
    "sentence, is_true",
    [
        ("notes.md says that the Nile is 6,650 km long.", True),
        ("The Nile is 6850 km long.", False),
        ("notes.md says “the Nile is 6650 km long”.", True),
        ("notes.md says “the Nile is short”.", False),
        ("plan.md says that the Nile is 6650 km long.", False),
    ],
)
def test_what_a_file_says_is_looked_up_in_its_text(sentence: str, *, is_true: bool) -> None:
    assert proves(GIVEN, "read", sentence) is is_true


def test_a_sentence_with_two_deeds_needs_a_proof_of_each() -> None:
    mixed = [NamedProof("made", (MADE,)), NamedProof("not_done", (FAILED,))]
    assert is_proven("Rivers.pptx is there, but not the PDF.", mixed, RECORD, SAID)
    assert not is_proven("Lakes.pptx is there, but not the PDF.", mixed, RECORD, SAID)
    both = [NamedProof("read", (GIVEN,)), NamedProof("made", (MADE,))]
    assert is_proven("I read of 6650 km and made eight slides.", both, RECORD, SAID)
    assert not is_proven("I made it.", [NamedProof("made", ())], RECORD, SAID)


SHORT = RecordLine(
    "Incomplete: T.quiz has 3 questions, not 10 questions.",
    frozenset({"made", "not_done"}),
    (artifact("T.quiz", "quiz", questions=3),),
    unproven=frozenset({"10"}),
)


@each(
    "sentence, is_true",
    [
        ("Only three of the ten questions are in T.quiz.", True),
        ("All ten questions are in T.quiz.", False),
        ("十道题都在 T.quiz 里。", False),
    ],
)
def test_how_many_were_asked_for_does_not_prove_how_many_there_are(sentence: str, *, is_true: bool) -> None:
    said = TurnWords("Ten questions, please. 请出10道题。")
    assert is_proven(sentence, [NamedProof("made", (SHORT,))], [SHORT], said) is is_true


CHANGED = RecordLine(
    "Changed in the project: Chapter 2 (version 4).", frozenset({"made", "changed"}), names=("Chapter 2",),
    versions=frozenset({"4"}),
)  # fmt: skip


@each(
    "sentence, is_true",
    [("Chapter 2 is at version 4.", True), ("Chapters 2 and 3 are done.", False), ("第四章改好了。", False)],
)
def test_the_number_of_a_version_is_not_that_of_a_block(sentence: str, *, is_true: bool) -> None:
    assert is_proven(sentence, [NamedProof("changed", (CHANGED,))], [CHANGED], TurnWords()) is is_true


@pytest.mark.parametrize("size", [20_000])
def test_hostile_sentences_are_compared(size: int) -> None:
    for sentence in ("a" * size, "做" * size, "a.b" * size, "1," * size, "“" * size, "第二" * size):
        assert isinstance(proves(MADE, "made", sentence), bool)
        assert isinstance(proves(GIVEN, "read", sentence), bool)
