"""`FileAgent`: an agent declared by a prompt, a content tag and an extension, which produces one named file."""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Unpack

from pydantic import BaseModel

from inkwright.errors import InvalidOption
from inkwright.i18n import Reason, language_of, text
from inkwright.llm.attempts import (
    AttemptAccepted,
    AttemptRefused,
    AttemptStarted,
    ThoughtEvent,
    ThoughtListener,
    checked_reply,
    ignore_event,
    stream_events,
)
from inkwright.llm.brain import Brain
from inkwright.llm.call_log import LoggedModel
from inkwright.llm.file_generation import ChatService, GenerationOptions, generate_with_retry
from inkwright.llm.models import Model, PieceListener, Reply, Request, Usage, ignore_piece
from inkwright.parsing import Rejected
from inkwright.parsing.files import File
from inkwright.prompts import load_prompt

FileValidator = Callable[[File], str | None]


class FileForm(BaseModel, ABC):
    """A form for models that are too weak to write a file: small, bounded fields from which the file is built.

    `task` is one sentence after the document; the descriptions of the fields explain the rest.
    """

    task: ClassVar[str]

    @abstractmethod
    def file(self) -> File:
        """Build the file."""


@dataclass(frozen=True)
class FileAgent:
    """The declaration of an agent. The description of the output format is added to its prompt automatically.

    `validator` gets the file and returns the problem with it, worded for the model, or None. `form` returns the form
    that a weak model fills in for a document instead of writing the blocks; the file is checked in the same way.
    `may_skip`: whether a reply that only says so means that no file is needed.
    """

    name: str
    prompt: str
    content_tag: str
    extension: str
    validator: FileValidator | None = None
    form: Callable[[str], type[FileForm] | None] | None = None
    may_skip: bool = True

    def __post_init__(self) -> None:
        if not self.extension.startswith(".") or len(self.extension) < 2:
            raise InvalidOption(option="extension", value=self.extension, allowed=Reason("reason.llm.extension"))

    @cached_property
    def system_prompt(self) -> str:
        """The agent's prompt and, in the same language, the description of the output format."""
        contract = load_prompt("inkwright.llm", "file_contract", language_of(self.prompt))
        terms = contract.replace("{tag}", self.content_tag)
        return f"{self.prompt.strip()}\n\n{terms.replace('{extension}', self.extension)}"

    async def write(self, document: str, service: ChatService, **options: Unpack[GenerationOptions]) -> dict[str, Any]:
        """Write one file from a document. Result and options are those of `generate_with_retry`."""
        options["check"] = self._problem
        options["may_skip"] = self.may_skip
        options.setdefault("subject", self.name)
        if isinstance(service, ModelService):
            options["on_event"] = service.judging(options.get("on_event", ignore_event), self.name)
        return await generate_with_retry(
            openai_service=service,
            system_prompt=self.system_prompt,
            user_content=document,
            content_tag=self.content_tag,
            **options,
        )

    def stream(self, document: str, by: Model, **options: Unpack[GenerationOptions]) -> AsyncIterator[ThoughtEvent]:
        """Like `write`, as a stream of events; the last one is a `Thought` with the result.

        Calls are logged by the model, if it is a `LoggedModel`; the option `call_log` makes it one.
        """
        log = options.pop("call_log", None)
        by = by if log is None else LoggedModel(by, log)

        def run(on_event: ThoughtListener) -> Awaitable[dict[str, Any]]:
            form = self.form(document) if self.form is not None and by.abilities.is_weak else None
            if form is not None:
                brain = Brain(by, purpose="write")
                return self._fill_in(form, document, brain, options.get("max_attempts", 3), on_event)
            options["on_event"] = on_event
            return self.write(document, ModelService(by, on_event), **options)

        return stream_events(run)

    async def _fill_in(
        self, form: type[FileForm], document: str, brain: Brain, max_calls: int, on_event: ThoughtListener
    ) -> dict[str, Any]:
        """Let a weak model fill in the form, and return its file."""
        prompt_text = f"{document.strip()}\n\n{form.task}"
        filled = await brain.think_with_events(
            on_event, prompt_text, form, check=self._problem_with_form, max_retries=max_calls
        )
        file = filled.file()
        return {
            "file_name": file.name,
            "file_content": file.content,
            "raw_response": filled.model_dump_json(),
            "usage": _usage_dict(brain.usage),
            "is_skipped": False,
            "skip_reason": None,
        }

    def _problem_with_form(self, form: FileForm) -> str | None:
        rejected = self._problem(form.file())
        return rejected.feedback if rejected else None

    def _problem(self, file: File) -> Rejected | None:
        if not file.name.lower().endswith(self.extension.lower()):
            fields = {"name": file.name, "extension": self.extension}
            return Rejected("extension", text(language_of(self.prompt), "feedback.file.extension", **fields))
        problem = self.validator(file) if self.validator else None
        return Rejected("validator", problem) if problem else None


class ModelService:
    """A `Model` as a chat service, so that both use the same loop. `hear` is called with the pieces of each reply."""

    def __init__(self, model: Model, hear: PieceListener = ignore_piece) -> None:
        self.name = model.name
        self._model = model
        self._hear = hear
        self._subject = "file"
        self._way = ""
        self._reply = Reply("")

    def judging(self, on_event: ThoughtListener, subject: str) -> ThoughtListener:
        """Return a listener that reports what became of each reply, and passes every event on.

        `subject` names the file in the log.
        """
        self._subject = subject

        def listen(event: ThoughtEvent) -> None:
            if isinstance(event, AttemptStarted):
                self._way = event.way
            elif isinstance(event, AttemptAccepted):
                self._reply.accept()
            elif isinstance(event, AttemptRefused):
                self._reply.refuse(event.feedback)
            on_event(event)

        return listen

    async def chat_completion(
        self, *, messages: list[dict[str, Any]], temperature: float, max_tokens: int, model: str | None
    ) -> tuple[str, dict[str, int]]:
        """Ask the model. `model` is ignored: this service has only one."""
        request = Request(messages, temperature, max_tokens, purpose="write", subject=self._subject, way=self._way)
        self._reply = checked_reply(await self._model.reply(request, self._hear), self.name)
        return self._reply.text, _usage_dict(self._reply.usage)


def _usage_dict(usage: Usage) -> dict[str, Any]:
    return {
        "prompt_tokens": usage.prompt_tokens,
        "completion_tokens": usage.completion_tokens,
        "dollars": usage.dollars,
    }
