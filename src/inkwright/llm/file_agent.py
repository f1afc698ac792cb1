"""`FileAgent`: an agent declared by a prompt, a content tag and an extension, which produces one named file."""

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Unpack

from pydantic import BaseModel

from inkwright.errors import InvalidOption
from inkwright.i18n import language_of, text
from inkwright.llm.attempts import ThoughtEvent, ThoughtListener, stream_events
from inkwright.llm.brain import Brain
from inkwright.llm.file_generation import ChatService, GenerationOptions, generate_with_retry
from inkwright.llm.models import Model, PieceListener, Request, Usage, ignore_piece
from inkwright.parsing import Rejected
from inkwright.parsing.files import File
from inkwright.prompts import load_prompt

FileValidator = Callable[[File], str | None]


class FileForm(BaseModel, ABC):
    """What a model fills in that is too weak to write a file: small, bounded fields, of which the file is made.

    `task` is said to it after the document, in a sentence; the descriptions of the fields say the rest.
    """

    task: ClassVar[str]

    @abstractmethod
    def file(self) -> File:
        """The file."""


@dataclass(frozen=True)
class FileAgent:
    """What makes one agent differ from another. The contract of the output format is put into its prompt for it.

    `validator` gets the file and returns what is wrong with it, in words for the model, or None. `form` makes, of
    a document, what a weak model fills in instead of writing the blocks; the file is checked in the same way.
    """

    name: str
    prompt: str
    content_tag: str
    extension: str
    validator: FileValidator | None = None
    form: Callable[[str], type[FileForm] | None] | None = None

    def __post_init__(self) -> None:
        if not self.extension.startswith(".") or len(self.extension) < 2:
            raise InvalidOption(option="extension", value=self.extension, allowed="It begins with a dot, such as .md.")

    @cached_property
    def system_prompt(self) -> str:
        """The agent's prompt and, in the same language, the contract of the format."""
        contract = load_prompt("inkwright.llm", "file_contract", language_of(self.prompt))
        terms = contract.replace("{tag}", self.content_tag)
        return f"{self.prompt.strip()}\n\n{terms.replace('{extension}', self.extension)}"

    async def write(self, document: str, service: ChatService, **options: Unpack[GenerationOptions]) -> dict[str, Any]:
        """One file from a document, in the shape and with the options of `generate_with_retry`."""
        options["check"] = self._problem
        options.setdefault("purpose", self.name)
        return await generate_with_retry(
            openai_service=service,
            system_prompt=self.system_prompt,
            user_content=document,
            content_tag=self.content_tag,
            **options,
        )

    def stream(self, document: str, by: Model, **options: Unpack[GenerationOptions]) -> AsyncIterator[ThoughtEvent]:
        """The same from a model, told as it happens: attempts, pieces, refusals, and the result in a `Thought`."""

        def run(tell: ThoughtListener) -> Awaitable[dict[str, Any]]:
            form = self.form(document) if self.form is not None and by.abilities.is_weak else None
            if form is not None:
                brain = Brain(by, call_log=options.get("call_log"))
                return self._filled_in(form, document, brain, options.get("max_attempts", 3), tell)
            options["tell"] = tell
            return self.write(document, ModelService(by, tell), **options)

        return stream_events(run)

    async def _filled_in(
        self, form: type[FileForm], document: str, brain: Brain, most_calls: int, tell: ThoughtListener
    ) -> dict[str, Any]:
        """The file that a weak model's form becomes."""
        asked = f"{document.strip()}\n\n{form.task}"
        filled = await brain.think_told(tell, asked, form, check=self._problem_with_form, max_retries=most_calls)
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
    """A `Model` as a chat service, so that one loop serves both. `hear` gets the pieces of each reply."""

    def __init__(self, model: Model, hear: PieceListener = ignore_piece) -> None:
        self.name = model.name
        self._model = model
        self._hear = hear

    async def chat_completion(
        self, *, messages: list[dict[str, Any]], temperature: float, max_tokens: int, model: str | None
    ) -> tuple[str, dict[str, int]]:
        """Ask the model; `model` is not looked at, because this service has but one."""
        reply = await self._model.reply(Request(messages, temperature, max_tokens), self._hear)
        return reply.text, _usage_dict(reply.usage)


def _usage_dict(usage: Usage) -> dict[str, Any]:
    return {
        "prompt_tokens": usage.prompt_tokens,
        "completion_tokens": usage.completion_tokens,
        "dollars": usage.dollars,
    }
