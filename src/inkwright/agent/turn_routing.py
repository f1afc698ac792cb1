"""Find the route of a turn from its message, its project and the answers to the router's own question."""

from collections.abc import Callable

from inkwright.agent.agent_profiles import PROJECT_ROUTE, unified_agent
from inkwright.agent.artifact_scope import ScopedVault
from inkwright.agent.instructions import first_prompt
from inkwright.agent.project_commands import belongs_to_project
from inkwright.agent.repeated_tasks import with_task
from inkwright.agent.router import RouterInput, route_message
from inkwright.agent.services import PriorContext, TurnServices
from inkwright.agent.turn_sources import is_source_ask
from inkwright.conversation.asks import AnsweredAsk
from inkwright.conversation.turns import RouterResult, TurnState
from inkwright.i18n import language_of
from inkwright.llm.brain import Brain
from inkwright.llm.models import Model


def router_answers(turn: TurnState) -> list[AnsweredAsk]:
    """Return what the person answered, apart from which files they mean."""
    return [each for each in turn.agreed if not is_source_ask(each)]


async def find_route(
    turn: TurnState, services: TurnServices, prior: PriorContext, brain_of: Callable[[Model], Brain]
) -> RouterResult:
    """Return the route of a turn. A project has one of its own; any other message is a question to the fast model."""
    if services.workspace is not None and belongs_to_project(turn.message, services):
        return PROJECT_ROUTE
    fast = services.model_of("fast")
    given = _router_input(await with_task(turn, services) if fast.abilities.is_weak else turn, turn, prior)
    has_other = fast.name != services.model.name
    known = unified_agent(services.tools).tools
    route = await route_message(brain_of(fast), given, known, has_other_model=has_other)
    if route.refines and not await _may_refine(route.refines, turn, services):
        return route.model_copy(update={"refines": None})
    return route


def _router_input(asked: TurnState, turn: TurnState, prior: PriorContext) -> RouterInput:
    """Return what the router sees. `asked` is the turn with the message that a weak model is asked about."""
    language, answers = language_of(turn.message), router_answers(turn)
    return RouterInput(
        message=first_prompt(asked, (), language),
        language=language,
        talk=prior.talk,
        attached=tuple(each.name for each in asked.sources or ()),
        has_asked=bool(answers),
        chosen=answers[-1].answer.chosen if answers else "",
    )


async def _may_refine(artifact_id: str, turn: TurnState, services: TurnServices) -> bool:
    """Whether the guess of the router is an artifact that this turn may use."""
    artifact = await services.vault.get(artifact_id, owner=turn.owner)
    return artifact is not None and await ScopedVault(services, turn).allows(artifact)
