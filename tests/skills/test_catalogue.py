"""The skills of an owner: shipped in both languages, replaced by their own, and found by name or title."""

import asyncio

import pytest

from inkwright.clock import SystemClock
from inkwright.errors import InvalidOption, NotFound
from inkwright.i18n import Language
from inkwright.ids import TimedIds
from inkwright.skills.catalogue import SkillCatalogue, shipped_skills
from inkwright.skills.folders import SkillDraft
from inkwright.testing import MemorySkills

NAMES = ["critical-analysis", "professional-copy", "simplification", "storytelling"]


def catalogue(skills: MemorySkills | None = None, language: Language = "en") -> SkillCatalogue:
    return SkillCatalogue(skills or MemorySkills(), "me", TimedIds(), SystemClock(), language)


def test_four_skills_are_shipped_in_both_languages() -> None:
    for language in ("en", "zh"):
        shipped = shipped_skills(language)
        assert [each.name for each in shipped] == NAMES
        assert all(each.is_shipped and each.title and len(each.instructions) > 100 for each in shipped)
    assert asyncio.run(catalogue().get("讲故事")).name == "storytelling"
    assert asyncio.run(catalogue(language="zh").get("Professional Copy")).title == "专业文案"


def test_own_skills_are_created_once_changed_and_deleted() -> None:
    async def go() -> None:
        known = catalogue()
        made = await known.create(SkillDraft("Plain Words", "Plain.", "Use plain words."))
        with pytest.raises(InvalidOption):
            await known.create(SkillDraft("plain-words", "Plain.", "Other."))
        changed = await known.update(made, instructions="Shorter.")
        assert (changed.id, changed.description, changed.instructions) == (made.id, "Plain.", "Shorter.")
        assert [each.name for each in await known.all()] == [*NAMES[:1], "plain-words", *NAMES[1:]]
        await known.remove(changed)
        for again in (known.remove(changed), known.get("plain-words")):
            with pytest.raises(NotFound):
                await again

    asyncio.run(go())


def test_a_shipped_skill_stays_and_a_copy_replaces_it() -> None:
    async def go() -> None:
        known = catalogue()
        shipped = await known.get("storytelling")
        with pytest.raises(InvalidOption):
            await known.remove(shipped)
        copy = await known.update(shipped, instructions="My way.")
        assert (copy.is_shipped, (await known.get("storytelling")).instructions) == (False, "My way.")
        await known.remove(copy)
        assert (await known.get("storytelling")).is_shipped

    asyncio.run(go())
