"""The state of a form: its pages, the highlighted option and the answers so far."""

from dataclasses import dataclass, replace
from typing import Literal

from inkwright.conversation.asks import Answer, Ask, AskQuestion, QuestionAnswer

InputTarget = Literal["", "words", "note"]


@dataclass(frozen=True, slots=True)
class AnswerDraft:
    """What was said to one question so far: an option, own words, or that it is skipped; or nothing yet."""

    option: int | None = None
    words: str | None = None
    note: str | None = None
    is_skipped: bool = False


class FormState:
    """One page for each question and, where there are several, one to look at them all before they are sent.

    What is asked `at_once` has neither that page nor notes, and cannot be skipped.
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
        """Whether everything is shown before it is sent."""
        return self.page == len(self.questions)

    @property
    def question(self) -> AskQuestion:
        """The question of this page."""
        return self.questions[self.page]

    @property
    def draft(self) -> AnswerDraft:
        """What was said on this page so far."""
        return self.drafts[self.page]

    @property
    def entries(self) -> int:
        """How many things can be highlighted on this page."""
        if self.is_review:
            return len(self.questions) + 1
        return len(self.question.options) + has_other(self.question)

    @property
    def written_before(self) -> str:
        """What stands in the field when it opens."""
        return (self.draft.words if self.writing == "words" else self.draft.note) or ""

    def move(self, by: int) -> None:
        """Highlight the entry so many places further, round the ends."""
        if self.entries and not self.writing:
            self.highlighted = (self.highlighted + by) % self.entries

    def press_digit(self, digit: int) -> None:
        """Take the entry with this number; a number that no entry has does nothing."""
        if not self.writing and 1 <= digit <= self.entries:
            self.highlighted = digit - 1
            self.take()

    def take(self) -> None:
        """Take what is highlighted."""
        if self.is_review:
            self._take_review()
        elif self.highlighted == len(self.question.options):
            self.writing = "words"
        else:
            kept = self.draft.note if self.draft.option == self.highlighted else None
            self._say(AnswerDraft(option=self.highlighted, note=kept))

    def open_note(self) -> None:
        """Begin to write a note on the option that is highlighted."""
        if not self.is_review and not self.writing and self.highlighted < len(self.question.options):
            if self.draft.option != self.highlighted:
                self.drafts[self.page] = replace(self.draft, note=None)
            self.writing = "note"

    def write(self, written: str) -> None:
        """The field is done. Nothing written says nothing: own words cannot be empty."""
        written = written.strip()
        if self.writing == "note":
            self._say(AnswerDraft(option=self.highlighted, note=written or None))
        elif written:
            self._say(AnswerDraft(words=written))
        else:
            self.stop_writing()

    def stop_writing(self) -> None:
        """Leave the field and go back to the options, if there are any."""
        if self.entries:
            self.writing = ""

    def skip(self) -> None:
        """Say nothing to this question. A field beside options is left first; the review is left backwards."""
        if self.is_review:
            self.back()
        elif self.writing and self.entries:
            self.stop_writing()
        else:
            self._say(AnswerDraft(is_skipped=True))

    def back(self) -> None:
        """To the page before."""
        self._returns = False
        if self.page > 0:
            self._turn_to(self.page - 1)

    def answer(self) -> Answer:
        """What is sent."""
        pairs = zip(self.questions, self.drafts, strict=True)
        return Answer(
            status="answered", answers=tuple(_answer_from_draft(question, draft) for question, draft in pairs)
        )

    def _take_review(self) -> None:
        if self.highlighted == len(self.questions):
            self.is_sent = True
        else:
            self._turn_to(self.highlighted)
            self._returns = True

    def _say(self, draft: AnswerDraft) -> None:
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
        if draft.words is not None:
            self.highlighted = len(question.options)
        else:
            self.highlighted = draft.option if draft.option is not None else recommended_option(question) or 0
        if not self.entries:
            self.writing = "words"


def has_other(question: AskQuestion) -> bool:
    """Whether own words are an entry beside the options."""
    return bool(question.options) and question.allow_freeform


def recommended_option(question: AskQuestion) -> int | None:
    """The place of the option that is recommended, by its value or else by its label."""
    wanted = question.recommended
    for number, option in enumerate(question.options):
        if option.value == wanted:
            return number
    for number, option in enumerate(question.options):
        if option.label == wanted:
            return number
    return None


def _answer_from_draft(question: AskQuestion, draft: AnswerDraft) -> QuestionAnswer:
    if draft.option is not None:
        option = question.options[draft.option]
        return QuestionAnswer(id=question.id, value=option.value, label=option.label, note=draft.note)
    if draft.words is not None:
        return QuestionAnswer(id=question.id, value=draft.words)
    return QuestionAnswer(id=question.id, skipped=True)
