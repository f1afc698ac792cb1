"""Every error of Inkwright, in one tree.

InkwrightError
├── CallerError            what was given cannot be used
│   ├── InvalidOption      an option that does not exist or does not fit
│   │   └── UnreadableQuiz    a file that holds no quiz, or one with a mistake in it
│   ├── InvalidSetting     a setting with a value it cannot have
│   ├── InvalidSchema      a schema that is none
│   ├── BrokenParser       a parser that raises, or that does not keep the contract
│   ├── NotFound           something that is not there, or not this owner's
│   ├── AlreadyAnswered    a question that has its answer
│   ├── InvalidAnswer      an answer that the question does not allow
│   ├── TurnOver           a turn that cannot go on
│   ├── TurnRunning        a turn that has to end first
│   ├── TextLacks          a text that does not give what was asked of it
│   ├── UnreadableInput    a file or standard input that cannot be read as text
│   │   └── UnusableBackup    a folder that holds no backup, or one that is not whole
│   ├── UnreadableFile     a file that cannot be opened, or is too large
│   └── UnwritableOutput   a folder or file that cannot be written
├── ModelError             a model could not be asked, or would not answer
│   ├── ModelUnavailable   it cannot be reached, or its server fails
│   │   ├── ModelBusy      it has too much to do, or too much was asked of it
│   │   ├── ModelTimedOut  it took too long
│   │   └── ReplyCut       its reply ended in the middle
│   ├── ModelRefused       it will not answer this
│   ├── ReplyMalformed     what came back is not what a model sends
│   ├── ModelDenied        the key is missing or not accepted
│   ├── ModelUnknown       there is no such model
│   ├── ModelNotInstalled  something that this model needs is not installed
│   ├── RequestTooLong     more was sent than the model can read
│   ├── RequestInvalid     the model's server does not take this request
│   ├── NoModelLeft        every member of a chain failed
│   └── PlanFailed         nothing could be made where a rule, not a model, planned
├── StoreError             what is kept cannot be reached or does not fit
│   ├── StoreUnavailable   the database or the disk does not answer
│   ├── StoreInUse         another program has the database open
│   ├── StoreTooNew        a newer program has written the database
│   ├── StoreTooOld        the database has to be upgraded first
│   ├── ProgramMissing     a program of the database is not installed
│   └── FileLost           a file that was kept is gone or changed
├── InstallFailed          something could not be installed
├── TypesettingFailed      a program that sets documents did not make one
│   └── TypesettingTimedOut   it took too long and was stopped
└── GaveUp                 every attempt was made, and is carried along
    ├── NeverAnswered      every reply of a model was empty
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


class UnreadableQuiz(InvalidOption):
    """`value` is the name of the file or the place in it, `allowed` what is to be mended."""

    code = "unreadable_quiz"
    what = "The quiz cannot be read: {value}."
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


class NotFound(CallerError, LookupError):
    """What belongs to another owner is not there either: nobody learns that it exists."""

    code = "not_found"
    what = "There is no {what_kind} {id!r}."
    todo = "Check the id; see what there is."


class AlreadyAnswered(CallerError):
    """The first answer counts."""

    code = "already_answered"
    what = "The question {id!r} was answered already."
    todo = "Send a new message instead."


class InvalidAnswer(CallerError, ValueError):
    """Raised before anything is kept. `given` is what stands at the place `path`, `allowed` what may stand there."""

    code = "invalid_answer"
    what = "The answer cannot be used: {path} is {given}."
    todo = "It may be: {allowed}."


class TurnOver(CallerError):
    """A turn has one outcome; what comes after it is another turn."""

    code = "turn_over"
    what = "The turn {id!r} cannot go on: it is {status}."
    todo = "Send a new message instead."


class TurnRunning(CallerError):
    """It would go on writing into what is taken away from it."""

    code = "turn_running"
    retryable = True
    what = "A turn of this conversation is still running ({id})."
    todo = "Stop it, or wait until it has ended; one whose program has died is free after a minute."


class TextLacks(CallerError, ValueError):
    """`wanted` cannot be made of a person's text alone; `lacking` and `instead` speak the language of the text."""

    code = "text_lacks"
    what = "{wanted} cannot be made of this text: {lacking}."
    todo = "{instead}"


