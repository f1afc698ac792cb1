"""Files of a page are opened and checked before they are given out; links need a published app."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from inkwright.errors import InvalidOption
from inkwright.store.shares import Share
from inkwright.usecases.app_exports import EXPORT_FORMATS, ExportedPage, export_run, page_numbers, share_run
from inkwright.usecases.sharing import open_shared_artifact
from tests.apps.samples import apps_of, compiled, converse, opened, ran, turn

CLASS_STEP = ("get_class_detail", {"class_id": "1A"})


def test_a_page_is_exported_in_every_format_and_shared_when_it_is_published(tmp_path: Path) -> None:
    async def go() -> None:
        async with opened(tmp_path) as inkwright:
            store = inkwright.store
            app = await compiled(inkwright, await converse(inkwright, turn(1, "1A 怎么样？", CLASS_STEP)))
            run = await ran(inkwright, app)
            assert run.page is not None
            assert page_numbers(run.page)
            for form in EXPORT_FORMATS:
                exported = await export_run(store, run, form)
                assert isinstance(exported, ExportedPage)
                assert exported.name.endswith(f".{form}")
            for bad in (export_run(store, run, "exe"), export_run(store, replace(run, page=None), "pdf")):
                with pytest.raises(InvalidOption):
                    await bad
            with pytest.raises(InvalidOption):
                await share_run(store, run, 7)
            await apps_of(inkwright).publish(app.id)
            share = await share_run(store, run, 7)
            assert isinstance(share, Share)
            shown = await open_shared_artifact(store, await store.shares.token(share))
            assert shown.record.kind == "pdf"

    asyncio.run(go())
