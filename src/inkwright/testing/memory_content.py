"""Personas, facts, skills and evaluations in memory: the reference for the stores."""

from dataclasses import replace

from inkwright.errors import NotFound
from inkwright.projects.creator_facts import CreatorFact, fact_key
from inkwright.projects.evaluations import Evaluation, with_adopted
from inkwright.projects.feed import ChangeOrigin, FeedEntry
from inkwright.projects.personas import Persona
from inkwright.projects.records import name_key
from inkwright.projects.skills import Skill
from inkwright.testing.memory_projects import MemoryProjects


class MemoryPersonas:
    """Keeps personas in a dict."""

    def __init__(self, projects: MemoryProjects) -> None:
        self._projects = projects
        self._known: dict[str, Persona] = {}

    async def of(self, project_id: str, *, owner: str) -> list[Persona]:
        ours = [each for each in self._known.values() if (each.project_id, each.owner) == (project_id, owner)]
        return sorted(ours, key=lambda each: each.id)

    async def put(self, persona: Persona, origin: ChangeOrigin) -> bool:
        self._projects.live(persona.project_id, persona.owner)
        for each in await self.of(persona.project_id, owner=persona.owner):
            if each.id != persona.id and name_key(each.name) == name_key(persona.name):
                return False
        self._known[persona.id] = persona
        self._tell(persona, origin)
        return True

    async def remove(self, persona: Persona, origin: ChangeOrigin) -> bool:
        self._projects.live(persona.project_id, persona.owner)
        if self._known.pop(persona.id, None) is None:
            return False
        self._tell(persona, origin)
        return True

    def _tell(self, persona: Persona, origin: ChangeOrigin) -> None:
        self._projects.tell(persona.project_id, FeedEntry(0, "persona_changed", origin, subject=persona.name))


class MemoryCreatorFacts:
    """Keeps facts in a dict."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], CreatorFact] = {}

    async def all(self, *, owner: str) -> list[CreatorFact]:
        return sorted((each for each in self._known.values() if each.owner == owner), key=lambda each: each.id)

    async def add(self, fact: CreatorFact) -> CreatorFact:
        return self._known.setdefault((fact.owner, fact_key(fact.text)), fact)

    async def remove(self, fact_id: str, *, owner: str) -> bool:
        key = next((key for key, each in self._known.items() if (each.id, each.owner) == (fact_id, owner)), None)
        return key is not None and bool(self._known.pop(key))


class MemorySkills:
    """Keeps skills in a dict."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], Skill] = {}

    async def all(self, *, owner: str) -> list[Skill]:
        return [self._known[key] for key in sorted(self._known) if key[0] == owner]

    async def put(self, skill: Skill) -> Skill:
        key = (skill.owner, skill.name)
        self._known[key] = replace(skill, id=self._known.get(key, skill).id)
        return self._known[key]

    async def remove(self, skill_id: str, *, owner: str) -> bool:
        key = next((key for key, each in self._known.items() if (each.id, each.owner) == (skill_id, owner)), None)
        return key is not None and bool(self._known.pop(key))


class MemoryEvaluations:
    """Keeps evaluations in a dict."""

    def __init__(self, projects: MemoryProjects) -> None:
        self._projects = projects
        self._known: dict[str, Evaluation] = {}

    async def add(self, evaluation: Evaluation, origin: ChangeOrigin) -> None:
        self._projects.live(evaluation.project_id, evaluation.owner)
        if evaluation.id in self._known:
            return
        self._known[evaluation.id] = evaluation
        ids = tuple(each.block_id for each in evaluation.targets)
        entry = FeedEntry(0, "evaluation_added", origin, ids, subject=evaluation.id)
        self._projects.tell(evaluation.project_id, entry)

    async def get(self, evaluation_id: str, *, owner: str) -> Evaluation | None:
        found = self._known.get(evaluation_id)
        return found if found and found.owner == owner else None

    async def of(self, project_id: str, *, owner: str, limit: int = 200) -> list[Evaluation]:
        ours = [each for each in self._known.values() if (each.project_id, each.owner) == (project_id, owner)]
        return sorted(ours, key=lambda each: each.id, reverse=True)[:limit]

    async def adopt(self, evaluation_id: str, number: int, proposal_id: str, *, owner: str) -> Evaluation:
        found = await self.get(evaluation_id, owner=owner)
        if found is None:
            raise NotFound(what_kind="evaluation", id=evaluation_id)
        self._known[evaluation_id] = with_adopted(found, number, proposal_id)
        return self._known[evaluation_id]

    async def remove(self, evaluation_id: str, *, owner: str) -> bool:
        is_ours = await self.get(evaluation_id, owner=owner) is not None
        return is_ours and bool(self._known.pop(evaluation_id))
