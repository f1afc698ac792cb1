"""What students handed in by a share link, in the database. A student has at most the allowed number of attempts."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import func, insert, select, update
from sqlalchemy.engine import Connection, RowMapping

from inkwright.artifacts.quizzes.answer_sheet import GradedSheet, sheet_from_json, sheet_to_json
from inkwright.errors import NotFound
from inkwright.i18n import Reason
from inkwright.store.compression import compress_text, decompress_text
from inkwright.store.database import Database, stored_value
from inkwright.store.share_tables import quiz_submissions
from inkwright.store.times import format_time

MAX_SUBMISSIONS: Final = 5_000
"""How many a share accepts, so that nobody can fill the disk."""

_MAX_RACES: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """What one student handed in once. `student` is the normalised number or name that counts as one person; `once` is
    the key of the form, so that what is sent twice is stored once.
    """

    id: str
    share_id: str
    student: str
    once: str
    name: str
    number: str
    handed_in_at: datetime
    sheet: GradedSheet
    attempt: int = 1


class StoredSubmissions:
    """Stores what was handed in, and reads it again for the owner of the share."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, submission: Submission, *, attempts: int) -> Submission | None:
        """Store what was handed in as the next attempt; return what the same form handed in before, if it did.

        None if the student has no attempt left, or the share accepts no more.
        """
        for _ in range(_MAX_RACES):
            if earlier := await self._by_form(submission.share_id, submission.once):
                return earlier
            made, count = await self._counts(submission)
            if made >= attempts or count >= MAX_SUBMISSIONS:
                return None
            numbered = replace(submission, attempt=made + 1)
            if await self._database.try_write(_insertion(numbered)):
                return numbered
        return None

    async def of_share(self, share_id: str) -> list[Submission]:
        """Return what was handed in by a share, oldest first."""
        query = select(quiz_submissions).where(quiz_submissions.c.share_id == share_id).order_by(quiz_submissions.c.id)
        rows = await self._database.read(lambda connection: connection.execute(query).mappings().all())
        return [read_submission(row) for row in rows]

    async def count(self, share_id: str) -> int:
        """Return how many were handed in by a share."""
        query = select(func.count()).where(quiz_submissions.c.share_id == share_id)
        return await self._database.read(lambda connection: connection.scalar(query), is_short=True) or 0

    async def get(self, submission_id: str, share_id: str) -> Submission:
        """Return what was handed in by a share. NotFound if there is none."""
        same = (quiz_submissions.c.id == submission_id[:64]) & (quiz_submissions.c.share_id == share_id)
        query = select(quiz_submissions).where(same)
        row = await self._database.read(lambda connection: connection.execute(query).mappings().first())
        if row is None:
            raise NotFound(what_kind=Reason("share.submission"), id=submission_id[:80])
        return read_submission(row)

    async def regrade(self, submission: Submission) -> None:
        """Store the points of a submission again."""
        change = update(quiz_submissions).where(quiz_submissions.c.id == submission.id)
        body = {"body": _packed(submission.sheet)}
        await self._database.write(lambda connection: connection.execute(change.values(body)).close())

    async def _by_form(self, share_id: str, once: str) -> Submission | None:
        same = (quiz_submissions.c.share_id == share_id) & (quiz_submissions.c.once == once)
        query = select(quiz_submissions).where(same)
        row = await self._database.read(lambda connection: connection.execute(query).mappings().first())
        return read_submission(row) if row else None

    async def _counts(self, submission: Submission) -> tuple[int, int]:
        """Return how many attempts the student made, and how many submissions the share has."""
        of_share = quiz_submissions.c.share_id == submission.share_id
        made = select(func.count()).where(of_share, quiz_submissions.c.student == submission.student)
        attempts = await self._database.read(lambda connection: connection.scalar(made), is_short=True)
        return attempts or 0, await self.count(submission.share_id)


def _insertion(submission: Submission) -> Callable[[Connection], None]:
    row = _row(submission)
    return lambda connection: connection.execute(insert(quiz_submissions), row).close()


def _row(submission: Submission) -> dict[str, Any]:
    return {
        "id": submission.id,
        "share_id": submission.share_id,
        "student": submission.student,
        "attempt": submission.attempt,
        "once": submission.once,
        "name": submission.name,
        "number": submission.number,
        "handed_in_at": format_time(submission.handed_in_at),
        "body": _packed(submission.sheet),
    }


def _packed(sheet: GradedSheet) -> bytes:
    return compress_text(json.dumps(sheet_to_json(sheet), ensure_ascii=False))


@stored_value
def read_submission(row: RowMapping) -> Submission:
    """Return a stored submission."""
    return Submission(
        id=row["id"],
        share_id=row["share_id"],
        student=row["student"],
        once=row["once"],
        name=row["name"],
        number=row["number"],
        handed_in_at=datetime.fromisoformat(row["handed_in_at"]),
        sheet=sheet_from_json(json.loads(decompress_text(row["body"]))),
        attempt=row["attempt"],
    )
