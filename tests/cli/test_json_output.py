"""Values as JSON, for programs."""

import io
from pathlib import Path

from inkwright.cli.json_output import print_json, print_json_line
from inkwright.cli.shell import Shell
from inkwright.settings import load_settings


def test_chinese_stays_readable_and_a_line_is_one_line(tmp_path: Path) -> None:
    out = io.StringIO()
    settings = load_settings(flags={}, environ={}, folder=tmp_path, home=tmp_path)
    shell = Shell(settings, "en", out, io.BytesIO())
    print_json(shell, {"name": "雨"})
    print_json_line(shell, {"name": "雨"})
    assert out.getvalue() == '{\n  "name": "雨"\n}\n{"name": "雨"}\n'
