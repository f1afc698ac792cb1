"""The tool and event names that verification needs, computed from the registries, so that new tools and payloads are
included.
"""

from typing import Final

from inkwright.agent.tools import artifact_tool_names
from inkwright.conversation.payloads import artifact_event_types
from inkwright.tools.registry import all_tools

ARTIFACT_TOOL_SET: Final = artifact_tool_names(list(all_tools().values()))
ARTIFACT_EVENT_TYPES: Final = artifact_event_types()
