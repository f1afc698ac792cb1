"""Errors of the caller: an input, an option or a setting cannot be used, and trying again does not help."""

from inkwright.errors.root import InkwrightError


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
