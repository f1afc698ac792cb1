"""Open the store of this machine: the database, the files of artifacts, and the log of model calls."""

import asyncio
import contextlib
import fcntl
import json
import os
import re
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from io import FileIO
from pathlib import Path
from typing import Any, Final

from inkwright.agent.services import TurnLimits, TurnServices
from inkwright.agent.source_search import SourceSearch
from inkwright.agent.streaming import ShowEvent
from inkwright.agent.tools import AgentTool
from inkwright.artifacts.temporary_files import remove_leftovers
from inkwright.artifacts.vault import Vault
from inkwright.artifacts.verification import CHECKERS
from inkwright.clock import Clock, SystemClock
from inkwright.i18n import Language
from inkwright.ids import Ids, TimedIds
from inkwright.llm.call_log import Call, CallLog, NoCallLog
from inkwright.llm.models import CallVerdict, Model
from inkwright.llm.providers import Tier
from inkwright.projects.protocols import ProjectStores
from inkwright.projects.records import Project
from inkwright.projects.workspace import ProjectWorkspace
from inkwright.settings import DATABASE, FILES, HIDE_NAMES, LOG_CALLS, PASS_MARK, Settings
from inkwright.store.apps import StoredApps
from inkwright.store.artifacts import StoredRecords
from inkwright.store.attachments import StoredAttachments
from inkwright.store.blocks import StoredBlocks
from inkwright.store.buckets import BucketFiles, is_bucket
from inkwright.store.call_log_files import pending_by_age, pending_path
from inkwright.store.calls import StoredCalls
from inkwright.store.conversations import StoredConversations
from inkwright.store.creator_facts import StoredCreatorFacts
from inkwright.store.database import FILE_NAME, Database, database_url
from inkwright.store.evaluations import StoredEvaluations
from inkwright.store.files import ArtifactContents, ContentFiles, restrict_to_owner
from inkwright.store.journal import StoredJournal
from inkwright.store.library import StoredLibrary
from inkwright.store.personas import StoredPersonas
from inkwright.store.presets import StoredPresets
from inkwright.store.projects import StoredProjects
from inkwright.store.proposals import StoredProposals
from inkwright.store.school import StoredSchools
from inkwright.store.shares import StoredShares
from inkwright.store.skills import StoredSkills
from inkwright.store.submissions import StoredSubmissions
from inkwright.store.tokens import StoredTokens
from inkwright.store.turn_progress import StoredAsks, StoredLedger, StoredSteps
from inkwright.usecases.brands import read_home_brand
from inkwright.usecases.embeddings import open_embedder
from inkwright.usecases.research import open_sources

CALLS_FILE: Final = "calls.jsonl"
MAX_LOG_BYTES: Final = 20_000_000
MAX_ROTATED_FILES: Final = 25
_SECRET_NAME: Final = re.compile(r"(KEY|TOKEN|SECRET|PASSWORD)(_\d+)?$", re.IGNORECASE)
_REDACTED: Final = "[secret]"
_MIN_SECRET_LENGTH: Final = 8


def open_call_log(settings: Settings, environ: Mapping[str, str]) -> CallLog:
    """Return the log that the settings ask for: a file in the home folder, or none. Secrets of the environment are
    redacted.
    """
    if not settings.get(LOG_CALLS):
        return NoCallLog()
    secrets = [value.strip() for name, value in environ.items() if _SECRET_NAME.search(name)]
    return FileCallLog(settings.home / CALLS_FILE, [secret for secret in secrets if len(secret) >= _MIN_SECRET_LENGTH])


