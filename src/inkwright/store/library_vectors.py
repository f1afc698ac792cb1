"""The vectors of chunks: which chunks lack one, and which are nearest to the vector of a query."""

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from sqlalchemy import delete, func, insert, select
from sqlalchemy.engine import Connection

from inkwright.store.library_tables import library_chunks, library_documents, library_vectors

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray

BYTES_PER_NUMBER: Final = 4
"""A stored vector is 32-bit numbers, one for each of its dimensions."""
_KEPT: Final = 2
_FEWEST: Final = 12
"""With fewer passages than this, the nearest ones cannot be distinguished from the others."""
_STANDING_OUT: Final = 2.0
"""By how many standard deviations a passage must be nearer than the mean, to be about the query at all."""


class UnembeddedChunk(NamedTuple):
    """A chunk without a vector of the model."""

    number: int
    document_id: str
    scope: str
    text: str


class _Loaded(NamedTuple):
    stamp: tuple[int, int]
    numbers: list[int]
    matrix: "NDArray[float32]"


class VectorIndex:
    """Nearest chunks by cosine. The vectors of the last scopes that were searched stay in memory."""

    def __init__(self) -> None:
        self._loaded: OrderedDict[tuple[str, int, tuple[str, ...]], _Loaded] = OrderedDict()
        self._lock = Lock()

    def nearest(
        self, connection: Connection, model: str, query: Sequence[float], scopes: Sequence[str], most: int
    ) -> list[int]:
        """Return the numbers of the chunks that are unusually near to the query, best first."""
        import numpy as np  # noqa: PLC0415 - it takes a tenth of a second, and only search by meaning needs it

        wanted = _unit(query)
        found = self._load(connection, model, len(wanted), tuple(sorted(scopes)))
        if len(found.numbers) < _FEWEST:
            return []
        scores = found.matrix @ wanted
        least = scores.mean() + _STANDING_OUT * scores.std()
        best = np.argsort(-scores, kind="stable")[:most]
        return [found.numbers[index] for index in best if scores[index] >= least]

    def _load(self, connection: Connection, model: str, dimensions: int, scopes: tuple[str, ...]) -> _Loaded:
        import numpy as np  # noqa: PLC0415 - as above

        c = library_vectors.c
        within = c.scope.in_(scopes) & (c.model == model) & (c.dimensions == dimensions)
        count, last = connection.execute(select(func.count(), func.max(c.number)).where(within)).one()
        key, stamp = (model, dimensions, scopes), (count, last or 0)
        with self._lock:
            kept = self._loaded.get(key)
        if kept is None or kept.stamp != stamp:
            rows = connection.execute(select(c.number, c.vector).where(within).order_by(c.number)).all()
            joined = b"".join(row.vector for row in rows)
            matrix = np.frombuffer(joined, dtype="<f4").reshape(len(rows), dimensions)
            kept = _Loaded(stamp, [row.number for row in rows], matrix)
        with self._lock:
            self._loaded[key] = kept
            self._loaded.move_to_end(key)
            while len(self._loaded) > _KEPT:
                self._loaded.popitem(last=False)
        return kept


def unembedded_chunks(
    connection: Connection, model: str, owner: str, most: int, document_id: str | None = None
) -> list[UnembeddedChunk]:
    """Return chunks of readable documents that have no vector of this model."""
    chunk = library_chunks.c
    query = (
        select(chunk.number, chunk.document_id, chunk.scope, chunk.text)
        .where(_lacks_vector(model, owner, document_id))
        .order_by(chunk.number)
        .limit(most)
    )
    return [UnembeddedChunk(*row) for row in connection.execute(query)]


def count_unembedded(connection: Connection, model: str, owner: str, document_id: str | None = None) -> int:
    """Return how many chunks of readable documents have no vector of this model."""
    query = select(func.count()).select_from(library_chunks).where(_lacks_vector(model, owner, document_id))
    return connection.scalar(query) or 0


def _lacks_vector(model: str, owner: str, document_id: str | None) -> Any:
    chunk, document, vector = library_chunks.c, library_documents.c, library_vectors.c
    ready = select(document.id).where(document.owner == owner, document.status == "ready")
    if document_id is not None:
        ready = ready.where(document.id == document_id)
    done = select(vector.number).where(vector.model == model)
    return chunk.document_id.in_(ready) & chunk.number.not_in(done)


def put_vectors(
    connection: Connection, model: str, chunks: Sequence[UnembeddedChunk], vectors: Sequence[Sequence[float]]
) -> None:
    """Store the vectors of chunks that still exist, in place of those of another model."""
    numbers = [each.number for each in chunks]
    existing = select(library_chunks.c.number).where(library_chunks.c.number.in_(numbers))
    alive = set(connection.scalars(existing))
    rows = [
        {
            "number": each.number,
            "document_id": each.document_id,
            "scope": each.scope,
            "model": model,
            "dimensions": len(vector),
            "vector": _unit(vector).tobytes(),
        }
        for each, vector in zip(chunks, vectors, strict=True)
        if each.number in alive
    ]
    connection.execute(delete(library_vectors).where(library_vectors.c.number.in_(numbers)))
    if rows:
        connection.execute(insert(library_vectors), rows)


def _unit(vector: Sequence[float]) -> "NDArray[float32]":
    """Return the vector with length 1, as it is stored: 32-bit numbers, the lowest byte first."""
    import numpy as np  # noqa: PLC0415 - as above

    values = np.asarray(vector, dtype="<f4")
    length = float(np.linalg.norm(values))
    return (values / length).astype("<f4") if length else values
