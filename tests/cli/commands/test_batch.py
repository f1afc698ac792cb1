"""`inkwright batch`: the lines of a file are messages of one job."""

import json
from pathlib import Path

import pytest

from inkwright.cli.arguments import CommandParser
from inkwright.cli.commands import batch
from inkwright.errors import InvalidOption
from tests.cli.commands.test_jobs import shell_of


def test_a_batch_runs_in_its_own_process(tmp_path: Path) -> None:
    file = tmp_path / "lines.txt"
    file.write_text("Hello\n\nThank you\n")
    shell, out = shell_of(tmp_path)
    assert batch.run(batch.BatchOptions(str(file), model="rule", json=True), shell) == 0
    job = json.loads(out.getvalue())
    assert (job["status"], job["done"], job["title"], len(job["result"])) == ("finished", 2, "lines.txt", 2)


def test_a_file_without_messages_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "lines.txt"
    file.write_text("\n  \n")
    with pytest.raises(InvalidOption):
        batch.run(batch.BatchOptions(str(file), model="rule"), shell_of(tmp_path)[0])


def test_the_options_are_read_from_the_command_line() -> None:
    parser = CommandParser("en")
    batch.add_arguments(parser)
    options = parser.parse_options(["a.txt", "--max-dollars", "1.5", "--json"])[1]
    assert options == batch.BatchOptions("a.txt", max_dollars=1.5, json=True)