class FileCallLog:
    """Appends to a file that only its owner can read. A full file is set aside for the store to import; the latest ones
    are kept.

    Several programs may write to the same file: it is locked for each line.
    """

    def __init__(
        self, path: Path, secrets: Iterable[str] = (), *, clock: Clock | None = None, largest: int = MAX_LOG_BYTES
    ) -> None:
        self._path = path
        self._secrets = sorted(
            {encoded for secret in secrets for encoded in _encoded_forms(secret)}, key=len, reverse=True
        )
        self._clock = clock or SystemClock()
        self._largest = largest

    def record(self, call: Call) -> None:
        """Log one call. If the disk fails, the line is left out: that is not worth losing the reply."""
        self._append(_call_row(call, self._clock.now()))

    def judge(self, call: Call, verdict: CallVerdict) -> None:
        """Log what became of the reply to a call that was logged."""
        self._append({"conversation": call.origin.conversation_id, "judged": call.id, **_verdict_fields(verdict)})

    def _append(self, values: dict[str, Any]) -> None:
        # Values that are not JSON become text first, so that secrets in them are redacted too.
        row = json.loads(json.dumps(values, default=str))
        redacted = {name: self._without_secrets(value) for name, value in row.items()}
        line = json.dumps(redacted, ensure_ascii=False)
        with contextlib.suppress(OSError), os.fdopen(self._locked(), "ab", buffering=0) as file:
            _append_line(file, line.encode("utf-8", "backslashreplace") + b"\n")

    def _locked(self) -> int:
        """Return the file, open and locked until it is closed. A full file is moved away first."""
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        while True:
            handle = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            try:
                fcntl.flock(handle, fcntl.LOCK_EX)
                if self._is_current(handle):
                    if os.fstat(handle).st_size <= self._largest:
                        return handle
                    self._path.replace(pending_path(self._path))
                    self._forget_oldest()
            except BaseException:
                os.close(handle)
                raise
            os.close(handle)

    def _forget_oldest(self) -> None:
        """Delete the oldest files that were set aside: if no store imports them, they must not fill the disk."""
        for path in pending_by_age(self._path)[:-MAX_ROTATED_FILES]:
            path.unlink(missing_ok=True)

    def _is_current(self, handle: int) -> bool:
        """Whether the file still has its name; another program may have moved it before it was locked."""
        try:
            return os.path.samestat(os.fstat(handle), self._path.stat())
        except FileNotFoundError:
            return False

    def _without_secrets(self, value: Any) -> Any:
        if isinstance(value, str):
            for secret in self._secrets:
                value = value.replace(secret, _REDACTED)
            return value
        if isinstance(value, dict):
            return {self._without_secrets(key): self._without_secrets(item) for key, item in value.items()}
        return [self._without_secrets(item) for item in value] if isinstance(value, list) else value


def _append_line(file: FileIO, line: bytes) -> None:
    """Append the complete line or nothing: a partial line would spoil the next one too."""
    size = os.fstat(file.fileno()).st_size
    try:
        if file.write(line) == len(line):
            return
    except OSError:
        file.truncate(size)
        raise
    file.truncate(size)


def _encoded_forms(secret: str) -> set[str]:
    """Return the secret, and how it appears in JSON, and in JSON within JSON."""
    encodings = {secret}
    for _ in range(2):
        encodings |= {
            json.dumps(encoded, ensure_ascii=is_ascii)[1:-1] for encoded in encodings for is_ascii in (True, False)
        }
    return encodings


def _call_row(call: Call, moment: datetime) -> dict[str, Any]:
    return {
        # First, so that it can be read from a truncated line.
        "conversation": call.origin.conversation_id,
        "turn": call.origin.turn_id,
        "id": call.id,
        "at": moment.isoformat(),
        "purpose": call.purpose,
        "subject": call.subject,
        "tool": call.origin.tool,
        "model": call.model,
        "way": call.way,
        "messages": list(call.messages),
        "reply": call.reply,
        "prompt_tokens": call.usage.prompt_tokens,
        "completion_tokens": call.usage.completion_tokens,
        "dollars": call.usage.dollars,
        "seconds": round(call.seconds, 4),
        **_verdict_fields(call.verdict),
    }


def _verdict_fields(verdict: CallVerdict) -> dict[str, str]:
    return {"verdict": verdict.kind, "reason": verdict.reason}


