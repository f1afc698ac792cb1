"""The prompt files of the agent."""

from inkwright.i18n import Language
from inkwright.prompts import load_prompt


def agent_prompt(name: str, language: Language) -> str:
    """Return the prompt of this name."""
    return load_prompt("inkwright.agent", name, language).rstrip()
