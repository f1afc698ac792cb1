"""The kinds of artifacts, and who checks each."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from inkwright.artifacts.pptx_checks import check_deck
from inkwright.artifacts.vault import Checker

CHECKERS: Final[Mapping[str, Checker]] = MappingProxyType({"pptx": check_deck})
