"""The databases of this layer's tests."""

from tests.store.databases import postgres, url

__all__ = ["postgres", "url"]
