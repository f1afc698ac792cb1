"""Every error of Inkwright, in one tree.

InkwrightError
├── CallerError            the input cannot be used
│   ├── InvalidOption      an unknown option, or one with an invalid value
│   │   ├── SourcesLacking    nothing, or too little, to work from
│   │   ├── UnreadableQuiz    a file without a quiz, or with an invalid one
│   │   ├── InvalidSlide   a slide that its layout cannot show
│   │   └── LimitExceeded  an input that takes too much time, memory or space
│   ├── InvalidSetting     a setting with an invalid value
│   ├── InvalidSchema      an invalid schema
│   ├── BrokenParser       a parser that raises, or breaks the contract
│   ├── NotFound           an item that does not exist, or belongs to another owner
│   ├── AlreadyAnswered    a question that was answered before
│   ├── EditConflict       an edit of a text that has changed since it was read
│   ├── InvalidAnswer      an answer that the question does not allow
│   ├── TurnOver           a turn that cannot continue
│   ├── TurnRunning        a turn that must end first
│   ├── JobRunning         a job that does the same work, and must end first
│   ├── TextLacks          a text without the required content
│   ├── UnreadableInput    a file or standard input that cannot be read as text
│   │   └── UnusableBackup    a folder without a backup, or with an incomplete one
│   ├── UnreadableFile     a file that cannot be opened, or is too large
│   └── UnwritableOutput   a folder or file that cannot be written
├── ModelError             a model could not be called, or did not answer
│   ├── ModelUnavailable   it cannot be reached
│   │   ├── ServerFailed   its server answered with an error of its own
│   │   ├── ModelBusy      too many requests, or no quota left
│   │   ├── ModelTimedOut  it took too long
│   │   └── ReplyCut       its reply was cut off
│   ├── ModelRefused       it refuses to answer
│   ├── ReplyMalformed     the response is not a reply of a model
│   ├── ModelDenied        the key is missing or not accepted
│   ├── ModelUnknown       the model does not exist
│   ├── ModelNotInstalled  something that this model needs is not installed
│   ├── ModelNotChosen     there is a key, and no one could be asked whether to use it
│   ├── RequestTooLong     the request exceeds the context of the model
│   ├── RequestInvalid     the server rejects this request
│   ├── NoModelLeft        every member of a chain failed
│   └── PlanFailed         a plan made by rules, without a model, failed
├── StoreError             stored data cannot be accessed or used
│   ├── StoreUnavailable   the database or the disk does not answer
│   ├── StoreDamaged       the database, or a row of it, is not what was written
│   ├── StoreInUse         another program has the database open
│   ├── StoreTooNew        the database was written by a newer version
│   ├── StoreTooOld        the database must be upgraded first
│   ├── ProgramMissing     a client program of the database is not installed
│   └── FileLost           a stored file is missing or was changed
├── NotDelivered           a finished file could not be saved where it was wanted
├── TurnLost               another process has continued the turn
├── InstallFailed          something could not be installed
├── ServiceFailed          an Inkwright service cannot be reached, or refuses a request
├── TypesettingFailed      a typesetting program failed
│   └── TypesettingTimedOut   it took too long and was stopped
└── GaveUp                 every attempt failed
    ├── NeverAnswered      every reply was empty
    └── NeverParsed        no reply was accepted by the parser

Each class says `what` happened and what `todo` in English; other languages are in `i18n`, under the same `code`.
"""

import copyreg
from dataclasses import dataclass
from typing import Any, ClassVar

from inkwright.plurals import fill_in


class InkwrightError(Exception):
    """The base class of every error that Inkwright raises on purpose."""

    code: ClassVar[str] = "inkwright"
    retryable: ClassVar[bool] = False
    what: ClassVar[str] = "Something went wrong."
    todo: ClassVar[str] = ""

    def __init__(self, **fields: object) -> None:
        super().__init__(fields)
        self.fields = fields

    def __str__(self) -> str:
        return fill_in(" ".join(part for part in (self.what, self.todo) if part), self.fields)

    def __reduce_ex__(self, protocol: object) -> tuple[Any, ...]:
        # Errors are passed between processes, and the default would pass the fields by position.
        return copyreg.__newobj__, (type(self),), self.__dict__  # type: ignore[attr-defined]


