"""What a skill says about itself."""

from datetime import UTC, datetime

from inkwright.projects.skills import Skill


def _skill(owner: str, *files: str) -> Skill:
    changed = datetime(2026, 1, 1, tzinfo=UTC)
    return Skill(
        "skill_1", owner, "plain", "Says it plainly.", "Use short words.", changed, files=dict.fromkeys(files, "")
    )


def test_a_skill_without_an_owner_comes_with_the_program() -> None:
    assert _skill("").is_shipped
    assert not _skill("me").is_shipped


def test_only_the_folder_of_scripts_has_programs() -> None:
    assert _skill("me", "scripts/run.sh").has_scripts
    assert not _skill("me", "examples/scripts.md", "scripts.md").has_scripts
