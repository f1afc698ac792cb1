"""Moodle XML from Moodle: a quiz takes what it can hold, and losses name their questions."""

from html import escape

import pytest

from inkwright.artifacts.quizzes.lint import lint
from inkwright.artifacts.quizzes.load import LoadedQuiz, read_quiz
from inkwright.artifacts.quizzes.model import FillInBlank, Matching, MultipleChoice, ShortAnswer, SingleChoice
from inkwright.errors import InvalidOption


def asked(kind: str, stem: str, inside: str = "", name: str = "") -> str:
    named = f"<name><text>{name}</text></name>" if name else ""
    written = f"<questiontext format='html'><text>{escape(stem)}</text></questiontext>"
    return f"<question type='{kind}'>{named}{written}{inside}</question>"


def right(words: str, fraction: str = "100") -> str:
    return f"<answer fraction='{fraction}'><text>{escape(words)}</text></answer>"


def read(*questions: str) -> LoadedQuiz:
    return read_quiz(f"<quiz>{''.join(questions)}</quiz>".encode(), "quiz.xml", "zh")


def notes_of(*questions: str) -> dict[str, tuple[str, ...]]:
    return {note.key: note.questions for note in read(*questions).notes}


PLAIN = asked("truefalse", "It rains.", right("true") + right("false", "0"))


def test_powers_tables_and_options_keep_their_meaning() -> None:
    rows = "<tr><td>a</td><td>b</td></tr><tr><td>1</td><td>2</td></tr>"
    stem = f"<p>10<sup>2</sup>×10<sup>3</sup>=?</p><table>{rows}</table>"
    question = asked("multichoice", stem, right("10<sup>5</sup>") + right("105", "0"))
    [found] = read(question).quiz.questions
    assert isinstance(found, SingleChoice)
    assert found.question == "10²×10³=?\na | b\n1 | 2"
    assert found.options == ["10⁵", "105"]
    assert notes_of(question) == {"reshaped": ("1",)}


@pytest.mark.parametrize(
    ("kind", "inside", "note"),
    [
        ("shortanswer", "<hint><text>Think of tea.</text></hint>" + right("a"), "no_hints"),
        ("shortanswer", "<usecase>1</usecase>" + right("a"), "case_matters"),
        ("shortanswer", "<penalty>0.5</penalty>" + right("a"), "no_penalty"),
        ("multichoice", "<correctfeedback><text>记住指数相加！</text></correctfeedback>" + right("a"), "no_outcomes"),
        ("multichoice", "<partiallycorrectfeedback><text>Nearly</text></partiallycorrectfeedback>", "no_outcomes"),
        ("matching", "<incorrectfeedback><text>No</text></incorrectfeedback>", "no_outcomes"),
        ("essay", "<responsetemplate><text>亲爱的：</text></responsetemplate>", "no_template"),
        ("multichoice", right("a") + right("b", "-25"), "partly_right"),
        ("multichoice", right("a") + right("b"), "several_right"),
        ("multichoice", "<single>false</single>" + right("a", "70") + right("b", "30"), "partly_right"),
        ("multichoice", right("<p>a</p><p>b</p>") + right("c", "0"), "one_line"),
    ],
)
def test_parts_that_a_quiz_cannot_hold_are_reported(kind: str, inside: str, note: str) -> None:
    assert notes_of(PLAIN, asked(kind, "Why?", inside)) == {note: ("2",)}


def test_units_of_a_number_are_reported() -> None:
    units = "<units><unit><multiplier>1</multiplier><unit_name>m/s²</unit_name></unit></units>"
    assert notes_of(PLAIN, asked("numerical", "g?", right("9.8") + units)) == {"no_units": ("2",), "numeric": ("2",)}


def test_the_defaults_of_moodle_are_not_reported() -> None:
    usual = (
        "<penalty>0.3333333</penalty><hidden>0</hidden><usecase>0</usecase><hint><text></text></hint>"
        "<correctfeedback><text>Your answer is correct.</text></correctfeedback>"
        "<partiallycorrectfeedback><text>&lt;p&gt;你的回答部分正确。&lt;/p&gt;</text></partiallycorrectfeedback>"
        "<incorrectfeedback><text>Your answer is incorrect.</text></incorrectfeedback><units></units>"
    )
    assert notes_of(asked("multichoice", "Why?", usual + right("a") + right("b", "0"))) == {}
    assert notes_of(asked("truefalse", "It is.", "<penalty>1</penalty>" + right("true"))) == {}


def test_an_informative_name_becomes_the_id() -> None:
    names = ["力学 A1", "Q12", "Why does", "力学 A1", "第 5 题"]
    questions = [asked("essay", f"Why does it rain {at}?", name=name) for at, name in enumerate(names)]
    given = asked("essay", "Why not?", "<idnumber>x-6</idnumber>", name="Another")
    found = read(*questions, given)
    assert [each.id for each in found.quiz.questions] == ["力学 A1", "q2", "q3", "q4", "q5", "x-6"]
    assert {note.key: note.questions for note in found.notes} == {"no_names": ("4", "6")}


