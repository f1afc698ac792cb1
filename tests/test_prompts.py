"""Prompts are found in the folder of their package."""

from inkwright.prompts import load_prompt


def test_a_prompt_is_the_text_of_its_file_in_the_language_asked_for() -> None:
    assert "{message}" in load_prompt("inkwright.agent", "claims", "en")
    assert load_prompt("inkwright.agent", "claims", "zh") != load_prompt("inkwright.agent", "claims", "en")
