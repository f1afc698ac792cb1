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

from inkwright.plurals import fill_in


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
        return fill_in(" ".join(part for part in (self.what, self.todo) if part), self.fields)


class CallerError(InkwrightError):
    """What was given cannot be used; giving something else helps, trying again does not."""

    code = "caller"
    what = "The input cannot be used."


class InvalidOption(CallerError, ValueError):
    """Raised at once, before any text is read: a wrong option is a mistake of the program, not of the model."""

    code = "invalid_option"
    what = "Invalid value for {option}: {value!r}."
    todo = "{allowed}"


class UnreadableQuiz(InvalidOption):
    """`value` is the name of the file or the place in it, `allowed` what is to be mended."""

    code = "unreadable_quiz"
    what = "Cannot read the quiz: {value}."
    todo = "{allowed}"


class InvalidSetting(CallerError):
    """Names the setting and the place it came from, so that it can be mended there."""

    code = "invalid_setting"
    what = "Invalid setting {name!r} from {origin}: {problem}."
    todo = "Fix the value there, or run `inkwright settings` to see all settings."


class InvalidSchema(CallerError, ValueError):
    """Raised at once: a schema that cannot be used would refuse every reply."""

    code = "invalid_schema"
    what = "Invalid schema: {problem}."
    todo = "Use a pydantic model, a type or a JSON schema."


class BrokenParser(CallerError, TypeError):
    """A mistake in a parser is not the model's fault: it is told at once, and nothing is asked again."""

    code = "broken_parser"
    what = "The parser {parser} violates its contract: {problem}."
    todo = "Return {{'status': 'success', 'content': …}} or {{'status': 'error', 'feedback': '…'}}."


class NotFound(CallerError, LookupError):
    """What belongs to another owner is not there either: nobody learns that it exists."""

    code = "not_found"
    what = "No {what_kind} {id!r} found."
    todo = "Check the ID, or list the existing ones."


class AlreadyAnswered(CallerError):
    """The first answer counts."""

    code = "already_answered"
    what = "The question {id!r} already has an answer."
    todo = "Send a new message instead."


class InvalidAnswer(CallerError, ValueError):
    """Raised before anything is kept. `given` is what stands at the place `path`, `allowed` what may stand there."""

    code = "invalid_answer"
    what = "Invalid answer: {path} is {given}."
    todo = "Allowed: {allowed}."


class TurnOver(CallerError):
    """A turn has one outcome; what comes after it is another turn."""

    code = "turn_over"
    what = "The turn {id!r} cannot continue: its status is {status}."
    todo = "Send a new message instead."


class TurnRunning(CallerError):
    """It would go on writing into what is taken away from it."""

    code = "turn_running"
    retryable = True
    what = "A turn of this conversation is still running ({id})."
    todo = "Stop it, or wait until it ends. If its program has crashed, the turn is released after a minute."


class TextLacks(CallerError, ValueError):
    """`wanted` cannot be made of a person's text alone; `lacking` and `instead` speak the language of the text."""

    code = "text_lacks"
    what = "{wanted} cannot be made from this text: {lacking}."
    todo = "{instead}"


class UnreadableInput(CallerError):
    """Carries the name of the input and what is wrong with it."""

    code = "unreadable_input"
    what = "Cannot read {name}: {problem}."
    todo = "Check its name and content. It must be a UTF-8 text file. You can also pipe text in."


class UnusableBackup(UnreadableInput):
    """`name` is the folder, or the part of it that is not what was written."""

    code = "unusable_backup"
    what = "Cannot restore {name}: {problem}."
    todo = "Use a complete folder created by `inkwright db backup`."


class UnreadableFile(CallerError):
    """A file of whatever kind; `problem` is what the system says, or what is wrong with its content."""

    code = "unreadable_file"
    what = "Cannot read {name}: {problem}."
    todo = "Check its name, content and permissions."


class UnwritableOutput(CallerError):
    """Carries the path and what the disk said."""

    code = "unwritable_output"
    what = "Cannot write {path}: {problem}."
    todo = "Choose another folder, or check its free space and permissions."


class ModelError(InkwrightError):
    """No reply came. `model` names the model; `problem` says what its side told, without any secret."""

    code = "model"
    what = "The model {model} did not answer: {problem}."


class ModelUnavailable(ModelError):
    """Passing trouble: asking again, or asking another model, helps. `retry_after` is in seconds, where told."""

    code = "model_unavailable"
    retryable = True
    what = "Cannot reach the model {model}: {problem}."
    todo = "Check the address and the network, or choose another model: `inkwright models`."

    @property
    def retry_after(self) -> float | None:
        """How long its side asks to wait."""
        seconds = self.fields.get("retry_after")
        return float(seconds) if isinstance(seconds, int | float) else None


class ModelBusy(ModelUnavailable):
    """Too many requests, or no quota."""

    code = "model_busy"
    what = "The model {model} is not accepting more requests: {problem}."
    todo = "Wait a moment, or choose another model: `inkwright models`."


class ModelTimedOut(ModelUnavailable):
    """No answer in the time that was given."""

    code = "model_timed_out"
    what = "The model {model} took too long: {problem}."
    todo = "Ask for less at once, raise the setting model_timeout, or choose another model: `inkwright models`."


class ReplyCut(ModelUnavailable):
    """The connection ended before the reply did: what was heard is not a reply."""

    code = "reply_cut"
    what = "The reply from {model} was cut off: {problem}."
    todo = "Try again, or choose another model: `inkwright models`."


