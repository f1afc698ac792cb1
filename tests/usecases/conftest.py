"""The databases of those use cases that look after them."""

from tests.store.databases import postgres, url

__all__ = ["postgres", "url"]
