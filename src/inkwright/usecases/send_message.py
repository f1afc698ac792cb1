"""Send a message: it is kept, becomes a turn, and the turn is carried to its outcome."""

from inkwright.agent.desk import Desk
from inkwright.agent.turn import run_turn
from inkwright.conversation.messages import Message
from inkwright.conversation.outcomes import Delivered, Failed, Outcome
from inkwright.conversation.results import RouterResult
from inkwright.conversation.turns import TurnState


async def send_message(
    desk: Desk, message: str, route: RouterResult, *, owner: str, conversation_id: str | None = None
) -> Outcome:
    """What becomes of the message. The route is given by whoever knows what is wanted: a command, a button."""
    conversation_id = conversation_id or desk.ids.new("conv")
    turn = TurnState(
        id=desk.ids.new("turn"), conversation_id=conversation_id, owner=owner, message=message, route=route
    )
    await desk.conversations.add_message(_message(desk, turn, "user", message))
    await desk.conversations.save_turn(turn)
    outcome = await run_turn(turn, desk)
    await keep_reply(desk, turn, outcome)
    return outcome


async def keep_reply(desk: Desk, turn: TurnState, outcome: Outcome) -> None:
    """The outcome as the message that the person sees in the conversation later on."""
    made = outcome.artifacts if isinstance(outcome, Delivered | Failed) else ()
    reply = _message(desk, turn, "assistant", outcome.message, tuple(artifact.id for artifact in made))
    await desk.conversations.add_message(reply)


def _message(desk: Desk, turn: TurnState, role: str, text: str, artifact_ids: tuple[str, ...] = ()) -> Message:
    return Message.model_validate(
        {
            "id": desk.ids.new("msg"),
            "conversation_id": turn.conversation_id,
            "owner": turn.owner,
            "role": role,
            "text": text,
            "artifact_ids": artifact_ids,
        }
    )
