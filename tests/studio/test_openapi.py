"""The description from which the client of the studio is generated is that of the service."""

import json
import os
from pathlib import Path

from inkwright import ScriptedModel
from tests.server.live import live_server

DESCRIPTION = Path(__file__).parents[2] / "studio" / "openapi.json"


def test_the_client_of_the_studio_is_generated_from_the_description_of_the_service(tmp_path: Path) -> None:
    with live_server(tmp_path, ScriptedModel([])) as server:
        served = server.client().get("/api/openapi.json").json()
    if os.environ.get("INKWRIGHT_GOLDEN") == "write":
        DESCRIPTION.write_text(json.dumps(served, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    hint = "INKWRIGHT_GOLDEN=write pytest tests/studio, then npm run client in studio/"
    assert json.loads(DESCRIPTION.read_text(encoding="utf-8")) == served, hint