class ModelRefused(ModelError):
    """The model, or a filter before it, will not answer."""

    code = "model_refused"
    what = "The model {model} refused: {problem}."
    todo = "Rephrase the request, or choose another model: `inkwright models`."


class ReplyMalformed(ModelError):
    """The server answered with something that is no reply of a model."""

    code = "reply_malformed"
    what = "The response from {model} is not a model reply: {problem}."
    todo = "Check that the address belongs to a model: `inkwright models test`."


class ModelDenied(ModelError):
    """Names the place of the key, never the key."""

    code = "model_denied"
    what = "The model {model} denied access: {problem}."
    todo = "Set a valid key in {variable}, then test it: `inkwright models test`."


class ModelUnknown(ModelError, ValueError):
    """A name that is not understood, or that its server does not know."""

    code = "model_unknown"
    what = "Unknown model {model}: {problem}."
    todo = "List the available models: `inkwright models`."


class ModelNotInstalled(ModelError):
    """Carries the command that installs what is missing."""

    code = "model_not_installed"
    what = "The model {model} needs a component that is not installed: {problem}."
    todo = "Install it: {command}"


class RequestTooLong(ModelError):
    """The messages do not fit into the model's context."""

    code = "request_too_long"
    what = "The request is too long for {model}: {problem}."
    todo = "Use less text, or choose a model with a larger context: `inkwright models`."


class RequestInvalid(ModelError):
    """The server understood who asks and refused what was asked."""

    code = "request_invalid"
    what = "The server of {model} rejected the request: {problem}."
    todo = "Check what this model supports: `inkwright models test {model}`."


class NoModelLeft(ModelError):
    """`failures` holds the last error of each member, in order."""

    code = "no_model_left"
    what = "No model answered: {problem}."
    todo = "Find the problem of each model: `inkwright models test`."

    def __init__(self, *, failures: tuple[ModelError, ...], **fields: object) -> None:
        super().__init__(**fields)
        self.failures = failures


class PlanFailed(ModelError):
    """Nothing could be made where a rule, not a model, planned; `problem` says why, in whole sentences."""

    code = "plan_failed"
    what = "Inkwright could not make it: {problem}."
    todo = "Use a longer or different text (`--from FILE`), or choose a model that can write: `inkwright models`."


class StoreError(InkwrightError):
    """`place` names the database or the file, without any password."""

    code = "store"
    what = "The data in {place} cannot be used: {problem}."


class StoreUnavailable(StoreError):
    """Nothing was lost; nothing was written either."""

    code = "store_unavailable"
    retryable = True
    what = "{place} is not responding: {problem}."
    todo = "Check the disk or the database server, then try again."


class StoreInUse(StoreError):
    """What the other one writes would be lost."""

    code = "store_in_use"
    retryable = True
    what = "{place} is in use by another program."
    todo = "End the conversations and turns that run elsewhere, then try again."


class StoreTooNew(StoreError):
    """An older program could destroy what it does not know."""

    code = "store_too_new"
    what = "A newer version of Inkwright ({found}) wrote {place}."
    todo = "Use that version, or restore a backup: `inkwright db restore`."


class StoreTooOld(StoreError):
    """Postgres is not upgraded unasked."""

    code = "store_too_old"
    what = "{place} must be upgraded first (current version: {found})."
    todo = "Back up the database, then run `inkwright db upgrade`."


class ProgramMissing(StoreError):
    """A copy of a server's database is made and brought back by the server's own programs."""

    code = "program_missing"
    what = "{place} needs {program}, which is not installed."
    todo = "Install the Postgres client programs (Debian: apt-get install postgresql-client), then try again."


class FileLost(StoreError):
    """Somebody removed or changed a file behind our back; the record of it is still there."""

    code = "file_lost"
    what = "The file {place} is not the one that was saved: {problem}."
    todo = "Restore a backup with `inkwright db restore`, or make the file again."


class InstallFailed(InkwrightError):
    """Carries the last line of the installer."""

    code = "install_failed"
    what = "The installation failed: {problem}."
    todo = "Check the network and the write permissions of this environment, then try again."


class TypesettingFailed(InkwrightError):
    """`program` names it; `problem` is what it said. The source is untouched."""

    code = "typesetting_failed"
    what = "{program} could not typeset the document: {problem}."
    todo = "Simplify the part named above, and try again."


class TypesettingTimedOut(TypesettingFailed):
    """The program was stopped; the next document is set by a fresh one."""

    code = "typesetting_timed_out"
    what = "{program} was stopped because the document took longer than {seconds} {seconds:second|seconds}."
    todo = "Use less text at once, or simplify the tables and formulas."


@dataclass(frozen=True, slots=True)
class Attempt:
    """One reply that was not accepted, and what the model was told about it."""

    reply: str
    feedback: str
    example: str = ""


class GaveUp(InkwrightError):
    """Carries every attempt, so that nothing is lost. `usage` sums them all."""

    code = "gave_up"
    what = "Inkwright gave up after {count} {count:attempt|attempts}."

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
    what = "The model sent no text in {count} {count:reply|replies}."
    todo = "Try another model: `inkwright models`."


class NeverParsed(GaveUp):
    """The model answered, and no answer was accepted."""

    code = "never_parsed"
    what = "{parser} accepted no reply in {count} {count:attempt|attempts}. The last problem: {last_feedback}"
    todo = "Try a stronger model, or ask for less at once."
