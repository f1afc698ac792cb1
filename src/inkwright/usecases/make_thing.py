"""Make slides, a document, a PDF, a quiz or a page: one message, one turn, and the verified files in a folder."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from inkwright.agent.desk import Desk
from inkwright.agent.things import THINGS, Thing, route_to
from inkwright.conversation.outcomes import Delivered, Failed, Outcome
from inkwright.conversation.results import RouterResult
from inkwright.i18n import Language, language_of, text
from inkwright.usecases.keep_file import keep_file
from inkwright.usecases.open_store import OWNER
from inkwright.usecases.send_message import send_message

__all__ = ["THINGS", "Order", "Thing", "deliver_files", "make_thing"]


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be made, in the person's words. `at_once`: without asking for an outline first."""

    thing: Thing
    request: str
    conversation_id: str
    at_once: bool = False

    @property
    def route(self) -> RouterResult:
        """The intent is given by the command: no model has to guess it."""
        return route_to([self.thing], at_once=self.at_once)

    def message(self, names: Sequence[str], language: Language) -> str:
        """What is said in the turn; without words of the person's, that it is to be made from their files."""
        said = self.request.strip() or text(language, f"make.from_files.{self.thing}", names=", ".join(names))
        return f"{said}\n\n{text(language_of(said), 'make.at_once')}" if self.at_once else said


async def make_thing(desk: Desk, order: Order, *, language: Language = "en") -> Outcome:
    """The outcome of the one message that asks for it. Files beside it belong to the order's conversation."""
    attached = await desk.attachments.of(order.conversation_id, owner=OWNER)
    said = order.message([each.name for each in attached], language)
    return await send_message(desk, said, order.route, owner=OWNER, conversation_id=order.conversation_id)


async def deliver_files(desk: Desk, outcome: Outcome, folder: Path, *, overwrite: bool = False) -> list[Path]:
    """What was verified, as files: also where the turn failed in the end."""
    made = outcome.artifacts if isinstance(outcome, Delivered | Failed) else ()
    paths: list[Path] = []
    for artifact in made:
        content = await desk.vault.read(artifact.id, owner=OWNER)
        if content is not None:
            paths.append(keep_file(folder, artifact.name, content, overwrite=overwrite))
    return paths
