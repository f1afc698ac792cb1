"""Write rows of cells as a table in Markdown."""

from collections.abc import Sequence

from inkwright.artifacts.text import one_line


def markdown_table(rows: Sequence[Sequence[str]]) -> str:
    """Return the rows as a table; the first one is its header. All rows get the width of the widest."""
    width = max(map(len, rows), default=0)
    lines = [f"| {' | '.join(map(_cell, [*row, *[''] * (width - len(row))]))} |" for row in rows]
    return "\n".join([lines[0], "|" + " --- |" * width, *lines[1:]]) if lines and width else ""


def _cell(written: str) -> str:
    return one_line(written).replace("|", "\\|")
