"""Origins: scheme, host and port, and the variable for the key of each."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkwright.llm.origins import is_loopback, origin_of, server_key_variable
from tests.each import each

SAME = [
    ("https://api.example.com/v1", "https://API.example.com:443"),
    ("http://a.b", "http://a.b.:80/path"),
    ("http://[::1]:8080/v1", "http://[::1]:8080"),
]
OTHER = [
    ("https://api.example.com", "http://api.example.com"),
    ("https://api.example.com", "https://api.example.com:444"),
    ("https://api.example.com", "https://api-example.com"),
    ("https://api.example.com", "https://api_example.com"),
    ("https://a.b:8080", "https://a.b.8080"),
    ("https://a.b:8080", "https://a.b-p8080"),
    ("http://a.b", "https://http.a.b"),
    ("https://example.com", "https://example.com.evil.example"),
]


@each("first, second", SAME)
def test_the_same_origin_has_one_variable(first: str, second: str) -> None:
    assert origin_of(first) == origin_of(second)
    assert server_key_variable(first) == server_key_variable(second)


@each("first, second", OTHER)
def test_another_scheme_host_or_port_has_another_variable(first: str, second: str) -> None:
    assert origin_of(first) != origin_of(second)
    assert server_key_variable(first) != server_key_variable(second)


def test_the_variable_of_a_usual_server_is_easily_typed() -> None:
    assert server_key_variable("https://api.deepseek.com/v1") == "INKWRIGHT_KEY_API_DEEPSEEK_COM"
    assert server_key_variable("http://127.0.0.1:8000/v1") == "INKWRIGHT_KEY_http_127_0_0_1_p8000"


HOSTS = st.text(alphabet="abp.-_019é[]:x2d", min_size=1, max_size=12)
ADDRESSES = st.builds("{}://{}{}".format, st.sampled_from(["http", "https"]), HOSTS, st.sampled_from(["", ":1", ":80"]))


@given(ADDRESSES, ADDRESSES)
def test_two_origins_never_share_a_variable(first: str, second: str) -> None:
    try:
        are_one = origin_of(first) == origin_of(second)
    except ValueError:
        return
    assert (server_key_variable(first) == server_key_variable(second)) is are_one


@pytest.mark.parametrize("url", ["http://[", "http://a:b", "http://a:99999"])
def test_a_broken_address_has_no_origin_and_no_key(url: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        origin_of(url)
    assert server_key_variable(url) == "INKWRIGHT_KEY_invalid"


@each("url, expected", [("http://localhost:1", True), ("http://[::1]", True), ("http://127.9.9.9", True)])
def test_this_machine_is_known_by_its_names(url: str, expected: bool) -> None:
    assert is_loopback(url) is expected
    assert not is_loopback("http://localhost.example.com")