class UnreadableInput(CallerError):
    """Carries the name of the input and what is wrong with it."""

    code = "unreadable_input"
    what = "{name} cannot be read: {problem}."
    todo = "Check its name and what is in it: it is a text file in UTF-8. Or pipe the text in."


class UnusableBackup(UnreadableInput):
    """`name` is the folder, or the part of it that is not what was written."""

    code = "unusable_backup"
    what = "{name} cannot be brought back: {problem}."
    todo = "Give a folder that was made by `inkwright db backup`, with all that was in it."


class UnreadableFile(CallerError):
    """A file of whatever kind; `problem` is what the system says, or what is wrong with its content."""

    code = "unreadable_file"
    what = "{name} cannot be read: {problem}."
    todo = "Check its name, what is in it, and whether you may read it."


class UnwritableOutput(CallerError):
    """Carries the path and what the disk said."""

    code = "unwritable_output"
    what = "{path} cannot be written: {problem}."
    todo = "Choose another folder, or make room and allow writing there."


class ModelError(InkwrightError):
    """No reply came. `model` names the model; `problem` says what its side told, without any secret."""

    code = "model"
    what = "The model {model} did not answer: {problem}."


class ModelUnavailable(ModelError):
    """Passing trouble: asking again, or asking another model, helps. `retry_after` is in seconds, where told."""

    code = "model_unavailable"
    retryable = True
    what = "The model {model} cannot be reached: {problem}."
    todo = "Check the address and the network, or choose another model: `inkwright models`."

    @property
    def retry_after(self) -> float | None:
        """How long its side asks to wait."""
        seconds = self.fields.get("retry_after")
        return float(seconds) if isinstance(seconds, int | float) else None


class ModelBusy(ModelUnavailable):
    """Too many requests, or no quota."""

    code = "model_busy"
    what = "The model {model} takes no more requests now: {problem}."
    todo = "Wait a little, or choose another model: `inkwright models`."


class ModelTimedOut(ModelUnavailable):
    """No answer in the time that was given."""

    code = "model_timed_out"
    what = "The model {model} took too long: {problem}."
    todo = "Ask for less at once, raise the setting model_timeout, or choose another model: `inkwright models`."


class ReplyCut(ModelUnavailable):
    """The connection ended before the reply did: what was heard is not a reply."""

    code = "reply_cut"
    what = "The reply of {model} ended in the middle: {problem}."
    todo = "Ask again, or choose another model: `inkwright models`."


class ModelRefused(ModelError):
    """The model, or a filter before it, will not answer."""

    code = "model_refused"
    what = "The model {model} refused: {problem}."
    todo = "Ask in other words, or choose another model: `inkwright models`."


class ReplyMalformed(ModelError):
    """The server answered with something that is no reply of a model."""

    code = "reply_malformed"
    what = "What came back from {model} is not a reply: {problem}."
    todo = "Check that the address is that of a model: `inkwright models test`."


class ModelDenied(ModelError):
    """Names the place of the key, never the key."""

    code = "model_denied"
    what = "The model {model} did not let us in: {problem}."
    todo = "Set a valid key in {variable}, and try it: `inkwright models test`."


class ModelUnknown(ModelError, ValueError):
    """A name that is not understood, or that its server does not know."""

    code = "model_unknown"
    what = "There is no model {model}: {problem}."
    todo = "See what can be chosen: `inkwright models`."


class ModelNotInstalled(ModelError):
    """Carries the command that installs what is missing."""

    code = "model_not_installed"
    what = "The model {model} needs something that is not installed: {problem}."
    todo = "Install it: {command}"