class CallerError(InkwrightError):
    """The input cannot be used. Other input helps, trying again does not."""

    code = "caller"
    what = "The input cannot be used."


class InvalidOption(CallerError, ValueError):
    """Raised before any text is read: an invalid option is an error of the caller, not of the model."""

    code = "invalid_option"
    what = "Invalid value for {option}: {value!r}."
    todo = "{allowed}"


class SourcesLacking(InvalidOption):
    code = "sources_lacking"
    what = "There are not enough sources for this."


class UnreadableQuiz(InvalidOption):
    """`value` is the name of the file or the location in it; `allowed` says how to fix it."""

    code = "unreadable_quiz"
    what = "Cannot read the quiz: {value}."


class InvalidSlide(InvalidOption):
    """`value` is the title of the slide and `option` its layout; `allowed` says how to fix it."""

    code = "invalid_slide"
    what = "The layout {option!r} cannot show the slide {value!r}."


class LimitExceeded(InvalidOption):
    """The worker that processed the input was stopped; `value` says at which limit, `allowed` what helps."""

    code = "limit_exceeded"
    what = "The input was not processed: {value}."


class InvalidSetting(CallerError):
    """Names the setting and its origin, so that it can be fixed there."""

    code = "invalid_setting"
    what = "Invalid setting {name!r} from {origin}: {problem}."
    todo = "Fix the value there, or run `inkwright settings` to see all settings."


class InvalidSchema(CallerError, ValueError):
    """Raised at once: an unusable schema would reject every reply."""

    code = "invalid_schema"
    what = "Invalid schema: {problem}."
    todo = "Use a pydantic model, a type or a JSON schema."


class BrokenParser(CallerError, TypeError):
    """A bug in a parser is not the fault of the model: it is raised at once, without a retry."""

    code = "broken_parser"
    what = "The parser {parser} violates its contract: {problem}."
    todo = "Return {{'status': 'success', 'content': …}} or {{'status': 'error', 'feedback': '…'}}."


class NotFound(CallerError, LookupError):
    """Also raised for items of other owners, so that their existence is not revealed."""

    code = "not_found"
    what = "No {what_kind} {id!r} found."
    todo = "Check the ID, or list the existing ones."


class EditConflict(CallerError):
    code = "edit_conflict"
    what = "{name!r} has changed: the edit is based on version {based_on}, and the current one is {current}."
    todo = "Read the current text, and make the change again."


class AlreadyAnswered(CallerError):
    code = "already_answered"
    what = "The question {id!r} already has an answer."
    todo = "Send a new message instead."


class InvalidAnswer(CallerError, ValueError):
    """Raised before anything is saved. `given` is the value at `path`; `allowed` describes the valid values."""

    code = "invalid_answer"
    what = "Invalid answer: {path} is {given}."
    todo = "Allowed: {allowed}."


class TurnOver(CallerError):
    """A turn has one outcome; another message starts another turn."""

    code = "turn_over"
    what = "The turn {id!r} cannot continue: its status is {status}."
    todo = "Send a new message instead."


class TurnRunning(CallerError):
    """The turn would continue to write to data that is being removed."""

    code = "turn_running"
    retryable = True
    what = "A turn of this conversation is still running ({id})."
    todo = "Stop it, or wait until it ends. If its program has crashed, the turn is released after a minute."


class JobRunning(CallerError):
    code = "job_running"
    retryable = True
    what = "The same work is still running as a job ({id})."
    todo = "Wait until it ends, or cancel it."


class TextLacks(CallerError, ValueError):
    """`wanted` cannot be made from the user's text alone: `lacking` says why, and `instead` what helps."""

    code = "text_lacks"
    what = "{wanted} cannot be made from this text: {lacking}."
    todo = "{instead}"


