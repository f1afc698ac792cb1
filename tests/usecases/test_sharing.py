"""Links show what their owner shares, as long as they are valid, and never the file of a quiz."""

from datetime import timedelta
from pathlib import Path

import pytest

from inkwright.artifacts.documents.source_file import source_text
from inkwright.artifacts.vault import Verified
from inkwright.authoring.document_writer import draft_document
from inkwright.errors import InvalidOption, NotFound
from inkwright.usecases.artifact_edits import add_question
from inkwright.usecases.quiz_terms import QuizTerms
from inkwright.usecases.sharing import (
    MAX_DAYS,
    SHARED_FOLDER,
    ShareRequest,
    check_days,
    find_share,
    open_shared_artifact,
    share_artifact,
    share_path,
    shares_of,
)
from inkwright.usecases.store import LOCAL_OWNER, Store
from tests.each import each
from tests.store.test_shares import MovedClock
from tests.usecases.shared_quizzes import in_store, kept_draft, kept_quiz, shared_quiz, statement

QUIZ_FILE_REQUESTS = [ShareRequest(can_download=True), ShareRequest(follows_latest=True)]


def test_a_link_that_expired_was_revoked_or_is_foreign_opens_nothing(tmp_path: Path) -> None:
    async def work(store: Store, clock: MovedClock) -> None:
        shared = await shared_quiz(store)
        token = (await share_path(store, shared.share)).removeprefix(SHARED_FOLDER)
        assert await open_shared_artifact(store, token) == shared
        for wrong in ("", "x", shared.share.id, token[:-1], f"{token}x", f"{token}\n", "\0", "../" * 50):
            with pytest.raises(NotFound):
                await open_shared_artifact(store, wrong)
        second = await share_artifact(store, shared.record, ShareRequest(days=1))
        short = await store.shares.token(second)
        await store.shares.revoke(shared.share.id, LOCAL_OWNER)
        with pytest.raises(NotFound):
            await open_shared_artifact(store, token)
        clock.at += timedelta(days=1)
        with pytest.raises(NotFound):
            await open_shared_artifact(store, short)

    in_store(tmp_path, work)


def test_others_find_no_share_and_a_beginning_that_several_have_finds_none(tmp_path: Path) -> None:
    async def work(store: Store, _: MovedClock) -> None:
        first, second = await shared_quiz(store), await shared_quiz(store)
        assert await shares_of(store, owner="you") == []
        assert await shares_of(store, owner=LOCAL_OWNER) == [second.share, first.share]
        assert await shares_of(store, owner=LOCAL_OWNER, record=first.record) == [first.share]
        assert await find_share(store, first.share.id, owner=LOCAL_OWNER) == first.share
        for written, owner in ((first.share.id, "you"), ("share_", LOCAL_OWNER), ("", LOCAL_OWNER), ("%", LOCAL_OWNER)):
            with pytest.raises(NotFound):
                await find_share(store, written, owner=owner)

    in_store(tmp_path, work)


def test_a_quiz_is_shared_without_its_file_and_stays_in_the_version_that_was_shared(tmp_path: Path) -> None:
    async def work(store: Store, _: MovedClock) -> None:
        record = await kept_quiz(store)
        for request in QUIZ_FILE_REQUESTS:
            with pytest.raises(InvalidOption):
                await share_artifact(store, record, request)
        share = await share_artifact(store, record, ShareRequest())
        assert isinstance(await add_question(store, record, 1, statement(2)), Verified)
        opened = await open_shared_artifact(store, await store.shares.token(share))
        assert (opened.record, opened.can_download) == (record, False)

    in_store(tmp_path, work)


def test_a_document_follows_its_newest_version_if_that_was_asked_for_and_has_no_terms_of_a_quiz(tmp_path: Path) -> None:
    async def work(store: Store, _: MovedClock) -> None:
        draft = draft_document(source_text("雨 <b>", "plain", "en", "It rains.\n"), "pdf")
        record = await kept_draft(store, draft)
        with pytest.raises(InvalidOption):
            await share_artifact(store, record, ShareRequest(quiz=QuizTerms()))
        fixed = await share_artifact(store, record, ShareRequest())
        latest = await share_artifact(store, record, ShareRequest(follows_latest=True, can_download=True))
        newer = await store.vault.keep(draft, owner=LOCAL_OWNER, turn_id="turn_2", lineage=record.lineage)
        assert isinstance(newer, Verified)
        shown = [await open_shared_artifact(store, await store.shares.token(each)) for each in (fixed, latest)]
        assert [(each.record.version, each.can_download) for each in shown] == [(1, False), (2, True)]
        assert fixed.name == "雨 <b>"

    in_store(tmp_path, work)


@each("days", [0, -1, MAX_DAYS + 1, 10**9])
def test_no_link_is_valid_for_ever_or_not_at_all(days: int) -> None:
    with pytest.raises(InvalidOption):
        check_days(days)
