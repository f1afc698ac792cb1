"""GIFT from other programs: right answers stay right, losses are reported, and a bad question is skipped alone."""

import pytest

from inkwright.artifacts.quizzes.lint import lint
from inkwright.artifacts.quizzes.load import LoadedQuiz, read_quiz
from inkwright.artifacts.quizzes.model import (
    FillInBlank,
    LongAnswer,
    Matching,
    MultipleChoice,
    Quiz,
    ShortAnswer,
    SingleChoice,
)
from inkwright.errors import InvalidOption


def read(source: str) -> LoadedQuiz:
    return read_quiz(source.encode(), "quiz.gift", "zh")


def notes_of(source: str) -> dict[str, tuple[str, ...]]:
    return {note.key: note.questions for note in read(source).notes}


def errors(quiz: Quiz) -> list[str]:
    return [each.message("en") for each in lint(quiz) if each.severity == "error"]


def test_partial_credit_does_not_add_right_answers() -> None:
    source = "问？{}\n\n力的单位是？{\n=牛顿\n~%50%千克力#不是国际单位\n~焦耳\n}\n"
    question = read(source).quiz.questions[1]
    assert isinstance(question, SingleChoice)
    assert (question.options, question.correct_answer) == (["牛顿", "千克力", "焦耳"], "A")
    assert question.option_feedback == ["", "不是国际单位", ""]
    assert notes_of(source) == {"partly_right": ("2",)}


@pytest.mark.parametrize("answers", ["~%50%a =b ~c", "~a =b ~%-50%c", "~%50%a =%80%b"])
def test_options_without_the_equals_sign_are_wrong_and_partial_credit_is_reported(answers: str) -> None:
    [question] = read(f"Q? {{{answers}}}").quiz.questions
    assert isinstance(question, SingleChoice)
    assert question.correct_answer == "B"
    assert notes_of(f"Q? {{{answers}}}") == {"partly_right": ("1",)}


def test_of_several_right_options_the_first_stays_and_that_is_reported() -> None:
    [question] = read("Q? {~a =b =c}").quiz.questions
    assert isinstance(question, SingleChoice)
    assert question.correct_answer == "B"
    assert notes_of("Q? {~a =b =c}") == {"several_right": ("1",)}


@pytest.mark.parametrize(
    ("answers", "notes"), [("~%50%a ~%50%b ~%-100%c", {}), ("~%70%a ~%30%b ~c", {"partly_right": ("1",)})]
)
def test_shares_without_an_equals_sign_mean_several_right_answers(
    answers: str, notes: dict[str, tuple[str, ...]]
) -> None:
    [question] = read(f"Q? {{{answers}}}").quiz.questions
    assert isinstance(question, MultipleChoice)
    assert question.correct_answer == ["A", "B"]
    assert notes_of(f"Q? {{{answers}}}") == notes


def test_an_answer_without_a_left_side_is_a_distractor() -> None:
    quiz = read("配对 {\n=北京 -> 中国\n=东京 -> 日本\n= -> 德国\n}\n").quiz
    [question] = quiz.questions
    assert isinstance(question, Matching)
    assert (question.options, question.correct_answer) == (["北京", "东京"], ["中国", "日本"])
    assert question.distractors == ["德国"]
    assert errors(quiz) == []


def test_a_pair_with_a_picture_on_the_left_is_reported() -> None:
    source = '[html]Match {=<img src\\="a.png"> -> cat =dog -> Hund =cow -> Kuh}'
    [question] = read(source).quiz.questions
    assert isinstance(question, Matching)
    assert (question.options, question.distractors) == (["dog", "cow"], ["cat"])
    assert notes_of(source) == {"files": ("1",), "picture_pairs": ("1",)}


@pytest.mark.parametrize(
    ("written", "answer", "note"),
    [
        ("1..5", "3", "range"),
        ("=1..2", "1.5", "range"),
        ("-1.5..1.5", "0", "range"),
        ("100..300", "200", "range"),
        ("=%100%3.14:0.01", "3.14", "numeric"),
        ("-2e3", "-2e3", "numeric"),
        (".5:.1", ".5", "numeric"),
        ("42####because", "42", "numeric"),
    ],
)
def test_a_number_or_the_middle_of_a_range_is_the_answer(written: str, answer: str, note: str) -> None:
    [question] = read(f"How many? {{#{written}}}").quiz.questions
    assert isinstance(question, ShortAnswer)
    assert question.correct_answer == answer
    assert notes_of(f"How many? {{#{written}}}") == {note: ("1",)}


@pytest.mark.parametrize("written", ["#one", "#", "#=", "#1..", "#=%50%3"])
def test_an_unreadable_number_skips_only_its_question(written: str) -> None:
    bad = f"<b>第二题</b>问的是一个{'很长' * 10}的问题吗？{{{written}}}"
    found = read(f"First? {{=a ~b}}\n\n{bad}\n\nThird? {{T}}\n")
    assert [each.question for each in found.quiz.questions] == ["First?", "Third?"]
    [note] = found.notes
    assert note.key == "skipped_number"
    assert "#2 “第二题问的是一个很长" in note.message("zh")
    assert "（第" not in note.message("zh")


def test_partly_right_numbers_are_reported() -> None:
    assert notes_of("Pi? {#=3.14:0.01#good ~#no}") == {"numeric": ("1",), "partly_right": ("1",)}


def test_a_wildcard_star_is_removed_and_reported() -> None:
    source = "谁写的？{=*鲁迅* =周*人}\n\n2\\=?{=1\\\\*2}\n"
    first, second = read(source).quiz.questions
    assert isinstance(first, ShortAnswer)
    assert isinstance(second, ShortAnswer)
    assert (first.correct_answer, second.correct_answer) == (["鲁迅", "周 人"], "1*2")
    assert notes_of(source) == {"wildcards": ("1",)}


