"""Whether a process has ended is known for those of this machine."""

import subprocess

from inkwright.processes import is_gone, process_place


def test_a_process_is_gone_when_it_is_not_on_its_machine_any_more() -> None:
    child = subprocess.Popen(["sleep", "60"])
    place = process_place(child.pid)
    assert (is_gone(place), is_gone(process_place())) == (False, False)
    child.kill()
    child.wait()
    assert is_gone(place)
    assert not is_gone("another-boot pid:[1] 7 9"), "a process of another machine cannot be seen from here"
    assert not is_gone("")
