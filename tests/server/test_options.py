"""The options of the service."""

from inkwright.server.options import LOOPBACK_NAMES, ServerOptions, is_loopback
from tests.each import each


@each("host", [*LOOPBACK_NAMES, "127.8.9.1", "::1"])
def test_addresses_of_this_machine_are_loopback(host: str) -> None:
    assert is_loopback(host)


@each("host", ["0.0.0.0", "192.168.1.2", "::", "example.org", "localhost.example.org", "127.0.0.1.example.org", ""])
def test_every_other_address_is_not(host: str) -> None:
    assert not is_loopback(host)


def test_by_default_only_this_machine_reaches_the_service() -> None:
    assert is_loopback(ServerOptions().host)
    assert all(is_loopback(name) for name in ServerOptions().hosts)
