"""The collector of unused objects: what is loaded is left out while the service runs, and only then."""

import gc

from inkwright.server.collecting import collecting_rarely


def test_loaded_objects_are_left_out_while_the_service_runs_and_looked_through_again_after_it() -> None:
    before = gc.get_threshold()
    with collecting_rarely():
        assert gc.get_freeze_count() > 0
        assert gc.get_threshold() > before
    assert (gc.get_freeze_count(), gc.get_threshold()) == (0, before)
