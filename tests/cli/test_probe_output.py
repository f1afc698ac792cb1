"""How the result of a model's test is printed."""

import io
from pathlib import Path

from inkwright.cli.probe_output import print_probe
from inkwright.cli.shell import Shell
from inkwright.settings import load_settings
from inkwright.usecases.model_tests import ModelCheck, ProbeResult


def test_each_check_is_a_line_with_its_problem(tmp_path: Path) -> None:
    out = io.StringIO()
    settings = load_settings(flags={"color": "never"}, environ={}, folder=tmp_path, home=tmp_path)
    checks = (ModelCheck("reply", True, 1.5), ModelCheck("instructions", False, problem="it wrote a poem"))
    print_probe(ProbeResult("local:m", checks), Shell(settings, "en", out, io.BytesIO()))
    assert out.getvalue().splitlines()[1:] == ["  ✓ answers 1.5 s", "  ✗ follows instructions: it wrote a poem"]
