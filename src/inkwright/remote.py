"""Inkwright on a service: send messages, follow turns, answer questions and get files over HTTP.

A reader that loses its connection continues after the last event that it has seen.
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import httpx2

from inkwright.conversation.asks import Answer
from inkwright.conversation.events import EVENTS, Event
from inkwright.errors import InvalidOption, NotFound, ServiceFailed
from inkwright.i18n import DOOR_HEADER, Language, Reason
from inkwright.llm.origins import is_loopback
from inkwright.redaction import redact

_READ_SECONDS: Final = 60.0
"""Longer than the pause between two heartbeats."""

_CONNECT_SECONDS: Final = 10.0
_MAX_RETRIES: Final = 8
_FIRST_PAUSE: Final = 0.2
_MAX_PAUSE: Final = 5.0
_MAX_PROBLEM: Final = 500
_NEW_ATTACHMENTS: Final = "/api/conversations/attachments"
STREAM_ENDED: Final = "ended"
"""The name of the last frame of a stream of events; a stream without it was cut off."""


@dataclass(frozen=True, slots=True)
class RemoteTurn:
    """A turn that was begun on a service. It runs there, also if no client follows it."""

    id: str
    conversation_id: str
    after: int = 0


class RemoteInkwright:
    """One owner's conversations, turns and files on a service. `RemoteInkwright.open()` opens it."""

    def __init__(self, url: str, client: httpx2.AsyncClient) -> None:
        self.url = url
        self._client = client

    @classmethod
    @contextlib.asynccontextmanager
    async def open(
        cls, url: str, token: str | None = None, language: Language = "en"
    ) -> AsyncIterator["RemoteInkwright"]:
        """Connect to a service. Its token goes to this address only: redirects are not followed."""
        address = checked_address(url)
        headers = {
            "accept-language": language,
            DOOR_HEADER: "terminal",
            **({"authorization": f"Bearer {token}"} if token else {}),
        }
        timeout = httpx2.Timeout(_READ_SECONDS, connect=_CONNECT_SECONDS)
        # A proxy from the environment must not be used for requests to this machine.
        is_local = is_loopback(address)
        async with httpx2.AsyncClient(
            base_url=address, headers=headers, timeout=timeout, trust_env=not is_local, follow_redirects=False
        ) as client:
            yield cls(address, client)

    # --- turns ------------------------------------------------------------------------------------------

    async def send(
        self,
        message: str,
        *,
        conversation_id: str | None = None,
        deliverables: Sequence[str] = (),
        at_once: bool = False,
    ) -> RemoteTurn:
        """Send a message. `deliverables` are what it asks for, if a command says so."""
        body = {"message": message, "deliverables": list(deliverables), "atOnce": at_once}
        if conversation_id:
            body["conversationId"] = conversation_id
        return await self._begin("/api/agent/stream", body)

    async def answer(self, ask_id: str, answer: Answer, after: int = 0) -> RemoteTurn:
        """Answer a question; its turn continues. `after` is the number of the last event that was seen."""
        given = answer.model_dump(mode="json", exclude={"version"}, exclude_none=True)
        body = {"askId": ask_id, "answer": given}
        turn = await self._begin("/api/agent/answer", body)
        return RemoteTurn(turn.id, turn.conversation_id, after)

    async def latest_turn(self, conversation_id: str) -> str | None:
        """Return the id of the latest turn of a conversation."""
        messages = (await self.conversation(conversation_id))["messages"]
        return next((each["id"] for each in reversed(messages) if each["role"] == "assistant"), None)

    async def retry(self, turn_id: str) -> RemoteTurn:
        """Run a failed turn again."""
        return await self._begin("/api/agent/retry", {"turnId": turn_id})

    async def cancel(self, turn_id: str) -> None:
        """Stop a turn; what it made is kept. One that is over stays as it is."""
        response = await self._request("POST", "/api/agent/cancel", json={"turnId": turn_id})
        if response.status_code != httpx2.codes.CONFLICT:
            self._check(response)

    async def follow(self, turn_id: str, after: int = 0) -> AsyncIterator[tuple[int, Event]]:
        """Yield the events of a turn after a number, as they happen, until it is over or asks.

        A lost connection is made again, and nothing is shown twice or left out.
        """
        failures = 0
        while True:
            try:
                async for number, event in self._events(turn_id, after):
                    yield number, event
                    after, failures = number, 0
            except (httpx2.TransportError, _CutOff) as problem:
                failures += 1
                if failures > _MAX_RETRIES:
                    raise self._unreachable(problem) from problem
                await asyncio.sleep(min(_FIRST_PAUSE * 2**failures, _MAX_PAUSE))
            else:
                return

    # --- conversations and files ------------------------------------------------------------------------

    async def conversation(self, conversation_id: str) -> dict[str, Any]:
        """Return a conversation with its messages."""
        return await self._json(f"/api/conversations/{conversation_id}")

    async def latest_conversations(self, limit: int) -> list[dict[str, Any]]:
        """Return the newest conversations."""
        page = await self._json("/api/conversations", limit=limit)
        items: list[dict[str, Any]] = page["items"]
        return items

    async def attach(
        self, files: Mapping[str, bytes], conversation_id: str | None = None
    ) -> tuple[str, tuple[str, ...]]:
        """Upload files; return their conversation, a new one by default, and the names they have there."""
        parts = [("files", (name, content, "application/octet-stream")) for name, content in files.items()]
        path = f"/api/conversations/{conversation_id}/attachments" if conversation_id else _NEW_ATTACHMENTS
        found = self._check(await self._request("POST", path, files=parts)).json()
        return found["conversationId"], tuple(each["name"] for each in found["files"])

    async def read(self, artifact_id: str, *, owner: str = "", name: str | None = None) -> bytes | None:
        """Return one of the files of an artifact; None if it is gone. The token says who the owner is."""
        params = {"name": name} if name else {}
        response = await self._request("GET", f"/api/artifacts/{artifact_id}/file", params=params)
        if response.status_code == httpx2.codes.NOT_FOUND:
            return None
        return self._check(response).content

    def file_url(self, artifact_id: str) -> str:
        """Return where the file of an artifact is downloaded."""
        return f"{self.url}/api/artifacts/{artifact_id}/file"

    # --- inside -----------------------------------------------------------------------------------------

    async def _begin(self, path: str, body: dict[str, Any]) -> RemoteTurn:
        """Begin a turn. It runs apart from this request, so only the head of the response is read."""
        try:
            async with self._client.stream("POST", path, json=body) as response:
                if response.status_code != httpx2.codes.OK:
                    await response.aread()
                    self._check(response)
                return RemoteTurn(response.headers["x-turn-id"], response.headers["x-conversation-id"])
        except httpx2.TransportError as problem:
            raise self._unreachable(problem) from problem

    async def _events(self, turn_id: str, after: int) -> AsyncIterator[tuple[int, Event]]:
        path = f"/api/agent/turns/{turn_id}/events"
        number = 0
        async with self._client.stream("GET", path, params={"after": after}) as response:
            if response.status_code != httpx2.codes.OK:
                await response.aread()
                self._check(response)
            async for line in response.aiter_lines():
                name, _, value = line.partition(": ")
                if name == "id":
                    number = int(value)
                elif name == "event" and value == STREAM_ENDED:
                    return
                elif name == "data":
                    yield number, EVENTS.validate_json(value)
        raise _CutOff

    async def _json(self, path: str, **params: Any) -> dict[str, Any]:
        found: dict[str, Any] = self._check(await self._request("GET", path, params=params)).json()
        return found

    async def _request(self, method: str, path: str, **options: Any) -> httpx2.Response:
        try:
            return await self._client.request(method, path, **options)
        except httpx2.TransportError as problem:
            raise self._unreachable(problem) from problem

    def _check(self, response: httpx2.Response) -> httpx2.Response:
        if response.is_success:
            return response
        try:
            problem = json.loads(response.content)
            words = " ".join(filter(None, (str(problem["title"]), str(problem.get("detail") or ""))))
        except (ValueError, LookupError, TypeError):
            words = f"HTTP {response.status_code}"
        if response.status_code == httpx2.codes.NOT_FOUND and words.startswith("HTTP"):
            raise NotFound(what_kind="address", id=self.url)
        raise ServiceFailed(url=self.url, problem=words[:_MAX_PROBLEM])

    def _unreachable(self, problem: Exception) -> ServiceFailed:
        words = Reason("remote.unreachable", problem=redact(str(problem) or type(problem).__name__)[:_MAX_PROBLEM])
        return ServiceFailed(url=self.url, problem=words)


class _CutOff(Exception):
    """A stream ended before its last frame."""


def checked_address(url: str) -> str:
    """Return the address of a service without a slash at its end; InvalidOption if it is not one."""
    try:
        parsed = httpx2.URL(url)
    except httpx2.InvalidURL:
        parsed = httpx2.URL("")
    if parsed.scheme not in ("http", "https") or not parsed.host or parsed.userinfo or parsed.query:
        raise InvalidOption(option="--server", value=url[:200], allowed=Reason("remote.address"))
    return str(parsed).rstrip("/")
