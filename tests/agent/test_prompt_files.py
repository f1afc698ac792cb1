"""Every prompt file of the agent exists in both languages."""

from importlib.resources import files

from inkwright.agent.prompt_files import agent_prompt


def test_every_prompt_is_there_in_both_languages() -> None:
    names = {each.name for each in files("inkwright.agent").joinpath("prompts").iterdir() if each.name.endswith(".md")}
    stems = {name.split(".")[0] for name in names}
    assert names == {f"{stem}.{language}.md" for stem in stems for language in ("en", "zh")}
    assert all(agent_prompt(stem, language) for stem in stems for language in ("en", "zh"))
