"""What the tools of a turn can reach: artifacts of this conversation and its project, and others that the person named.

Text from a file or a page may tell the model to read other files. What the person has not put into this conversation
therefore needs their word.
"""

from collections.abc import Collection
from typing import Final

from inkwright.agent.services import TurnServices
from inkwright.artifacts.drafts import Draft
from inkwright.artifacts.findings import Finding
from inkwright.artifacts.text import one_line
from inkwright.artifacts.vault import Verified
from inkwright.conversation.asks import AskDraft, AskOption, AskQuestion
from inkwright.conversation.turns import TurnState
from inkwright.i18n import language_of, text

ALLOW: Final = "allow"
_DENY: Final = "deny"
_QUESTION: Final = "artifact:"
_MAX_TITLE: Final = 60
_MAX_NAMED: Final = 50


class OutsideScope(Exception):
    """An artifact of another conversation. `draft` asks the person for it; None if they have refused it."""

    def __init__(self, artifact: Verified, draft: AskDraft | None) -> None:
        super().__init__(artifact.id)
        self.artifact = artifact
        self.draft = draft


class ScopedVault:
    """The vault as the tools of one turn see it. An artifact is named by its id or by the name of its file."""

    def __init__(self, services: TurnServices, turn: TurnState) -> None:
        self._vault = services.vault
        self._conversations = services.conversations
        self._turn = turn

    async def keep(
        self, draft: Draft, *, owner: str, turn_id: str, lineage: str | None = None
    ) -> Verified | tuple[Finding, ...]:
        return await self._vault.keep(draft, owner=owner, turn_id=turn_id, lineage=lineage)

    async def get(self, artifact_id: str, *, owner: str) -> Verified | None:
        """Return the artifact; raise OutsideScope for one of another conversation that the person has not allowed."""
        found = await self.find(artifact_id, owner=owner)
        if found is None or await self.allows(found):
            return found
        refused = self._answer(found) is not None
        raise OutsideScope(found, None if refused else await self._permission(found))

    async def read(self, artifact_id: str, *, owner: str, name: str | None = None) -> bytes | None:
        """Return a file of an artifact that `get` returns."""
        found = await self.get(artifact_id, owner=owner)
        return await self._vault.read(found.id, owner=owner, name=name) if found else None

    async def latest(self, *, owner: str, limit: int, conversation_id: str | None = None) -> list[Verified]:
        """Return the newest artifacts of this conversation and its project, also if another conversation is given."""
        return await self._vault.latest(owner=owner, limit=limit, conversation_id=self._turn.conversation_id)

    async def named(self, name: str, *, owner: str) -> Verified | None:
        """Return the newest artifact with this name that the turn may reach."""
        found = await self._vault.named(name, owner=owner)
        return found if found is not None and await self.allows(found) else None

    async def is_within(self, artifact_id: str, conversation_id: str, *, owner: str) -> bool:
        return await self._vault.is_within(artifact_id, conversation_id, owner=owner)

    async def conversation_of(self, artifact_id: str, *, owner: str) -> str | None:
        return await self._vault.conversation_of(artifact_id, owner=owner)

    async def discard_unfinished(self, turn_id: str, *, owner: str, finished: Collection[str]) -> None:
        await self._vault.discard_unfinished(turn_id, owner=owner, finished=finished)

    async def find(self, named: str, *, owner: str) -> Verified | None:
        """Return the artifact with this id or name, allowed or not; of several, one of this conversation."""
        if (by_id := await self._vault.get(named, owner=owner)) is not None:
            return by_id
        here = await self.latest(owner=owner, limit=_MAX_NAMED)
        own = next((each for each in here if each.name == named), None)
        return own or await self._vault.named(named, owner=owner)

    async def allows(self, artifact: Verified) -> bool:
        """Whether the turn may use the artifact: by its place, by the person's message, or by their answer."""
        turn = self._turn
        if await self._vault.is_within(artifact.id, turn.conversation_id, owner=turn.owner):
            return True
        named = (artifact.id, f"@{artifact.name}", f'@"{artifact.name}"')
        return any(each in turn.message for each in named) or self._answer(artifact) == ALLOW

    def _answer(self, artifact: Verified) -> str | None:
        """Return what the person said about this artifact in this turn; empty if they said nothing useful."""
        question = f"{_QUESTION}{artifact.id}"
        for each in self._turn.agreed:
            if each.ask.kind == "permission" and any(asked.id == question for asked in each.ask.questions):
                return each.answer.chosen if each.answer.status == "answered" else ""
        return None

    async def _permission(self, artifact: Verified) -> AskDraft:
        language = language_of(self._turn.message)
        place = await self._conversation_title(artifact)
        name = one_line(artifact.name)
        where = text(language, "scope.conversation", title=place) if place else text(language, "scope.elsewhere")
        question = AskQuestion(
            id=f"{_QUESTION}{artifact.id}",
            question=text(language, "scope.question", name=name, where=where),
            options=(
                AskOption(label=text(language, "scope.allow"), value=ALLOW),
                AskOption(label=text(language, "scope.deny"), value=_DENY),
            ),
            allow_freeform=False,
        )
        return AskDraft(kind="permission", title=text(language, "scope.title", name=name), questions=(question,))

    async def _conversation_title(self, artifact: Verified) -> str:
        """Return the beginning of the conversation in which it was made; empty if there is none any more."""
        owner = self._turn.owner
        conversation_id = await self._vault.conversation_of(artifact.id, owner=owner)
        first = await self._conversations.first_turn(conversation_id, owner=owner) if conversation_id else None
        title = one_line(first.message) if first else ""
        return title if len(title) <= _MAX_TITLE else f"{title[: _MAX_TITLE - 1]}…"
