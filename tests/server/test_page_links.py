"""Links to pages: signed, for one file, and short-lived."""

from datetime import UTC, datetime, timedelta

from inkwright.server.page_links import LINK_LIFETIME, PageLinks

NOW = datetime(2026, 1, 31, 9, tzinfo=UTC)


def test_a_link_shows_its_file_until_it_expires() -> None:
    links = PageLinks(b"secret")
    token, expires = links.token("me", "art_1", NOW)
    found = links.link(token, NOW)
    assert found is not None
    assert (found.owner, found.artifact_id) == ("me", "art_1")
    assert expires == NOW + LINK_LIFETIME
    assert links.link(token, expires - timedelta(seconds=1)) is not None
    assert links.link(token, expires) is None


def test_no_two_links_are_the_same_and_none_can_be_guessed_or_changed() -> None:
    links = PageLinks(b"secret")
    token, other = (links.token("me", "art_1", NOW)[0] for _ in range(2))
    assert token != other
    content, _, signature = token.partition(".")
    forged = [
        "",
        ".",
        content,
        f"{content}.",
        f".{signature}",
        f"{content}.{other.partition('.')[2]}",
        f"{content[:-4]}AAAA.{signature}",
        f"{token}.x",
        f"{content}.{signature[:-1]}",
        "é.é",
        "=" * 100 + "." + "=" * 100,
        token + "A" * 2_000,
    ]
    assert [each for each in forged if links.link(each, NOW) is not None] == []
    assert PageLinks(b"another").link(token, NOW) is None