class UnreadableInput(CallerError):
    code = "unreadable_input"
    what = "Cannot read {name}: {problem}."
    todo = "Check its name and content. It must be a UTF-8 text file. You can also pipe text in."


class UnusableBackup(UnreadableInput):
    """`name` is the folder, or the part of it that is damaged."""

    code = "unusable_backup"
    what = "Cannot restore {name}: {problem}."
    todo = "Use a complete folder created by `inkwright db backup`."


class UnreadableFile(CallerError):
    """A file of any kind; `problem` is the error of the system, or the problem with the content."""

    code = "unreadable_file"
    what = "Cannot read {name}: {problem}."
    todo = "Check its name, content and permissions."


class UnwritableOutput(CallerError):
    code = "unwritable_output"
    what = "Cannot write {path}: {problem}."
    todo = "Choose another folder, or check its free space and permissions."


class ModelError(InkwrightError):
    """No reply arrived. `problem` is the error reported by the server of the model, without secrets."""

    code = "model"
    what = "The model {model} did not answer: {problem}."


class ModelUnavailable(ModelError):
    """A temporary problem: a retry, or another model, helps. `retry_after` is in seconds, if the server gave it."""

    code = "model_unavailable"
    retryable = True
    what = "Cannot reach the model {model}: {problem}."
    todo = "Check the address and the network, or choose another model: `inkwright models`."

    @property
    def retry_after(self) -> float | None:
        """The seconds to wait, as requested by the server."""
        seconds = self.fields.get("retry_after")
        return float(seconds) if isinstance(seconds, int | float) else None


class ServerFailed(ModelUnavailable):
    code = "server_failed"
    what = "The server of {model} reported an error: {problem}."
    todo = "Try again later, or choose another model: `inkwright models`."


class ModelBusy(ModelUnavailable):
    code = "model_busy"
    what = "The model {model} is not accepting more requests: {problem}."
    todo = "Wait a moment, or choose another model: `inkwright models`."


class ModelTimedOut(ModelUnavailable):
    code = "model_timed_out"
    what = "The model {model} took too long: {problem}."
    todo = "Ask for less at once, raise the setting model_timeout, or choose another model: `inkwright models`."


class ReplyCut(ModelUnavailable):
    code = "reply_cut"
    what = "The reply from {model} was cut off: {problem}."
    todo = "Try again, or choose another model: `inkwright models`."


class ModelRefused(ModelError):
    code = "model_refused"
    what = "The model {model} refused: {problem}."
    todo = "Rephrase the request, or choose another model: `inkwright models`."


class ReplyMalformed(ModelError):
    code = "reply_malformed"
    what = "The response from {model} is not a model reply: {problem}."
    todo = "Check that the address belongs to a model: `inkwright models test`."


class ModelDenied(ModelError):
    """Names the variable for the key, never the key."""

    code = "model_denied"
    what = "The model {model} denied access: {problem}."
    todo = "Set a valid key in {variable}, then test it: `inkwright models test`."


class ModelUnknown(ModelError, ValueError):
    code = "model_unknown"
    what = "Unknown model {model}: {problem}."
    todo = "List the available models: `inkwright models`."


class ModelNotInstalled(ModelError):
    """Carries the command that installs the missing part."""

    code = "model_not_installed"
    what = "The model {model} needs a component that is not installed: {problem}."
    todo = "Install it: {command}"


class ModelNotChosen(ModelError):
    code = "model_not_chosen"
    what = "{variable} holds a key for {provider}, but no one could be asked whether to use it."
    todo = "Use it: `inkwright models set {provider}`. Use no model: add `--model rule`."


class RequestTooLong(ModelError):
    code = "request_too_long"
    what = "The request is too long for {model}: {problem}."
    todo = "Use less text, or choose a model with a larger context: `inkwright models`."


class RequestInvalid(ModelError):
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
    """A plan made by rules, without a model, failed; `problem` explains why in whole sentences."""

    code = "plan_failed"
    what = "Inkwright could not make it: {problem}."
    todo = "If the text lacks something, use another (`--from FILE`) or a model that can write: `inkwright models`."


