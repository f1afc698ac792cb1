"""Whether a process has ended is known for those of this machine."""

import os
import signal
import subprocess

from inkwright.processes import is_gone, is_working, process_place


def test_a_process_is_gone_when_it_is_not_on_its_machine_any_more() -> None:
    child = subprocess.Popen(["sleep", "60"])
    place = process_place(child.pid)
    assert (is_gone(place), is_gone(process_place())) == (False, False)
    child.kill()
    child.wait()
    assert is_gone(place)
    assert not is_gone("another-boot pid:[1] 7 9"), "a process of another machine cannot be seen from here"
    assert not is_gone("")


def test_a_process_works_unless_it_was_stopped_has_ended_or_is_elsewhere() -> None:
    child = subprocess.Popen(["sleep", "60"])
    place = process_place(child.pid)
    assert (is_working(place), is_working("another-boot pid:[1] 7 9"), is_working("")) == (True, False, False)
    child.send_signal(signal.SIGSTOP)
    os.waitid(os.P_PID, child.pid, os.WSTOPPED)
    assert (is_working(place), is_gone(place)) == (False, False)
    child.kill()
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    assert (is_working(place), is_gone(place)) == (False, True), "it has ended, and nobody has waited for it"
    child.wait()
