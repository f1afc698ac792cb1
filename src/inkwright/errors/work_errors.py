"""Errors of work that had begun: it was lost, refused, given up, or its result could not be delivered."""

from dataclasses import dataclass

from inkwright.errors.root import InkwrightError


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
