"""The stores of schools follow the protocol."""

from inkwright.school.protocols import Schools
from inkwright.store.school import StoredSchools
from inkwright.testing.memory_school import MemorySchools


def test_both_stores_have_every_method_of_the_protocol() -> None:
    names = {name for name in vars(Schools) if not name.startswith("_")}
    assert all(callable(getattr(store, name)) for store in (StoredSchools, MemorySchools) for name in names)
