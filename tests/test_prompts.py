"""Prompts are found in the folder of their package."""

from inkwright.prompts import load_prompt


def test_a_prompt_is_the_text_of_its_file_in_the_language_asked_for() -> None:
    assert "{record}" in load_prompt("inkwright.agent", "judge", "en")
    assert load_prompt("inkwright.agent", "judge", "zh") != load_prompt("inkwright.agent", "judge", "en")
