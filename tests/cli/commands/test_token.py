"""`inkwright token`: made once, listed without its secret, and revoked."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from inkwright import NotFound
from inkwright.cli.commands import token
from inkwright.cli.shell import Shell
from inkwright.settings import load_settings


def run(home: Path, options: token.TokenOptions) -> str:
    out = io.StringIO()
    settings = load_settings(flags={}, environ={}, folder=home, home=home)
    assert token.run(options, Shell(settings, "en", out, io.BytesIO())) == 0
    return out.getvalue()


def test_a_token_is_shown_once_and_listed_without_its_secret(tmp_path: Path, capsys: Any) -> None:
    secret = run(tmp_path, token.TokenNewOptions("laptop", "anna")).strip()
    assert "anna" in capsys.readouterr().err
    listed = run(tmp_path, token.TokenListOptions())
    assert "laptop" in listed
    assert secret.partition(".")[2] not in listed
    (row,) = json.loads(run(tmp_path, token.TokenListOptions(json=True)))
    assert row["owner"] == "anna"
    assert "Revoked" in run(tmp_path, token.TokenRevokeOptions(row["id"]))
    assert run(tmp_path, token.TokenListOptions()) == "No tokens.\n"


def test_an_unknown_token_cannot_be_revoked(tmp_path: Path) -> None:
    for id_ in ("token_x", ""):
        with pytest.raises(NotFound):
            run(tmp_path, token.TokenRevokeOptions(id_))
