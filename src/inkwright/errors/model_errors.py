"""Errors of models: one could not be called, or did not answer."""

from inkwright.errors.root import InkwrightError


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
