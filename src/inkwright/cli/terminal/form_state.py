"""The state of a form: its pages, the highlighted option and the answers so far."""

from dataclasses import dataclass, replace
from typing import Literal

from inkwright.conversation.asks import Answer, Ask, AskQuestion, QuestionAnswer

InputTarget = Literal["", "words", "note"]


@dataclass(frozen=True, slots=True)
class AnswerDraft:
    """The answer to one question so far: an option, own words, skipped, or nothing yet.

    `chosen` are the options of a question that allows several, which may have own words too.
    """

    option: int | None = None
    chosen: frozenset[int] = frozenset()
    words: str | None = None
    note: str | None = None
    is_skipped: bool = False


class FormState:
    """A page for each question and, if there are several, a page to review the answers before sending.

    A form that is asked `at_once` has no review and no notes, and its questions cannot be skipped.
    """

    def __init__(self, ask: Ask, *, at_once: bool) -> None:
        self.questions = ask.questions
        self.drafts = [AnswerDraft() for _ in self.questions]
        self.is_at_once = at_once
        self.has_review = not at_once and len(ask.questions) > 1
        self.writing: InputTarget = ""
        self.is_sent = False
        self.page = 0
        self.highlighted = 0
        self._returns = False
        self._turn_to(0)

    @property
    def is_review(self) -> bool:
        """Whether the review page is shown."""
        return self.page == len(self.questions)

    @property
    def question(self) -> AskQuestion:
        """The question of this page."""
        return self.questions[self.page]

    @property
    def is_multiple(self) -> bool:
        """Whether several entries of this page may be chosen."""
        return not self.is_review and self.question.multi_select and bool(self.question.options)

    @property
    def draft(self) -> AnswerDraft:
        """The answer on this page so far."""
        return self.drafts[self.page]

    @property
    def entries(self) -> int:
        """How many entries can be highlighted on this page."""
        if self.is_review:
            return len(self.questions) + 1
        return len(self.question.options) + has_other(self.question)

    @property
    def written_before(self) -> str:
        """The initial text of the input field."""
        return (self.draft.words if self.writing == "words" else self.draft.note) or ""

    def move(self, by: int) -> None:
        """Move the highlight by this many entries, wrapping around."""
        if self.entries and not self.writing:
            self.highlighted = (self.highlighted + by) % self.entries

    def press_digit(self, digit: int) -> None:
        """Choose the entry with this number, if there is one; where several may be chosen, switch it."""
        if not self.writing and 1 <= digit <= self.entries:
            self.highlighted = digit - 1
            if self.is_multiple:
                self.switch()
            else:
                self.take()

    def switch(self) -> None:
        """Choose the highlighted entry, or no longer, where several may be chosen."""
        if not self.is_multiple or self.writing:
            return
        draft, entry = replace(self.draft, is_skipped=False), self.highlighted
        if entry < len(self.question.options):
            self.drafts[self.page] = replace(draft, chosen=draft.chosen ^ {entry})
        elif draft.words is not None:
            self.drafts[self.page] = replace(draft, words=None)
        else:
            self.writing = "words"

    def is_chosen(self, entry: int) -> bool:
        """Whether an entry of a question that allows several is chosen."""
        return entry in self.draft.chosen or (entry == len(self.question.options) and self.draft.words is not None)

    def take(self) -> None:
        """Choose the highlighted entry."""
        if self.is_review:
            self._take_review()
        elif self.is_multiple:
            self._take_several()
        elif self.highlighted == len(self.question.options):
            self.writing = "words"
        else:
            note = self.draft.note if self.draft.option == self.highlighted else None
            self._answer_page(AnswerDraft(option=self.highlighted, note=note))

    def open_note(self) -> None:
        """Start a note on the highlighted option."""
        if not self.is_review and not self.writing and self.highlighted < len(self.question.options):
            if not self.is_multiple and self.draft.option != self.highlighted:
                self.drafts[self.page] = replace(self.draft, note=None)
            self.writing = "note"

    def write(self, written: str) -> None:
        """Accept the text of the field. Empty own words are not an answer."""
        written = written.strip()
        if self.is_multiple:
            said = written or None
            is_note = self.writing == "note"
            self.drafts[self.page] = replace(self.draft, note=said) if is_note else replace(self.draft, words=said)
            self.writing = ""
        elif self.writing == "note":
            self._answer_page(AnswerDraft(option=self.highlighted, note=written or None))
        elif written:
            self._answer_page(AnswerDraft(words=written))
        else:
            self.stop_writing()

    def stop_writing(self) -> None:
        """Leave the field and return to the options, if there are any."""
        if self.entries:
            self.writing = ""

    def skip(self) -> None:
        """Skip this question. From a field next to options, return to the options; from the review, go back."""
        if self.is_review:
            self.back()
        elif self.writing and self.entries:
            self.stop_writing()
        else:
            self._answer_page(AnswerDraft(is_skipped=True))

    def back(self) -> None:
        """Go to the previous page."""
        self._returns = False
        if self.page > 0:
            self._turn_to(self.page - 1)

    def leave_field(self, written: str) -> None:
        """Go back from the field and keep its text: to its options, else to the previous page."""
        if self.entries:
            self.writing = ""
            return
        if written.strip():
            self.drafts[self.page] = AnswerDraft(words=written.strip())
        self.back()

    def answer(self) -> Answer:
        """Return the answer to send."""
        pairs = zip(self.questions, self.drafts, strict=True)
        answers = (each for question, draft in pairs for each in _answers_from_draft(question, draft))
        return Answer(status="answered", answers=tuple(answers))

    def _take_several(self) -> None:
        """Accept the chosen entries; if there are none, the highlighted one."""
        if not self.draft.chosen and self.draft.words is None:
            self.switch()
        if not self.writing:
            self._answer_page(self.draft)

    def _take_review(self) -> None:
        if self.highlighted == len(self.questions):
            self.is_sent = True
        else:
            self._turn_to(self.highlighted)
            self._returns = True

    def _answer_page(self, draft: AnswerDraft) -> None:
        self.drafts[self.page] = draft
        is_last = self.page + 1 == len(self.questions)
        if is_last and not self.has_review:
            self.is_sent = True
        else:
            self._turn_to(len(self.questions) if self._returns else self.page + 1)

    def _turn_to(self, page: int) -> None:
        self.page = page
        self._returns = False
        self.writing = ""
        if self.is_review:
            self.highlighted = len(self.questions)
            return
        draft, question = self.draft, self.question
        if draft.words is not None and not draft.chosen:
            self.highlighted = len(question.options)
        else:
            self.highlighted = draft.option if draft.option is not None else recommended_option(question) or 0
        if not self.entries:
            self.writing = "words"


def has_other(question: AskQuestion) -> bool:
    """Whether the entries include own words besides the options."""
    return bool(question.options) and question.allow_freeform


def recommended_option(question: AskQuestion) -> int | None:
    """Return the index of the recommended option, found by its value or else by its label."""
    recommended = question.recommended
    for number, option in enumerate(question.options):
        if option.value == recommended:
            return number
    for number, option in enumerate(question.options):
        if option.label == recommended:
            return number
    return None


def _answers_from_draft(question: AskQuestion, draft: AnswerDraft) -> list[QuestionAnswer]:
    numbers = sorted(draft.chosen) if draft.option is None else [draft.option]
    chosen = [question.options[number] for number in numbers]
    answers = [QuestionAnswer(id=question.id, value=option.value, label=option.label) for option in chosen]
    if draft.words is not None:
        answers.append(QuestionAnswer(id=question.id, value=draft.words))
    if not answers:
        return [QuestionAnswer(id=question.id, skipped=True)]
    return [answers[0].model_copy(update={"note": draft.note}), *answers[1:]]
