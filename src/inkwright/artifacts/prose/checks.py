"""The findings about the text of a file, whatever its format."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from inkwright.artifacts.findings import Finding, finding, quoted_line
from inkwright.artifacts.prose.numbering import heading_faults, numbering_faults
from inkwright.artifacts.prose.prose_blocks import MAX_BLOCKS, ProseBlock
from inkwright.artifacts.prose.references import missing_headings, missing_targets, repeated_text, skipped_levels
from inkwright.artifacts.prose.sentences import unfinished_paragraphs
from inkwright.artifacts.prose.totals import wrong_points, wrong_totals
from inkwright.artifacts.text import one_line

_MOST: Final = 5
_SHOWN: Final = 60


def prose_issues(blocks: Sequence[ProseBlock]) -> Iterator[Finding]:
    """Yield the first few problems of each kind in a text in reading order."""
    read = blocks[:MAX_BLOCKS]
    for name, found in (
        ("unfinished", unfinished_paragraphs(read)),
        ("no_target", missing_targets(read)),
        ("no_heading", missing_headings(read)),
        ("level", skipped_levels(read)),
        ("repeated", repeated_text(read)),
    ):
        for text in islice(found, _MOST):
            shown = _last_words(text) if name == "unfinished" else quoted_line(text)
            yield finding(f"prose.{name}", severity="warning", text=shown)
    yield from numbering_issues(read)
    for block in read:
        for stated, right in wrong_points(block.text):
            yield finding("prose.total", severity="warning", stated=stated, right=right)


def _last_words(text: str) -> str:
    """Return the end of a text: that it stops is seen there."""
    return one_line(text if len(text) <= _SHOWN else f"…{text[-_SHOWN:]}")


def numbering_issues(blocks: Sequence[ProseBlock]) -> Iterator[Finding]:
    """Yield the first few wrong numbers of steps, items and headings."""
    for fault in islice((*numbering_faults(blocks), *heading_faults(blocks)), _MOST):
        yield finding("prose.numbering", severity="warning", before=fault.before, text=fault.found)


def table_issues(rows: Sequence[Sequence[str]]) -> Iterator[Finding]:
    """Yield the totals of a table that are wrong."""
    for stated, right in islice(wrong_totals(rows), _MOST):
        yield finding("prose.total", severity="warning", stated=stated, right=right)
