"""Rank the chunks of the library for a query: by BM25 on SQLite, by the rarity of the matched words on Postgres."""

import math
from collections.abc import Sequence
from typing import Final

from sqlalchemy import text
from sqlalchemy.engine import Connection

from inkwright.library.terms import QueryWord

Ranked = list[tuple[int, float]]
"""The numbers of chunks with their scores, best first."""

_TITLE_WEIGHT: Final = 0.4
"""What a word counts that only a heading above the chunk or the name of the document has."""

_SQLITE: Final = text(
    "SELECT rowid, -rank AS score FROM library_index WHERE library_index MATCH :query"
    " AND rank MATCH :weights ORDER BY rank LIMIT :most"
)
_POSTGRES_COUNT: Final = text("SELECT count(*) FROM library_chunks WHERE scope = ANY(:scopes)")
_HAS_WORD: Final = "(terms @@ to_tsquery('simple', :{0}) OR titles @@ to_tsquery('simple', :{0}))"
_POSTGRES_MATCHES: Final = text(f"{_POSTGRES_COUNT.text} AND {_HAS_WORD.format('word')}")
_WORD_SCORE: Final = (
    ":weight{0} * (CASE WHEN terms @@ to_tsquery('simple', :word{0})"
    " THEN 1 + ts_rank(terms, to_tsquery('simple', :word{0}), 1)"
    f" WHEN titles @@ to_tsquery('simple', :word{{0}}) THEN {_TITLE_WEIGHT} ELSE 0 END)"
)
"""Between chunks that have the same words, their density decides; 1 divides it by the length of the chunk."""


def rank_chunks(connection: Connection, words: Sequence[QueryWord], scopes: Sequence[str], most: int) -> Ranked:
    """Return the best chunks of these scopes that have any word."""
    rank = _rank_sqlite if connection.dialect.name == "sqlite" else _rank_postgres
    return rank(connection, words, scopes, most) if words and scopes else []


def _rank_sqlite(connection: Connection, words: Sequence[QueryWord], scopes: Sequence[str], most: int) -> Ranked:
    wanted = " OR ".join(_fts_phrase(form, word) for word in words for form in word.forms)
    within = " OR ".join(f'"{scope}"' for scope in scopes)
    query = f"scope : ({within}) AND {{terms titles}} : ({wanted})"
    given = {"query": query, "weights": f"bm25(1.0, {_TITLE_WEIGHT}, 0.0)", "most": most}
    return [(row.rowid, row.score) for row in connection.execute(_SQLITE, given)]


def _fts_phrase(form: Sequence[str], word: QueryWord) -> str:
    # Terms are letters and digits only, so nothing in them has a meaning in a query.
    return f'"{" ".join(form)}"' + (" *" if word.is_prefix else "")


def _rank_postgres(connection: Connection, words: Sequence[QueryWord], scopes: Sequence[str], most: int) -> Ranked:
    queries = [_tsquery(word) for word in words]
    within = {"scopes": list(scopes)}
    count = connection.scalar(_POSTGRES_COUNT, within) or 0
    weights = {}
    for number, query in enumerate(queries):
        matched = connection.scalar(_POSTGRES_MATCHES, {**within, "word": query}) or 0
        weights[f"weight{number}"] = math.log(1 + (count - matched + 0.5) / (matched + 0.5))
    given = {f"word{number}": query for number, query in enumerate(queries)}
    score = " + ".join(_WORD_SCORE.format(number) for number in range(len(queries)))
    ranked = text(
        f"SELECT number, {score} AS score FROM library_chunks"  # noqa: S608 - only our own names are put into it
        f" WHERE scope = ANY(:scopes) AND {_HAS_WORD.format('any')} ORDER BY score DESC, number LIMIT :most"
    )
    values = {**within, **weights, **given, "any": " | ".join(queries), "most": most}
    return [(row.number, row.score) for row in connection.execute(ranked, values)]


def _tsquery(word: QueryWord) -> str:
    end = ":*" if word.is_prefix else ""
    return "(" + " | ".join("(" + " <-> ".join(form) + end + ")" for form in word.forms) + ")"
