"""The words of a model in a final result or in a question to the person: collected to be judged, and cleaned after."""

from collections.abc import Sequence

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
    """Return the result without false sentences. What is left may be empty."""
    clarify = result.clarify
    if clarify is not None:
        labels = [label for label in clarify.options or () if has_visible_text(review.clean(label))]
        clarify = ClarifyPayload(
            question=review.clean(clarify.question),
            options=[review.clean(label) for label in labels] or None,
            values=_values_of(clarify, labels),
            hint=review.clean(clarify.hint or "") or None,
        )
    return result.model_copy(update={"message": review.clean(result.message), "clarify": clarify})


def _values_of(clarify: ClarifyPayload, labels: Sequence[str]) -> list[str] | None:
    if clarify.values is None or not labels:
        return None
    return [value for label, value in zip(clarify.options or (), clarify.values, strict=True) if label in labels]


def ask_words(draft: AskDraft) -> list[str]:
    """Return every passage that the person would read, but for an outline: that is content."""
    words = [draft.preface, draft.title, draft.hint]
    for question in draft.questions:
        words += [question.question, question.placeholder]
        words += [part for option in question.options for part in (option.label, option.description)]
    return [each for each in words if each]


def clean_ask(draft: AskDraft, review: Review, language: Language) -> AskDraft:
    """Return the draft without false sentences. A question of which nothing is left is replaced by a plain one."""
    plain = text(language, "turn.how_to_continue")
    questions = tuple(_clean_question(question, review, plain) for question in draft.questions)
    title = review.clean(draft.title) or (questions[0].question if questions else plain)
    changes = {
        "title": title,
        "preface": review.clean(draft.preface or "") or None,
        "hint": review.clean(draft.hint or "") or None,
        "questions": questions,
    }
    return draft.model_copy(update=changes)


def _clean_question(question: AskQuestion, review: Review, plain: str) -> AskQuestion:
    options = tuple(_clean_option(option, review) for option in question.options if review.clean(option.label))
    values = {option.value for option in options}
    changes = {
        "question": review.clean(question.question) or plain,
        "options": options,
        "placeholder": review.clean(question.placeholder or "") or None,
        "recommended": question.recommended if question.recommended in values else None,
        "allow_freeform": question.allow_freeform or not options,
    }
    return question.model_copy(update=changes)


def _clean_option(option: AskOption, review: Review) -> AskOption:
    described = review.clean(option.description or "") or None
    return option.model_copy(update={"label": review.clean(option.label), "description": described})
