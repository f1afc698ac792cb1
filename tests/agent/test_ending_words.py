"""False sentences leave a result or a question without breaking it."""

from inkwright.agent.ending_words import ask_words, clean_ask, clean_result, has_visible_text, result_words
from inkwright.agent.judge import Review
from inkwright.conversation.asks import AskDraft, AskOption, AskQuestion
from inkwright.conversation.turns import ClarifyPayload, FinalResult

LIE = "Your deck is on your desktop."
REVIEW = Review(is_checked=True, false=(LIE,), kept={LIE: "", f"{LIE} Which colour?": "Which colour?"})


def draft(question: str, *labels: str, preface: str | None = None) -> AskDraft:
    options = tuple(AskOption(label=label, value=label) for label in labels)
    asked = AskQuestion(id="1", question=question, options=options, recommended=LIE, allow_freeform=False)
    return AskDraft(kind="clarification", title=LIE, preface=preface, questions=(asked,))


def test_every_word_that_a_person_reads_is_judged() -> None:
    clarify = ClarifyPayload(question="Which?", options=["A", "B"], hint="letters")
    assert result_words(FinalResult(status="clarify_needed", message="So.", clarify=clarify)) == [
        "So.",
        "Which?",
        "A",
        "B",
        "letters",
    ]
    assert ask_words(draft("Which?", "A", preface="Before.")) == ["Before.", LIE, "Which?", "A"]


def test_a_result_keeps_what_is_true() -> None:
    clarify = ClarifyPayload(question=f"{LIE} Which colour?", options=[LIE, "Red"], values=["lie", "red"])
    cleaned = clean_result(FinalResult(status="clarify_needed", message=LIE, clarify=clarify), REVIEW)
    assert (cleaned.message, cleaned.clarify) == (
        "",
        ClarifyPayload(question="Which colour?", options=["", "Red"], values=["lie", "red"]),
    )


def test_an_option_with_a_false_label_stays_a_choice() -> None:
    cleaned = clean_ask(draft(f"{LIE} Which colour?", "Red", LIE, preface=LIE), REVIEW, "en")
    (question,) = cleaned.questions
    assert (cleaned.title, cleaned.preface, question.question) == ("Which colour?", None, "Which colour?")
    assert [(option.label, option.value) for option in question.options] == [("Red", "Red"), ("Option 2", LIE)]
    assert question.recommended == LIE


def test_a_question_of_which_nothing_is_left_becomes_a_plain_one() -> None:
    (question,) = clean_ask(draft(LIE, "Red"), REVIEW, "en").questions
    assert question.question == "How should I continue?"


def test_spaces_and_characters_without_width_are_no_text() -> None:
    assert [has_visible_text(words) for words in ("a", " \n", "\u200b", "")] == [True, False, False, False]