ARTIFACTS_FOLDER: Final = "artifacts"
LOCAL_OWNER: Final = "local"
"""The owner on a machine with one person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Store:
    """All stores."""

    database: Database
    records: StoredRecords
    vault: Vault
    journal: StoredJournal
    ledger: StoredLedger
    asks: StoredAsks
    steps: StoredSteps
    conversations: StoredConversations
    attachments: StoredAttachments
    calls: StoredCalls
    projects: StoredProjects
    blocks: StoredBlocks
    proposals: StoredProposals
    presets: StoredPresets
    personas: StoredPersonas
    facts: StoredCreatorFacts
    skills: StoredSkills
    evaluations: StoredEvaluations
    tokens: StoredTokens
    library: StoredLibrary
    schools: StoredSchools
    apps: StoredApps
    shares: StoredShares
    submissions: StoredSubmissions
    sources: Sequence[SourceSearch]
    hides_names: bool
    home: Path
    ids: Ids
    clock: Clock

    @property
    def project_stores(self) -> ProjectStores:
        """All stores that the content of projects is in."""
        return ProjectStores(
            self.projects,
            self.blocks,
            self.proposals,
            self.presets,
            self.personas,
            self.facts,
            self.skills,
            self.evaluations,
        )

    def workspace(self, project: Project, language: Language = "en") -> ProjectWorkspace:
        """Return the content of a project."""
        return ProjectWorkspace(
            project.id, self.project_stores, owner=project.owner, ids=self.ids, clock=self.clock, language=language
        )

    def turn_services(
        self,
        model: Model,
        tools: Sequence[AgentTool],
        show: ShowEvent,
        limits: TurnLimits | None = None,
        tiers: Callable[[Tier], Model] | None = None,
        *,
        output: Path | None = None,
    ) -> TurnServices:
        """Return what a turn needs, with everything stored here. `output` is where the caller will save its files."""
        return TurnServices(
            model=model,
            tools=tools,
            vault=self.vault,
            journal=self.journal,
            ledger=self.ledger,
            asks=self.asks,
            steps=self.steps,
            conversations=self.conversations,
            attachments=self.attachments,
            ids=self.ids,
            clock=self.clock,
            show=show,
            limits=limits or TurnLimits(),
            tiers=tiers,
            projects=self.projects,
            open_workspace=self.workspace,
            library=self.library,
            schools=self.schools,
            apps=self.apps,
            hides_names=self.hides_names,
            sources=self.sources,
            home=self.home,
            brand=read_home_brand(self.home),
            output=None if output is None else str(output.absolute()),
        )


def artifacts_folder(settings: Settings) -> Path:
    """Return the folder of the artifacts' files, for a store without a bucket."""
    address = settings.get(FILES)
    return settings.home / ARTIFACTS_FOLDER if address == FILES.default or is_bucket(address) else Path(address)


def artifact_contents(settings: Settings) -> ArtifactContents:
    """Return where the contents of artifacts are kept: a folder, or a bucket."""
    address = settings.get(FILES)
    return BucketFiles(address, os.environ) if is_bucket(address) else ContentFiles(artifacts_folder(settings))


def check_files(settings: Settings) -> None:
    """Raise StoreUnavailable if the files are kept in a bucket that cannot be used. It waits for the answer."""
    contents = artifact_contents(settings)
    if isinstance(contents, BucketFiles):
        contents.check()


def _restrict_home(home: Path) -> None:
    named = (home / ARTIFACTS_FOLDER, home / CALLS_FILE)
    for path in (home, *home.glob(f"{FILE_NAME}*"), *home.glob("*.log"), *named):
        restrict_to_owner(path)


@contextlib.asynccontextmanager
async def open_store(settings: Settings) -> AsyncIterator[Store]:
    """Open the store, created or upgraded if necessary; all connections are closed at the end."""
    database = Database(database_url(settings.get(DATABASE), settings.home))
    await asyncio.to_thread(remove_leftovers)
    _restrict_home(settings.home)
    try:
        await database.open()
        store = _stores(database, settings)
        await store.calls.import_log(settings.home / CALLS_FILE)
        try:
            yield store
        finally:
            await store.journal.close()
            await store.calls.import_log(settings.home / CALLS_FILE)
    finally:
        await database.close()


async def prepare_store(settings: Settings) -> None:
    """Create or upgrade the database, before several processes open it."""
    async with open_store(settings):
        pass


def _stores(database: Database, settings: Settings) -> Store:
    ids, clock = TimedIds(), SystemClock()
    records = StoredRecords(database, artifact_contents(settings))
    vault = Vault(records, CHECKERS, ids=ids, clock=clock)
    journal = StoredJournal(database)
    library = StoredLibrary(database, ids, clock, open_embedder(settings))
    return Store(
        database=database,
        records=records,
        vault=vault,
        journal=journal,
        ledger=StoredLedger(database),
        asks=StoredAsks(database),
        steps=StoredSteps(database),
        conversations=StoredConversations(database, clock),
        attachments=StoredAttachments(database, clock),
        calls=StoredCalls(database, clock, LOCAL_OWNER),
        projects=StoredProjects(database, clock),
        blocks=StoredBlocks(database),
        proposals=StoredProposals(database),
        presets=StoredPresets(database),
        personas=StoredPersonas(database),
        facts=StoredCreatorFacts(database),
        skills=StoredSkills(database),
        evaluations=StoredEvaluations(database),
        tokens=StoredTokens(database, ids, clock),
        library=library,
        sources=open_sources(settings, library),
        schools=StoredSchools(database, pass_share=settings.get(PASS_MARK) / 100),
        apps=StoredApps(database, clock),
        shares=StoredShares(database, ids, clock),
        submissions=StoredSubmissions(database),
        hides_names=settings.get(HIDE_NAMES),
        home=settings.home,
        ids=ids,
        clock=clock,
    )
