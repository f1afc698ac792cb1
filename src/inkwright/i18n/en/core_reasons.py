"""Reasons given by the agent, the conversation, the use cases and the tools."""

from collections.abc import Mapping
from typing import Final

MESSAGES: Final[Mapping[str, str]] = {
    "reason.core.too_large": "it is larger than {limit} bytes",
    "reason.core.larger_than_setting": "it is larger than {limit} bytes (setting max_input)",
    "reason.core.deliverable_exists": "Another deliverable has that name.",
    "reason.core.agent_exists": "Another agent has that name.",
    "reason.core.one_of": "It is one of {names}.",
    "doctor.extension": "extension {name}",
    "doctor.extension.lost": "it cannot be used",
    "reason.core.tool_exists": "Another tool has that name.",
}
