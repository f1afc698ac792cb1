"""The stored library is a `DocumentLibrary`, and what tools get of it can change nothing."""

from inkwright.library.protocols import DocumentLibrary, DocumentSearch
from inkwright.store.library import StoredLibrary


def test_the_stored_library_has_every_call_of_the_protocol() -> None:
    calls = {name for name in vars(DocumentLibrary) | vars(DocumentSearch) if not name.startswith("_")}

    assert {name for name in calls if not hasattr(StoredLibrary, name)} == set()


def test_tools_can_only_find_and_read() -> None:
    assert {name for name in vars(DocumentSearch) if not name.startswith("_")} == {"all", "get", "search", "read"}
