"""Ask which block of a project a message means, before a model sees it: at every door, also where none asked before."""

from typing import Final

from inkwright.agent.services import TurnServices
from inkwright.conversation.asks import AskDraft, AskOption, AskQuestion
from inkwright.conversation.turns import TurnState
from inkwright.i18n import Language, text
from inkwright.projects.mentions import BLOCK_PREFIX, UnclearMention, has_mentions, resolve_mentions

_QUESTION: Final = "mention_"
_NO_BLOCK: Final = "none"


async def ask_about_mentions(turn: TurnState, services: TurnServices, language: Language) -> AskDraft | None:
    """Return the question about mentions that several blocks have, or to which only similar names exist; None if there
    is none, or it was answered.
    """
    workspace = services.workspace
    if workspace is None or turn.engine_messages or not has_mentions(turn.message):
        return None
    if any(question.id.startswith(_QUESTION) for each in turn.agreed for question in each.ask.questions):
        return None
    unclear = resolve_mentions(turn.message, await workspace.tree(), lambda _name: False).unclear
    questions = [_question(each, number, language) for number, each in enumerate(_to_ask(unclear))]
    if not questions:
        return None
    return AskDraft(kind="clarification", title=questions[0].question, questions=tuple(questions))


def _to_ask(unclear: tuple[UnclearMention, ...]) -> list[UnclearMention]:
    """Return each unclear name once. An unknown one to which no name is similar may be no block at all, such as an
    address or a person.
    """
    by_name = {each.written: each for each in unclear if each.candidates}
    return list(by_name.values())


def _question(mention: UnclearMention, number: int, language: Language) -> AskQuestion:
    paths = [each.removeprefix(BLOCK_PREFIX) for each in mention.candidates]
    options = [AskOption(label=each, value=each) for each in paths]
    if mention.reason == "unknown":
        options.append(AskOption(label=text(language, "content.no_mention", name=mention.written), value=_NO_BLOCK))
    return AskQuestion(
        id=f"{_QUESTION}{number}",
        question=text(language, "content.which_block", name=mention.written),
        options=tuple(options),
        allow_freeform=False,
    )