@pytest.mark.parametrize(
    ("written", "answer", "is_told"),
    [("*鲁迅*", "鲁迅", True), ("Lu*Xun", "Lu Xun", True), ("2\\*3", "2*3", False), ("**a", "a", True)],
)
def test_a_wildcard_star_is_removed_and_reported(written: str, answer: str, is_told: bool) -> None:
    question = asked("shortanswer", "Who?", right(written))
    [found] = read(question).quiz.questions
    assert isinstance(found, ShortAnswer)
    assert found.correct_answer == answer
    assert notes_of(question) == ({"wildcards": ("1",)} if is_told else {})


def test_a_single_star_is_not_an_answer() -> None:
    [found] = read(asked("shortanswer", "It is ____.", right("*"))).quiz.questions
    assert isinstance(found, FillInBlank)
    assert found.correct_answer == [""]


def test_a_pair_with_a_picture_on_the_left_is_reported() -> None:
    def pair(left: str, partner: str) -> str:
        answer = f"<answer><text>{partner}</text></answer>"
        return f"<subquestion format='html'><text>{escape(left)}</text>{answer}</subquestion>"

    question = asked("matching", "Match", pair("<img src='x.png'>", "cat") + pair("Hund", "dog") + pair("Kuh", "cow"))
    [found] = read(question).quiz.questions
    assert isinstance(found, Matching)
    assert (found.options, found.distractors) == (["Hund", "Kuh"], ["cat"])
    assert notes_of(question) == {"files": ("1",), "picture_pairs": ("1",)}
    assert notes_of(asked("matching", "Match", pair("", "cat") + pair("Hund", "dog") + pair("Kuh", "cow"))) == {}


def test_the_gaps_of_a_cloze_become_blanks() -> None:
    stem = "天空是{1:MULTICHOICE_V:~红~=蓝}的，1+1={1:NM:=2:0.1}，{1:SAC:=*鲁迅*~%100%周树人~%50%周}。"
    found = read(asked("cloze", stem))
    [question] = found.quiz.questions
    assert isinstance(question, FillInBlank)
    assert question.question == "天空是____ (红 / 蓝)的，1+1=____，____。"
    assert question.correct_answer == ["蓝", "2", ["鲁迅", "周树人"]]
    assert question.points == 3
    assert {note.key for note in found.notes} == {
        "gap_options", "numeric", "wildcards", "case_matters", "partly_right",
    }  # fmt: skip
    assert lint(found.quiz) == []


def test_gaps_with_different_points_are_reported() -> None:
    assert notes_of(asked("cloze", "{1:SA:=a} {2:SA:=b}")) == {"gap_points": ("1",)}


@pytest.mark.parametrize(
    "gap",
    [
        "{1:MULTIRESPONSE:=a~=b~c}",
        "{1:ESSAY:}",
        "{1:SA:=a",
        "{1:MC:~a~%50%b}",
        "{1:NUMERICAL:=two}",
        "{1:SA:=*}",
        "{1:SA:=a}" * 21,
    ],
)
def test_an_unreadable_cloze_is_skipped_and_reported_once(gap: str) -> None:
    found = read(PLAIN, asked("cloze", f"<b>The sky</b> is {gap}", "<hint><text>x</text></hint>"), PLAIN)
    assert [each.question for each in found.quiz.questions] == ["It rains.", "It rains."]
    [note] = found.notes
    assert note.key == "skipped_gap"
    assert note.questions[0].startswith("#2 “The sky is {")


def test_a_skipped_question_is_reported_by_position_and_first_words() -> None:
    found = read(
        asked("category", ""),
        PLAIN,
        asked("calculated", "What is {a}+{b}, and so on and on and on?"),
        asked("essay", "Why?", "<hint><text>Tea</text></hint>"),
        asked("ddwtos", "", name="drag"),
    )
    told = [note.message("zh") for note in found.notes]
    assert told[0].endswith("：#2 “What is {a}+{b}, and so on and…” (calculated), #4 “drag” (ddwtos)")
    assert "（第 2 题）" in told[1]


def test_a_choice_of_several_keeps_them_all() -> None:
    question = asked("multichoice", "Which?", "<single>false</single>" + right("a", "50") + right("b", "50"))
    [found] = read(question).quiz.questions
    assert isinstance(found, MultipleChoice)
    assert (found.correct_answer, notes_of(question)) == (["A", "B"], {})


@pytest.mark.parametrize(
    "attack",
    [
        '<!DOCTYPE q [<!ENTITY a "b">]><quiz><question type="essay"/></quiz>',
        '<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><quiz>&b;</quiz>',
        '<!doctype quiz SYSTEM "file:///etc/hostname"><quiz/>',
        "<quiz>" * 100_000,
        "<quiz><question type='essay'><questiontext><text>&undefined;</text></questiontext></question></quiz>",
        "not xml",
        "<quiz/>",
    ],
    ids=["entity", "bomb", "file", "deep", "undefined", "words", "empty"],
)
def test_an_xml_bomb_and_other_bad_xml_is_rejected(attack: str) -> None:
    with pytest.raises(InvalidOption):
        read_quiz(attack.encode(), "quiz.xml")
