"""What a person has switched off or written down for every turn: tools, and standing instructions of a folder."""

from pathlib import Path
from typing import Final, NamedTuple

from inkwright.agent.tools import AgentTool
from inkwright.errors import InvalidOption
from inkwright.file_reading import read_limited
from inkwright.folder_trust import FolderSettings, folder_settings
from inkwright.i18n import Reason
from inkwright.parsing.fences import wrap_in_fence
from inkwright.settings import TOOLS_OFF, Settings
from inkwright.tools.registry import all_tools

INSTRUCTION_FILES: Final = ("INKWRIGHT.md", "AGENTS.md")
"""The files with standing instructions; the first one that a folder has counts."""

_MAX_BYTES: Final = 1_000_000
_MAX_CHARACTERS: Final = 8_000


class StandingInstructions(NamedTuple):
    """The instructions in a file of a folder. `is_cut`: only the beginning is used. `trust` is what the person said
    about them: whoever wrote the folder may have written them.
    """

    name: str
    text: str
    is_cut: bool
    trust: FolderSettings

    @property
    def is_trusted(self) -> bool:
        """Whether the person trusts exactly this text in this place."""
        return self.trust.answer is True

    def for_model(self) -> str:
        """Return the text in a fence: it is quoted, not part of the rules around it. Empty if it is not trusted."""
        return wrap_in_fence(self.text) if self.is_trusted else ""


def standing_instructions(folder: Path, home: Path) -> StandingInstructions | None:
    """Return the standing instructions of a folder, trusted or not; None without any.

    A link or a file that is too large is left alone. They are preferences: they allow nothing.
    """
    for name in INSTRUCTION_FILES:
        path = folder / name
        content = read_limited(path, _MAX_BYTES) if path.is_file() and not path.is_symlink() else None
        if isinstance(content, bytes) and (written := content.decode("utf-8", "replace").replace("\0", "").strip()):
            trust = folder_settings(home, path, {"instructions": written})
            return StandingInstructions(name, written[:_MAX_CHARACTERS], len(written) > _MAX_CHARACTERS, trust)
    return None


def enabled_tools(settings: Settings) -> list[AgentTool]:
    """Return the tools that the person has not switched off."""
    off = settings.get(TOOLS_OFF)
    return [tool for name, tool in all_tools().items() if name not in off]


def check_tool_name(name: str) -> None:
    """Refuse the name of a tool that does not exist."""
    if name not in all_tools():
        known = ", ".join(sorted(all_tools()))
        raise InvalidOption(option="/tools", value=name, allowed=Reason("reason.usecases.one_of", names=known))
