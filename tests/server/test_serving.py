"""Running the service: an address that cannot be used is refused with the reason."""

import asyncio
import socket
from pathlib import Path

import pytest

from inkwright import ScriptedModel
from inkwright.errors import InvalidOption
from inkwright.server.options import ServerOptions
from inkwright.server.serving import serve
from inkwright.settings import load_settings


def test_a_port_that_is_taken_is_refused_with_its_option(tmp_path: Path) -> None:
    settings = load_settings(flags={}, environ={}, folder=tmp_path, home=tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        for options in (ServerOptions(port=port, pages_port=0), ServerOptions(port=0, pages_port=port)):
            with pytest.raises(InvalidOption) as refused:
                asyncio.run(serve(settings, options, model=ScriptedModel([])))
            assert refused.value.fields["option"] == ("--port" if options.port else "--pages-port")
