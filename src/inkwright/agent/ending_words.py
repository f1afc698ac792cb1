"""The words of a model in a final result or in a question to the person: collected to be judged, and cleaned after."""

from inkwright.agent.judge import Review
from inkwright.conversation.asks import AskDraft, AskOption, AskQuestion
from inkwright.conversation.turns import ClarifyPayload, FinalResult
from inkwright.i18n import Language, text


def has_visible_text(words: str) -> bool:
    """Whether there is anything to read: spaces and characters without width do not count."""
    return any(letter.isprintable() and not letter.isspace() for letter in words)


def result_words(result: FinalResult) -> list[str]:
    """Return every passage that the person would read."""
    clarify = result.clarify
    asked = [clarify.question, *(clarify.options or ()), clarify.hint or ""] if clarify else []
    return [words for words in (result.message, *asked) if words]


def clean_result(result: FinalResult, review: Review) -> FinalResult:
    """Return the result without false sentences. What is left may be empty; every option stays a choice."""
    clarify = result.clarify
    if clarify is not None:
        options = [review.clean(label) for label in clarify.options or ()]
        clarify = ClarifyPayload(
            question=review.clean(clarify.question),
            options=options or None,
            values=clarify.values or (list(clarify.options or ()) if options else None),
            hint=review.clean(clarify.hint or "") or None,
        )
    return result.model_copy(update={"message": review.clean(result.message), "clarify": clarify})


def ask_words(draft: AskDraft) -> list[str]:
    """Return every passage of the model that the person would read, but for an outline: that is content."""
    if draft.kind == "permission":
        return []
    words = [draft.preface, draft.title, draft.hint]
    for question in draft.questions:
        words += [question.question, question.placeholder]
        words += [part for option in question.options for part in (option.label, option.description)]
    return [each for each in words if each]


def clean_ask(draft: AskDraft, review: Review, language: Language) -> AskDraft:
    """Return the draft without false sentences. A question of which nothing is left is replaced by a plain one.

    The question for a permission is the program's, and stays as it is.
    """
    if draft.kind == "permission":
        return draft
    plain = text(language, "turn.how_to_continue")
    questions = tuple(_clean_question(question, review, language) for question in draft.questions)
    title = review.clean(draft.title) or (questions[0].question if questions else plain)
    changes = {
        "title": title,
        "preface": review.clean(draft.preface or "") or None,
        "hint": review.clean(draft.hint or "") or None,
        "questions": questions,
    }
    return draft.model_copy(update=changes)


def _clean_question(question: AskQuestion, review: Review, language: Language) -> AskQuestion:
    numbered = enumerate(question.options, 1)
    options = tuple(_clean_option(option, number, review, language) for number, option in numbered)
    changes = {
        "question": review.clean(question.question) or text(language, "turn.how_to_continue"),
        "options": options,
        "placeholder": review.clean(question.placeholder or "") or None,
    }
    return question.model_copy(update=changes)


def _clean_option(option: AskOption, number: int, review: Review, language: Language) -> AskOption:
    """Return the option with what is true of its label. It stays a choice: under its value, or else its number."""
    value = "" if option.value == option.label else review.clean(option.value)
    label = review.clean(option.label) or value or text(language, "turn.option", number=number)
    described = review.clean(option.description or "") or None
    return option.model_copy(update={"label": label, "description": described})