def test_superscripts_and_subscripts_keep_their_meaning() -> None:
    source = "[html]10<sup>2</sup> 与 H<sub>2</sub>O {~10<sup>5</sup> =105 ~10<sup>x+1</sup>}"
    [question] = read(source).quiz.questions
    assert isinstance(question, SingleChoice)
    assert question.question == "10² 与 H₂O"
    assert question.options == ["10⁵", "105", "$10^{x+1}$"]
    assert notes_of(source) == {"reshaped": ("1",)}


def test_code_keeps_its_lines_and_its_indentation() -> None:
    source = "[html]What does this print?<pre>\nfor x in y\\:\n    print(x)\n</pre>{}"
    [question] = read(source).quiz.questions
    assert question.question == "What does this print?\nfor x in y:\n    print(x)"


def test_line_breaks_in_an_option_become_spaces_and_are_reported() -> None:
    source = "[html]Q? {=<p>a</p><p>b</p> ~c}"
    [question] = read(source).quiz.questions
    assert isinstance(question, SingleChoice)
    assert question.options == ["a b", "c"]
    assert notes_of(source) == {"one_line": ("1",)}
    assert notes_of("Q? {=a\nb ~c}") == {}


def test_a_name_is_an_id_unless_another_question_has_it() -> None:
    source = (
        "// [id:third]\n::Names::A? {T}\n\n::Rain::B? {T}\n\n::Rain::C? {T}\n\n::Names::D? {T}\n\n::third::E? {T}\n"
    )
    found = read(source)
    assert [each.id for each in found.quiz.questions] == ["third", "Rain", "q3", "Names", "q5"]
    assert notes_of(source) == {"no_names": ("1", "3", "5")}
    assert errors(found.quiz) == []


def test_the_category_above_the_first_question_is_the_title_and_others_are_reported() -> None:
    found = read("$CATEGORY: top\n\n$CATEGORY: top/Rain\n\nA? {T}\n\n$CATEGORY: top/Snow\n\nB? {}\n")
    assert found.quiz.title == "Rain"
    assert [note.key for note in found.notes] == ["sections"]


def test_every_loss_names_its_questions() -> None:
    source = "A {T}\n\nText.\n\n<b>B</b> {=a#yes =%50%b}\n\nC ____ {=*x*}\n\nD {#5}\n"
    found = read(source)
    assert [type(each) for each in found.quiz.questions][1:4] == [LongAnswer, ShortAnswer, FillInBlank]
    assert notes_of(source) == {
        "description": ("2",),
        "formatting": ("3",),
        "partly_right": ("3",),
        "wildcards": ("4",),
        "numeric": ("5",),
    }


def test_gift_from_other_programs_is_read() -> None:
    source = """// a comment
$CATEGORY: $course$/top/Gases

::Noble:: Which is noble? {
  =Argon # Right!
  ~Iron
  ~%-50%Oxygen
}

Mahatma Gandhi's birthday is {=2 October} in India.

::TF::The sun is cold.{F#It is not}

Match.{=a -> 1 =b -> 2}

[markdown]Write about *rain*. {}
"""
    quiz = read_quiz(source.encode(), "x.gift").quiz
    assert quiz.title == "Gases"
    assert [(each.question_type, each.question, getattr(each, "correct_answer", None)) for each in quiz.questions] == [
        ("SINGLE_CHOICE", "Which is noble?", "A"),
        ("FILL_IN_BLANK", "Mahatma Gandhi's birthday is _____ in India.", ["2 October"]),
        ("TRUE_FALSE", "The sun is cold.", "false"),
        ("MATCHING", "Match.", ["1", "2"]),
        ("LONG_ANSWER", "Write about *rain*.", ""),
    ]


def test_numerical_questions_become_short_answers_and_are_reported() -> None:
    gift = read_quiz(b"When? {#1822:5}\n\nPi? {#=3.14:0.01 =%50%3:0.5#rough}\n\nHot? {TRUE #no#yes}\n", "x.gift")
    assert [(each.question_type, getattr(each, "correct_answer", None)) for each in gift.quiz.questions] == [
        ("SHORT_ANSWER", "1822"),
        ("SHORT_ANSWER", "3.14"),
        ("TRUE_FALSE", "true"),
    ]
    xml = (
        b'<quiz><question type="numerical"><questiontext><text>When?</text></questiontext>'
        b'<answer fraction="100"><text>1822</text><tolerance>5</tolerance></answer></question></quiz>'
    )
    moodle = read_quiz(xml, "x.xml")
    assert [getattr(each, "correct_answer", None) for each in moodle.quiz.questions] == ["1822"]
    assert [note.key for note in (*gift.notes, *moodle.notes)] == ["numeric", "partly_right", "numeric"]


@pytest.mark.parametrize("source", ["", "// only a comment", "What? {=a", "What? {#one}", "What? {a}"])
def test_gift_that_cannot_be_read_is_rejected(source: str) -> None:
    with pytest.raises(InvalidOption):
        read_quiz(source.encode(), "x.gift")


def test_bold_words_of_a_markdown_text_lose_their_signs_but_code_and_blanks_keep_them() -> None:
    quiz = read("[markdown]Complete **the first line** of __this poem__: `2**3**2` ____ {=verse}").quiz
    assert quiz.questions[0].question.startswith("Complete the first line of this poem: `2**3**2`")
    assert [each.code for each in lint(quiz) if each.code == "quiz.markup"] == []
