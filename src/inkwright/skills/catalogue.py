"""The skills of an owner: the ones that come with the program, and their own, which may replace one of these."""

from dataclasses import replace
from datetime import UTC, datetime
from functools import lru_cache
from importlib import resources
from typing import Final

from inkwright.clock import Clock
from inkwright.errors import InvalidOption, NotFound
from inkwright.i18n import Language, Reason
from inkwright.ids import Ids
from inkwright.projects.protocols import Skills
from inkwright.projects.skills import MAX_SKILLS, Skill
from inkwright.skills.folders import SKILL_FILE, SkillDraft, parse_skill

_SHIPPED_AT: Final = datetime(2026, 1, 1, tzinfo=UTC)
_LANGUAGES: Final[tuple[Language, ...]] = ("en", "zh")


@lru_cache(maxsize=2)
def shipped_skills(language: Language) -> tuple[Skill, ...]:
    """Return the skills that come with the program, in a language."""
    folder = resources.files("inkwright.skills") / "shipped" / language
    names = sorted(each.name for each in folder.iterdir() if (each / SKILL_FILE).is_file())
    drafts = [parse_skill((folder / name / SKILL_FILE).read_text(encoding="utf-8")) for name in names]
    return tuple(
        Skill(f"skill_{each.name}", "", each.name, each.description, each.instructions, _SHIPPED_AT, each.title)
        for each in drafts
    )


class SkillCatalogue:
    """The skills of one owner, in a language."""

    def __init__(self, skills: Skills, owner: str, ids: Ids, clock: Clock, language: Language = "en") -> None:
        self._skills = skills
        self._owner = owner
        self._ids = ids
        self._clock = clock
        self._language = language

    async def all(self) -> list[Skill]:
        """Return all skills by name; one of the owner replaces a shipped one of its name."""
        own = {each.name: each for each in await self._skills.all(owner=self._owner)}
        shipped = {each.name: each for each in shipped_skills(self._language)}
        return [skill for _, skill in sorted({**shipped, **own}.items())]

    async def get(self, written: str) -> Skill:
        """Return the skill with this name, title or id; NotFound if there is none."""
        key = _key(written)
        known = await self.all()
        for each in known:
            if written == each.id or key in (_key(each.name), _key(each.title)):
                return each
        for language in _LANGUAGES:
            titles = {_key(each.title): each.name for each in shipped_skills(language)}
            found = next((each for each in known if each.name == titles.get(key)), None)
            if found is not None:
                return found
        raise NotFound(what_kind=Reason("skill.word"), id=written[:100])

    async def create(self, draft: SkillDraft) -> Skill:
        """Store a new skill; InvalidOption if the owner has one of this name, or too many."""
        own = await self._skills.all(owner=self._owner)
        if any(each.name == draft.name for each in own):
            raise InvalidOption(option="name", value=draft.name, allowed=Reason("skill.taken"))
        return await self._put(draft, len(own))

    async def save(self, draft: SkillDraft) -> Skill:
        """Store a skill, or replace the one of its name."""
        own = await self._skills.all(owner=self._owner)
        return await self._put(draft, sum(each.name != draft.name for each in own))

    async def update(self, skill: Skill, *, description: str = "", instructions: str = "", title: str = "") -> Skill:
        """Change what is given. A shipped skill is copied for the owner first."""
        draft = SkillDraft(
            skill.name, description or skill.description, instructions or skill.instructions, title or skill.title
        )
        draft.files = dict(skill.files)
        return await self.save(draft)

    async def remove(self, skill: Skill) -> None:
        """Delete a skill of the owner. One that comes with the program stays: InvalidOption."""
        if skill.is_shipped:
            raise InvalidOption(option="skill", value=skill.name, allowed=Reason("skill.shipped"))
        if not await self._skills.remove(skill.id, owner=self._owner):
            raise NotFound(what_kind=Reason("skill.word"), id=skill.name)

    async def _put(self, draft: SkillDraft, others: int) -> Skill:
        if others >= MAX_SKILLS:
            raise InvalidOption(option="skill", value=draft.name, allowed=Reason("skill.too_many", most=MAX_SKILLS))
        empty = Skill(self._ids.new("skill"), self._owner, draft.name, "", "", self._clock.now())
        return await self._skills.put(
            replace(
                empty,
                description=draft.description,
                instructions=draft.instructions,
                title=draft.title,
                files=draft.files,
            )
        )


def _key(written: str) -> str:
    return " ".join(written.casefold().replace("-", " ").replace("_", " ").split())
