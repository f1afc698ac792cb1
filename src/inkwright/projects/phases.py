"""The seven phases of a content project, from one definition: their order, names, statuses, and the next one."""

import dataclasses
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypedDict

from inkwright.errors import InvalidOption
from inkwright.i18n import Reason
from inkwright.parsing.chinese_variants import simplify_requests


class PhaseDefinition(TypedDict):
    """A phase: its code, its Chinese and its English name."""

    code: str
    display_name: str
    english_name: str


PHASE_DEFINITIONS: Final[tuple[PhaseDefinition, ...]] = (
    {"code": "intent", "display_name": "意图分析", "english_name": "Intent"},
    {"code": "research", "display_name": "消费者调研", "english_name": "Audience research"},
    {"code": "design_inner", "display_name": "内涵设计", "english_name": "Inner design"},
    {"code": "produce_inner", "display_name": "内涵生产", "english_name": "Inner production"},
    {"code": "design_outer", "display_name": "外延设计", "english_name": "Outer design"},
    {"code": "produce_outer", "display_name": "外延生产", "english_name": "Outer production"},
    {"code": "evaluate", "display_name": "评估", "english_name": "Evaluation"},
)
PHASE_ORDER: Final = tuple(each["code"] for each in PHASE_DEFINITIONS)
PHASE_DISPLAY_NAMES: Final = {each["code"]: each["display_name"] for each in PHASE_DEFINITIONS}
PHASE_ENGLISH_NAMES: Final = {each["code"]: each["english_name"] for each in PHASE_DEFINITIONS}
_SEPARATORS: Final = str.maketrans(dict.fromkeys("_-\"'“”‘’「」『』《》【】", " "))
REORDERABLE: Final = frozenset(PHASE_ORDER[2:6])
"""The middle four; the others keep their places."""


def _key(written: str) -> str:
    """Return a key that ignores case, spaces, quotation marks, traditional characters, and the word for a phase."""
    plain = simplify_requests(unicodedata.normalize("NFKC", written).casefold())
    name = "".join(plain.translate(_SEPARATORS).split())
    return name.removeprefix("the").removesuffix("阶段").removesuffix("phase") or name


PHASE_ALIAS: Final = {
    **{_key(name): each["code"] for each in PHASE_DEFINITIONS for name in each.values() if isinstance(name, str)},
    "意图": "intent",
    "调研": "research",
    "用户调研": "research",
    "内涵": "design_inner",
    "外延": "design_outer",
    "评价": "evaluate",
    "evaluation": "evaluate",
}
"""The code of a phase, by everything that a person may call it; see `phase_code`."""

PhaseStatus = Literal["pending", "in_progress", "completed"]


@dataclass(frozen=True, slots=True)
class PhaseState:
    """A phase of a project, and how far it is."""

    code: str
    status: PhaseStatus = "pending"


FIRST_PHASES: Final = (PhaseState("intent", "in_progress"), *map(PhaseState, PHASE_ORDER[1:]))
"""The phases of a new project."""


def phase_code(written: str) -> str:
    """Return the code of a phase that a person named; InvalidOption with all names if it is unknown."""
    code = PHASE_ALIAS.get(_key(written))
    if code is None:
        names = ", ".join(f"{code} ({PHASE_DISPLAY_NAMES[code]})" for code in PHASE_ORDER)
        raise InvalidOption(option="phase", value=written[:80], allowed=Reason("project.phases", names=names))
    return code


def is_phase(written: str) -> bool:
    """Whether something is the name or the code of a phase."""
    return _key(written) in PHASE_ALIAS


def next_phase(phases: Sequence[PhaseState], current: str) -> str:
    """Return the code of the phase after the current one; InvalidOption if that is the last."""
    codes = [each.code for each in phases]
    following = codes[codes.index(current) + 1 :]
    if not following:
        raise InvalidOption(option="phase", value=current, allowed=Reason("project.last_phase"))
    return following[0]


def advance(phases: Sequence[PhaseState], current: str, target: str) -> tuple[PhaseState, ...]:
    """Return the phases after entering the target. One phase is in progress: the one that is left is completed,
    or pending again if the target comes before it.
    """
    codes = [each.code for each in phases]
    is_forward = codes.index(target) > codes.index(current)
    changed: dict[str, PhaseStatus] = {current: "completed" if is_forward else "pending", target: "in_progress"}
    return tuple(dataclasses.replace(each, status=changed.get(each.code, each.status)) for each in phases)


def reorder(phases: Sequence[PhaseState], middle: Sequence[str]) -> tuple[PhaseState, ...]:
    """Return the phases with the middle four in another order; InvalidOption if these are not the four."""
    if sorted(middle) != sorted(REORDERABLE):
        names = ", ".join(code for code in PHASE_ORDER if code in REORDERABLE)
        raise InvalidOption(
            option="phases", value=list(middle)[:10], allowed=Reason("project.phase_order", names=names)
        )
    by_code = {each.code: each for each in phases}
    return tuple(by_code[code] for code in (*PHASE_ORDER[:2], *middle, PHASE_ORDER[6]))