class StoreError(InkwrightError):
    """`place` is the database or the file, without passwords."""

    code = "store"
    what = "The data in {place} cannot be used: {problem}."


class StoreUnavailable(StoreError):
    """Nothing was lost, and nothing was written."""

    code = "store_unavailable"
    retryable = True
    what = "{place} is not responding: {problem}."
    todo = "Check the disk, the bucket or the database server, then try again."


class StoreDamaged(StoreError):
    """Trying again does not help. Nothing was written, so that what is left can be saved."""

    code = "store_damaged"
    what = "{place} is damaged: {problem}."
    todo = "See what is left: `inkwright db check`. Restore a backup: `inkwright db restore DIR`, or move the file."


class StoreInUse(StoreError):
    code = "store_in_use"
    retryable = True
    what = "{place} is in use by another program."
    todo = "End the conversations and turns that run elsewhere, then try again."


class StoreTooNew(StoreError):
    code = "store_too_new"
    what = "A newer version of Inkwright ({found}) wrote {place}."
    todo = "Use that version, or restore a backup: `inkwright db restore`."


class StoreTooOld(StoreError):
    code = "store_too_old"
    what = "{place} must be upgraded first (current version: {found})."
    todo = "Back up the database, then run `inkwright db upgrade`."


class ProgramMissing(StoreError):
    """Backups of a server's database are made and restored by the client programs of the server."""

    code = "program_missing"
    what = "{place} needs {program}, which is not installed."
    todo = "Install the Postgres client programs (Debian: apt-get install postgresql-client), then try again."


class FileLost(StoreError):
    """Another program removed or changed a file; its record still exists."""

    code = "file_lost"
    what = "The file {place} is not the one that was saved: {problem}."
    todo = "Restore a backup with `inkwright db restore`, or make the file again."


class NotDelivered(InkwrightError):
    """The disk of the person failed; the file is stored, so nothing is lost."""

    code = "not_delivered"
    what = "{name} is finished, but it could not be saved in {path}: {problem}."
    todo = "Inkwright has stored it. Save it with `inkwright files export {id} -o FOLDER`."


class TurnLost(InkwrightError):
    code = "turn_lost"
    what = "Another process has continued or deleted this request, so it ends here."
    todo = "`inkwright resume` lists it while it runs, and `inkwright history` shows its result."


class ServiceFailed(InkwrightError):
    code = "service_failed"
    retryable = True
    what = "The service at {url} reports a problem: {problem}"
    todo = "Check the address, the network and the token."


class InstallFailed(InkwrightError):
    code = "install_failed"
    what = "The installation failed: {problem}."
    todo = "Check the network and the write permissions of this environment, then try again."


class TypesettingFailed(InkwrightError):
    """`problem` is the message of the `program`. The source is not changed."""

    code = "typesetting_failed"
    what = "{program} could not typeset the document: {problem}."
    todo = "Simplify the part named above, and try again."


class TypesettingTimedOut(TypesettingFailed):
    code = "typesetting_timed_out"
    what = "{program} was stopped because the document took longer than {seconds} {seconds:second|seconds}."
    todo = "Use less text at once, or simplify the tables and formulas."


@dataclass(frozen=True, slots=True)
class Attempt:
    """A rejected reply, and the feedback sent to the model."""

    reply: str
    feedback: str
    example: str = ""


class GaveUp(InkwrightError):
    """Carries every attempt. `usage` is their sum."""

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
        """The feedback on the last attempt."""
        return self.attempts[-1].feedback if self.attempts else ""


class NeverAnswered(GaveUp):
    code = "never_answered"
    what = "The model sent no text in {count} {count:reply|replies}."
    todo = "Try another model: `inkwright models`."


class NeverParsed(GaveUp):
    code = "never_parsed"
    what = "{parser} accepted no reply in {count} {count:attempt|attempts}. The last problem: {last_feedback}"
    todo = "Try a stronger model, or ask for less at once."
