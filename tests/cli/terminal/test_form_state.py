"""A form as it is filled in: what is highlighted, what a key means, and what is sent."""

import pytest

from inkwright.cli.terminal.form_state import AnswerDraft, FormState, recommended_option
from inkwright.conversation.asks import Answer, AskOption, AskQuestion, QuestionAnswer
from tests.cli.terminal.sample_asks import AUDIENCE, CLARIFICATION, LENGTH, OPEN, clarification, permission


def test_the_recommended_option_is_found_by_value_or_by_label() -> None:
    options = (AskOption(label="b", value="a"), AskOption(label="c", value="b"))

    def place(recommended: str | None) -> int | None:
        return recommended_option(AskQuestion(id="1", question="?", options=options, recommended=recommended))

    assert (place("b"), place("c"), place("A"), place(None)) == (1, 1, None, None)


def test_the_recommended_option_is_highlighted_first() -> None:
    pages = FormState(clarification(LENGTH), at_once=False)
    assert pages.highlighted == 1


def test_the_highlight_goes_round_the_ends() -> None:
    pages = FormState(clarification(AUDIENCE), at_once=False)
    pages.move(-1)
    assert pages.highlighted == 2
    pages.move(1)
    assert pages.highlighted == 0


@pytest.mark.parametrize("digit", [0, 4, 9])
def test_a_digit_that_no_entry_has_does_nothing(digit: int) -> None:
    pages = FormState(clarification(AUDIENCE), at_once=False)
    pages.press_digit(digit)
    assert (pages.page, pages.drafts) == (0, [AnswerDraft()])


def test_a_note_belongs_to_the_option_it_was_written_on() -> None:
    pages = FormState(clarification(AUDIENCE, OPEN), at_once=False)
    pages.open_note()
    pages.write(" mostly new ones ")
    assert pages.drafts[0] == AnswerDraft(option=0, note="mostly new ones")
    pages.back()
    pages.take()
    assert pages.drafts[0] == AnswerDraft(option=0, note="mostly new ones")
    pages.back()
    pages.press_digit(2)
    assert pages.drafts[0] == AnswerDraft(option=1)


def test_the_answer_to_a_single_question_is_sent_at_once() -> None:
    pages = FormState(clarification(AUDIENCE), at_once=False)
    pages.press_digit(2)
    assert pages.is_sent
    assert pages.answer().answers == (QuestionAnswer(id="audience", value="executives", label="Executives"),)


def test_own_words_cannot_be_empty() -> None:
    pages = FormState(clarification(LENGTH), at_once=False)
    pages.press_digit(4)
    assert pages.writing == "words"
    pages.write("  ")
    assert (pages.writing, pages.page, pages.drafts) == ("", 0, [AnswerDraft()])


def test_a_question_without_options_opens_its_field_and_waits_for_words() -> None:
    pages = FormState(clarification(OPEN), at_once=False)
    assert pages.writing == "words"
    pages.write("")
    assert (pages.writing, pages.page) == ("words", 0)
    pages.skip()
    assert (pages.is_sent, pages.drafts) == (True, [AnswerDraft(is_skipped=True)])


def test_from_the_review_one_question_is_changed_and_the_review_comes_back() -> None:
    pages = FormState(CLARIFICATION, at_once=False)
    pages.press_digit(1)
    pages.press_digit(1)
    pages.write("soon")
    assert pages.is_review
    pages.press_digit(2)
    assert (pages.page, pages.highlighted) == (1, 0)
    pages.press_digit(3)
    assert pages.is_review
    pages.take()
    assert pages.is_sent
    assert pages.answer() == Answer(
        status="answered",
        answers=(
            QuestionAnswer(id="audience", value="engineers", label="Engineers"),
            QuestionAnswer(id="length", value="long", label="6+ pages"),
            QuestionAnswer(id="deadline", value="soon"),
        ),
    )


def test_back_shows_what_was_said_before() -> None:
    pages = FormState(CLARIFICATION, at_once=False)
    pages.press_digit(2)
    pages.press_digit(4)
    pages.write("一千字")
    pages.back()
    assert (pages.page, pages.highlighted) == (1, 3)
    pages.take()
    assert pages.written_before == "一千字"
    pages.back()
    assert (pages.page, pages.highlighted) == (0, 1)
    pages.back()
    assert pages.page == 0


def test_a_permission_is_given_with_one_key() -> None:
    pages = FormState(permission(), at_once=True)
    assert pages.highlighted == 2
    pages.press_digit(1)
    assert pages.is_sent


SEVERAL = LENGTH.model_copy(update={"multi_select": True})


def test_where_several_may_be_chosen_each_is_switched_until_all_are_accepted() -> None:
    pages = FormState(clarification(SEVERAL, AUDIENCE), at_once=False)
    pages.press_digit(1)
    pages.press_digit(2)
    pages.press_digit(3)
    pages.press_digit(2)
    assert (pages.page, [pages.is_chosen(entry) for entry in range(4)]) == (0, [True, False, True, False])
    pages.press_digit(4)
    pages.write("one\ntwo")
    assert (pages.page, pages.writing) == (0, "")
    pages.take()
    pages.press_digit(1)
    pages.take()
    assert [each.value for each in pages.answer().answers] == ["short", "long", "one\ntwo", "engineers"]


def test_without_a_choice_the_highlighted_entry_is_taken_and_a_skipped_question_is_skipped() -> None:
    pages = FormState(clarification(SEVERAL), at_once=False)
    pages.take()
    assert [each.value for each in pages.answer().answers] == ["medium"]
    skipped = FormState(clarification(SEVERAL), at_once=False)
    skipped.press_digit(1)
    skipped.skip()
    assert [(each.value, each.skipped) for each in skipped.answer().answers] == [(None, True)]


def test_a_note_belongs_to_all_choices_of_a_question() -> None:
    pages = FormState(clarification(SEVERAL), at_once=False)
    pages.press_digit(1)
    pages.press_digit(3)
    pages.open_note()
    pages.write("or both")
    pages.take()
    assert [(each.value, each.note) for each in pages.answer().answers] == [("short", "or both"), ("long", None)]
