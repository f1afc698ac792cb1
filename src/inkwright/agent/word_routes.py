"""The route where the model is too small to guess one: the words of the message suggest it, and the person decides."""

from typing import Final

from inkwright.agent.things import THINGS, Thing, route_to
from inkwright.agent.wishes import things_in
from inkwright.conversation.results import ClarifyPayload, RouterResult
from inkwright.i18n import Language, text

_AND: Final = " + "


def route_by_words(message: str, language: Language, chosen: str | None) -> RouterResult | None:
    """The route that the person chose; a question, where the message speaks of making something; or None: talk."""
    if chosen is not None:
        things = _things_called(chosen, language)
        return route_to(things) if things else None
    meant = things_in(message)
    if not meant:
        return None
    named = [_AND.join(_name(thing, language) for thing in meant)]
    others = [_name(thing, language) for thing in THINGS if thing not in meant]
    several = [_name(thing, language) for thing in meant] if len(meant) > 1 else []
    clarify = ClarifyPayload(
        question=text(language, "route.which_thing"),
        options=[*named, *several, *others, text(language, "route.only_talk")],
    )
    return RouterResult(intent="clarify", confidence=0.5, clarify=clarify, strategy="ask_one_question")


def _name(thing: Thing, language: Language) -> str:
    return text(language, f"route.thing.{thing}")


def _things_called(label: str, language: Language) -> tuple[Thing, ...]:
    """The things of an option; of words of the person's own, those that they name."""
    named = {_name(thing, language): thing for thing in THINGS}
    parts = label.split(_AND)
    if all(part in named for part in parts):
        return tuple(named[part] for part in parts)
    # Behind the question what shall be made, the name of a thing is enough.
    return things_in(f"make: {label}")
