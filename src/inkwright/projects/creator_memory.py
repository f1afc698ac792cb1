"""The memory of a creator: facts are kept across conversations, visible, and deleted by the person."""

from dataclasses import dataclass

from inkwright.clock import Clock
from inkwright.errors import InvalidOption, NotFound
from inkwright.i18n import Reason
from inkwright.ids import Ids
from inkwright.projects.creator_facts import MAX_FACT, MAX_FACTS, CreatorFact, fact_key, valid_fact
from inkwright.projects.protocols import CreatorFacts


@dataclass(frozen=True, slots=True)
class CreatorMemory:
    """The memory of one owner."""

    facts: CreatorFacts
    owner: str
    ids: Ids
    clock: Clock

    async def all(self) -> list[CreatorFact]:
        """Return the facts, oldest first."""
        return await self.facts.all(owner=self.owner)

    async def remember(self, written: str, said: str = "") -> CreatorFact:
        """Keep a fact; one that is known already is returned as it is. InvalidOption if there are too many.

        `said` are the words of the person from which it was taken.
        """
        fact, known = valid_fact(written), await self.all()
        found = next((each for each in known if fact_key(each.text) == fact_key(fact)), None)
        if found is not None:
            return found
        if len(known) >= MAX_FACTS:
            raise InvalidOption(option="fact", value=fact[:40], allowed=Reason("memory.full", most=MAX_FACTS))
        new = CreatorFact(self.ids.new("fact"), self.owner, fact, self.clock.now(), " ".join(said.split())[:MAX_FACT])
        return await self.facts.add(new)

    async def forget(self, written: str) -> CreatorFact:
        """Delete the fact with this id or text, and return it; NotFound if there is none."""
        key = fact_key(" ".join(written.split()))
        found = next((each for each in await self.all() if each.id == written or fact_key(each.text) == key), None)
        if found is None or not await self.facts.remove(found.id, owner=self.owner):
            raise NotFound(what_kind=Reason("memory.word"), id=written[:100])
        return found
