"""Clients learn which classes a turn has read, and how far its long work is."""

from inkwright.conversation.message_stream import message_parts
from inkwright.conversation.work_payloads import LongWork, long_work_event, school_read_event
from inkwright.school.records import Pupil, SchoolClass, Test


def test_what_was_read_is_named_so_that_a_client_can_open_it() -> None:
    read = school_read_event(
        "c1", classes=[SchoolClass("c0", "1A")], pupils=[Pupil("S01", "Amy", ("c0",))], tests=[Test("Quiz 1", 20)]
    )
    assert (read.name, read.id) == ("school-read", "c1")
    assert read.payload == {
        "classes": [{"id": "c0", "name": "1A"}],
        "pupils": [{"number": "S01", "name": "Amy", "classId": "c0"}],
        "tests": ["Quiz 1"],
    }


def test_of_a_large_school_only_the_first_are_named() -> None:
    pupils = [Pupil(f"S{number}", "Amy", ()) for number in range(500)]
    assert len(school_read_event("c1", pupils=pupils).payload["pupils"]) == 60


def test_a_message_keeps_only_how_the_work_ended() -> None:
    begun = LongWork(kind="research", status="running", title="Rain")
    ended = begun.model_copy(update={"status": "finished"})
    (kept,) = message_parts([long_work_event("c1", begun), long_work_event("c1", ended)])
    assert (kept["type"], kept["id"], kept["data"]["status"]) == ("data-work", "c1", "finished")
    assert "paperId" not in kept["data"]
