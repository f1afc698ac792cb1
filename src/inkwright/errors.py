"""Every error of Inkwright, in one tree.

InkwrightError
├── CallerError            what was given cannot be used
│   ├── InvalidOption      an option that does not exist or does not fit
│   ├── InvalidSetting     a setting with a value it cannot have
│   ├── InvalidSchema      a schema that is none
│   ├── BrokenParser       a parser that raises, or that does not keep the contract
│   └── UnreadableInput    a file or standard input that cannot be read as text
└── GaveUp                 every attempt was made, and is carried along
    └── NeverParsed        no reply of a model was accepted by the parser

Each class says in English what happened (`what`) and what to do (`todo`); the other languages stand
in `i18n` under the same `code`. The fields of both texts are the keyword arguments of the error.
"""

from dataclasses import dataclass
from typing import ClassVar


class InkwrightError(Exception):
    """The root: `except InkwrightError` catches all that Inkwright raises on purpose."""

    code: ClassVar[str] = "inkwright"
    retryable: ClassVar[bool] = False
    what: ClassVar[str] = "Something went wrong."
    todo: ClassVar[str] = ""

    def __init__(self, **fields: object) -> None:
        super().__init__(fields)
        self.fields = fields

    def __str__(self) -> str:
        return " ".join(part for part in (self.what, self.todo) if part).format(**self.fields)


class CallerError(InkwrightError):
    """What was given cannot be used; giving something else helps, trying again does not."""

    code = "caller"
    what = "What was given cannot be used."


class InvalidOption(CallerError, ValueError):
    """Raised at once, before any text is read: a wrong option is a mistake of the program, not of the model."""

    code = "invalid_option"
    what = "{option}={value!r} is not possible."
    todo = "{allowed}"


class InvalidSetting(CallerError):
    """Names the setting and the place it came from, so that it can be mended there."""

    code = "invalid_setting"
    what = "The setting {name!r} from {origin} is not usable: {problem}."
    todo = "Mend it there, or see `inkwright settings`."


class InvalidSchema(CallerError, ValueError):
    """Raised at once: a schema that cannot be used would refuse every reply."""

    code = "invalid_schema"
    what = "The schema cannot be used: {problem}."
    todo = "Give a pydantic model, a type, or a JSON schema."


class BrokenParser(CallerError, TypeError):
    """A mistake in a parser is not the model's fault: it is told at once, and nothing is asked again."""

    code = "broken_parser"
    what = "The parser {parser} does not keep its contract: {problem}."
    todo = "Return {{'status': 'success', 'content': …}} or {{'status': 'error', 'feedback': '…'}}."


class UnreadableInput(CallerError):
    """Carries the name of the input and what is wrong with it."""

    code = "unreadable_input"
    what = "{name} cannot be read: {problem}."
    todo = "Give a text file in UTF-8, or pipe the text in."


@dataclass(frozen=True, slots=True)
class Attempt:
    """One reply that was not accepted, and what the model was told about it."""

    reply: str
    feedback: str
    example: str = ""


class GaveUp(InkwrightError):
    """Carries every attempt, so that nothing is lost. `usage` sums them all."""

    code = "gave_up"
    what = "Gave up after {count} attempts."

    def __init__(self, *, attempts: tuple[Attempt, ...], **fields: object) -> None:
        super().__init__(last_feedback=attempts[-1].feedback if attempts else "", **fields)
        self.attempts = attempts

    @property
    def last_reply(self) -> str:
        """The raw text of the last attempt."""
        return self.attempts[-1].reply if self.attempts else ""

    @property
    def last_feedback(self) -> str:
        """What was wrong with the last attempt."""
        return self.attempts[-1].feedback if self.attempts else ""


class NeverParsed(GaveUp):
    """The model answered, and no answer was accepted."""

    code = "never_parsed"
    what = "No reply was accepted by {parser} in {count} attempts. The last one: {last_feedback}"
    todo = "Try a stronger model, or ask for less at once."
