"""Of what sort a term is, and a mention of it: the words of a sentence that name something."""

from typing import Literal, NamedTuple

Sort = Literal["person", "place", "organisation", "year", "date", "number", "name", "concept", "act", "quality"]


class Mention(NamedTuple):
    """Words of a sentence that name something.

    `key` is the same for all forms of one term. `shape` says what else fits in its place: the kind of a number, or
    whether an English noun is plural. `slot` is the article before an English noun: "a", "the", or "" for none.
    `unit` is what is counted. `is_open` is false where it may be part of something, so that nobody could take it out.
    """

    start: int
    end: int
    text: str
    sort: Sort
    key: str
    shape: str = ""
    slot: str = ""
    unit: str = ""
    is_open: bool = True
