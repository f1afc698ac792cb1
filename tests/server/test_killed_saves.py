"""Pages that save a project as they go, while the service is killed: what was acknowledged is there, and once."""

import asyncio
import contextlib
import json
import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx2 as httpx
import pytest

from inkwright import ScriptedModel
from inkwright.application import Inkwright
from inkwright.server.app import create_app
from inkwright.server.metrics import Metrics
from inkwright.server.options import ServerOptions
from inkwright.server.serving import running_service
from inkwright.usecases.database import check_database
from inkwright.usecases.projects import open_project
from tests.store.turn_writer import settings_of

SEED = 20_261_120
NAMES = ("a", "b", "c")
SHARED = "Shared"
"""The block that all pages write; each page has another one of its own."""


@dataclass
class Page:
    """A page in a browser: it saves one text after the other, and follows what happens to the project.

    `accepted` are the texts that the service has acknowledged, by block and version; `sent` are all. `numbers` are the
    changes that the page has heard of.
    """

    name: str
    project: str
    blocks: list[str]
    accepted: dict[tuple[str, int], str] = field(default_factory=dict)
    sent: set[str] = field(default_factory=set)
    numbers: list[int] = field(default_factory=list)

    def save(self, url: str) -> None:
        """Save until the service is gone; after a conflict, read and go on."""
        with (
            contextlib.suppress(httpx.HTTPError),
            httpx.Client(base_url=f"{url}/api/projects/{self.project}") as client,
        ):
            based_on = {each: self._version(client, each) for each in self.blocks}
            while True:
                for block in self.blocks:
                    words = f"{self.name} writes {len(self.sent)}. " * 20
                    self.sent.add(words)
                    answer = client.put(f"/blocks/{block}/text", json={"text": words, "based_on": based_on[block]})
                    if answer.status_code == 409:
                        based_on[block] = self._version(client, block)
                        continue
                    assert answer.status_code == 200, answer.text
                    based_on[block] = answer.json()["textVersion"]
                    self.accepted[block, based_on[block]] = words

    def _version(self, client: httpx.Client, block: str) -> int:
        return int(client.get(f"/blocks/{block}").json()["textVersion"])

    def follow(self, url: str) -> None:
        """Follow the changes after the last one that is known, until the service is gone."""
        after = self.numbers[-1] if self.numbers else 0
        address = f"{url}/api/projects/{self.project}/feed/stream?after={after}"
        with contextlib.suppress(httpx.HTTPError), httpx.stream("GET", address) as stream:
            for line in stream.iter_lines():
                if line.startswith("data: {"):
                    self.numbers.append(json.loads(line.removeprefix("data: "))["number"])


async def _serve(home: Path, told: int) -> None:
    chosen = ServerOptions(port=0, pages_port=0)
    metrics = Metrics()
    async with (
        Inkwright.open(home=home, model=ScriptedModel([]), listen=metrics.listen) as inkwright,
        running_service(create_app(inkwright, chosen, metrics), chosen) as service,
    ):
        os.write(told, service.address.encode() + b"\n")
        await service.ended()


@contextlib.contextmanager
def killed_service(home: Path) -> Iterator[str]:
    """Serve in another process, which is killed at the end of the block."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            asyncio.run(_serve(home, writing))
        finally:
            os._exit(1)
    os.close(writing)
    try:
        with os.fdopen(reading) as told:
            yield told.readline().strip()
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


async def _new_pages(home: Path) -> list[Page]:
    async with Inkwright.open(home=home, model=ScriptedModel([])) as inkwright:
        project, _ = await open_project(inkwright.store, "Rivers", owner=inkwright.owner)
        workspace = inkwright.store.workspace(project)
        ids = {name: (await workspace.add(name)).block_id for name in (SHARED, *NAMES)}
        return [Page(name, project.id, [ids[name], ids[SHARED]]) for name in NAMES]


async def _lost(home: Path, pages: list[Page]) -> list[str]:
    """What was acknowledged and is not there, or is there twice, or was never sent."""
    health = await check_database(settings_of(home))
    found = list(map(str, health.problems))
    async with Inkwright.open(home=home, model=ScriptedModel([])) as inkwright:
        project, _ = await open_project(inkwright.store, "Rivers", owner=inkwright.owner)
        workspace = inkwright.store.workspace(project)
        accepted = {key: words for page in pages for key, words in page.accepted.items()}
        found += [] if len(accepted) == sum(len(page.accepted) for page in pages) else ["one version, two texts"]
        sent = set().union(*(page.sent for page in pages))
        feed = await workspace.feed(limit=1_000_000)
        changes = Counter(each.subject for each in feed if each.kind == "block_changed")
        for _, block in (await workspace.tree()).walk():
            versions = await workspace.versions(block.id)
            texts = [(await workspace.read(block.id, each.version)).text for each in versions]
            found += [f"{words[:20]} twice" for words, times in Counter(filter(None, texts)).items() if times > 1]
            found += [f"{words[:20]} was never sent" for words in texts if words and words not in sent]
            found += [] if changes[block.name] == block.version - 1 else [f"{block.name}: changes without an entry"]
            known = dict(zip((each.version for each in versions), texts, strict=True))
            found += [
                f"{words[:20]} is lost" for (id_, version), words in accepted.items()
                if id_ == block.id and known.get(version) != words
            ]  # fmt: skip
        found += [] if [each.number for each in feed] == list(range(1, len(feed) + 1)) else ["numbers with gaps"]
        for page in pages:
            if page.numbers != list(range(1, len(page.numbers) + 1)) or len(page.numbers) > len(feed):
                found.append(f"{page.name} heard {page.numbers[-20:]}")
    return found


def survives(home: Path, kills: int) -> list[Page]:
    chance = random.Random(SEED)
    pages = asyncio.run(_new_pages(home))
    for number in range(kills):
        with killed_service(home) as url:
            threads = [
                threading.Thread(target=work, args=(url,)) for page in pages for work in (page.save, page.follow)
            ]
            wanted = sum(len(page.sent) for page in pages) + chance.randint(1, 60)
            for thread in threads:
                thread.start()
            while sum(len(page.sent) for page in pages) < wanted:
                time.sleep(0.005)
        for thread in threads:
            thread.join()
        assert asyncio.run(_lost(home, pages)) == [], (SEED, number)
    return pages


def test_nothing_that_a_page_was_told_is_saved_is_lost_by_a_few_kills(tmp_path: Path) -> None:
    assert all(page.accepted for page in survives(tmp_path / "home", kills=2))


@pytest.mark.soak
def test_nothing_that_a_page_was_told_is_saved_is_lost_by_many_kills(tmp_path: Path) -> None:
    pages = survives(tmp_path / "home", kills=50)
    assert all(len(page.accepted) > 100 for page in pages)
