"""`action`: what the turn is going to do, as soon as that is known."""

from typing import Final, Literal

from pydantic import ConfigDict, Field
from pydantic.alias_generators import to_camel

from inkwright.conversation.events import Data
from inkwright.conversation.payloads import data, register_payload
from inkwright.conversation.results import RouterResult
from inkwright.conversation.shapes import Shape

Doing = Literal["chat", "artifact", "clarify", "refuse", "build"]


class Action(Shape):
    """What clients may show while nothing else is there: which path, in which mode, for which intent, by which tier."""

    model_config = ConfigDict(alias_generator=to_camel, serialize_by_alias=True, populate_by_name=True)

    action: Doing = Field(
        description="What is done: answer in words, make something, ask first, refuse, or point to Build."
    )
    mode: str = Field(description="What the route expects: answer, artifact or clarify.")
    intent: str = Field(description="What the message was taken for.")
    model_tier: str = Field(description="Which model works: fast, standard, strong or vision.")


ACTION: Final = register_payload("action", Action)


def action(doing: Doing, route: RouterResult) -> Data:
    """The event that tells the route."""
    told = Action(action=doing, mode=route.expected_mode, intent=route.intent, model_tier=route.model_tier)
    return data(ACTION, told)
