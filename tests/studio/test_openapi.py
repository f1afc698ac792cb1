"""The description from which the client of the studio is generated is that of the service."""

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
DESCRIPTION = ROOT / "studio" / "openapi.json"
SERVED = """
import sys
from pathlib import Path
from inkwright import ScriptedModel
from tests.server.live import live_server

with live_server(Path(sys.argv[1]), ScriptedModel([])) as server:
    print(server.client().get("/api/openapi.json").text)
"""


def test_the_client_of_the_studio_is_generated_from_the_description_of_the_service(tmp_path: Path) -> None:
    # In a process of its own: other tests register events, which the description would list.
    command = [sys.executable, "-c", SERVED, str(tmp_path)]
    written = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, encoding="utf-8").stdout
    served = json.loads(written)
    if os.environ.get("INKWRIGHT_GOLDEN") == "write":
        DESCRIPTION.write_text(json.dumps(served, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    hint = "INKWRIGHT_GOLDEN=write pytest tests/studio, then npm run client in studio/"
    assert json.loads(DESCRIPTION.read_text(encoding="utf-8")) == served, hint
