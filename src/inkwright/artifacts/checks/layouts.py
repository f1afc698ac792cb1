"""Layouts by their names: which may hold little, whoever made the deck."""

import re
from typing import Final

_SPARSE: Final = re.compile(
    r"section|quote|big.?number|closing|thank|title.?slide|\Atitle\Z|blank|节标题|标题幻灯片|引用|结束|致谢", re.I
)
_ALONE: Final = re.compile(r"section|closing|thank|title.?slide|\Atitle\Z|节标题|标题幻灯片|结束|致谢", re.I)


def may_stand_alone(layout: str) -> bool:
    """Whether a slide of this layout may have a title and nothing else."""
    return bool(_ALONE.search(layout))


def may_look_sparse(layout: str) -> bool:
    """Whether a slide of this layout may leave most of its body free."""
    return bool(_SPARSE.search(layout))