class RequestTooLong(ModelError):
    """The messages do not fit into the model's context."""

    code = "request_too_long"
    what = "That is too long for {model}: {problem}."
    todo = "Give less text, or choose a model that reads more: `inkwright models`."


class RequestInvalid(ModelError):
    """The server understood who asks and refused what was asked."""

    code = "request_invalid"
    what = "The server of {model} does not take this request: {problem}."
    todo = "See what this model can do: `inkwright models test {model}`."


class NoModelLeft(ModelError):
    """`failures` holds the last error of each member, in order."""

    code = "no_model_left"
    what = "None of the models answered: {problem}."
    todo = "See what is wrong with each: `inkwright models test`."

    def __init__(self, *, failures: tuple[ModelError, ...], **fields: object) -> None:
        super().__init__(**fields)
        self.failures = failures


class PlanFailed(ModelError):
    """Nothing could be made where a rule, not a model, planned; `problem` says why, in whole sentences."""

    code = "plan_failed"
    what = "It could not be made: {problem}."
    todo = "Give a longer or another text (`--from FILE`), or choose a model that can write: `inkwright models`."


class StoreError(InkwrightError):
    """`place` names the database or the file, without any password."""

    code = "store"
    what = "What is kept in {place} cannot be used: {problem}."


class StoreUnavailable(StoreError):
    """Nothing was lost; nothing was written either."""

    code = "store_unavailable"
    retryable = True
    what = "{place} does not answer: {problem}."
    todo = "Check the disk or the database server, then try again."


class StoreInUse(StoreError):
    """What the other one writes would be lost."""

    code = "store_in_use"
    retryable = True
    what = "{place} is in use: another program has it open."
    todo = "End the talks and turns that run elsewhere, then try again."


class StoreTooNew(StoreError):
    """An older program could destroy what it does not know."""

    code = "store_too_new"
    what = "{place} was written by a newer Inkwright ({found})."
    todo = "Use that version, or restore a backup: `inkwright db restore`."


class StoreTooOld(StoreError):
    """Postgres is not upgraded unasked."""

    code = "store_too_old"
    what = "{place} has to be upgraded first (it is at {found})."
    todo = "Back it up, then run `inkwright db upgrade`."


class ProgramMissing(StoreError):
    """A copy of a server's database is made and brought back by the server's own programs."""

    code = "program_missing"
    what = "{program} is needed for {place}, and it is not installed here."
    todo = "Install the client programs of Postgres (Debian: apt-get install postgresql-client), then try again."


class FileLost(StoreError):
    """Somebody removed or changed a file behind our back; the record of it is still there."""

    code = "file_lost"
    what = "The file {place} is not what was kept: {problem}."
    todo = "Restore a backup: `inkwright db restore`, or make it again."


class InstallFailed(InkwrightError):
    """Carries the last line of the installer."""

    code = "install_failed"
    what = "The installation failed: {problem}."
    todo = "Check the network, and that this environment may be written; then try again."


class TypesettingFailed(InkwrightError):
    """`program` names it; `problem` is what it said. The source is untouched."""

    code = "typesetting_failed"
    what = "{program} could not set the document: {problem}."
    todo = "Simplify the part that it names, and try again."


class TypesettingTimedOut(TypesettingFailed):
    """The program was stopped; the next document is set by a fresh one."""

    code = "typesetting_timed_out"
    what = "{program} took longer than {seconds} seconds over the document and was stopped."
    todo = "Give less text at once, or simplify its tables and formulas."


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


class NeverAnswered(GaveUp):
    """The model was there and said nothing, however often it was asked."""

    code = "never_answered"
    what = "Every one of {count} replies was empty."
    todo = "Try another model: `inkwright models`."


class NeverParsed(GaveUp):
    """The model answered, and no answer was accepted."""

    code = "never_parsed"
    what = "No reply was accepted by {parser} in {count} attempts. The last one: {last_feedback}"
    todo = "Try a stronger model, or ask for less at once."
