"""The tables. Rows are appended; the state of a turn is one row that is replaced.

Each row has an owner: its own, or that of its turn.
"""

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

METADATA: Final = MetaData()
_ID: Final = 64
_OWNER: Final = 128
_HAS_OUTPUT: Final = text("output IS NOT NULL")

conversations = Table(
    "conversations",
    METADATA,
    Column("id", String(_ID), primary_key=True),
    Column("owner", String(_OWNER), nullable=False),
    Column("title", Text, nullable=False, default=""),
    Column("started_at", String(40), nullable=False),
    Column("project_id", String(_ID), ForeignKey("projects.id")),
    Index("conversations_by_owner", "owner", "started_at"),
)

messages = Table(
    "messages",
    METADATA,
    Column("number", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("id", String(_ID), nullable=False, unique=True),
    Column("conversation_id", String(_ID), ForeignKey("conversations.id", ondelete="CASCADE"), nullable=False),
    Column("owner", String(_OWNER), nullable=False),
    Column("role", String(16), nullable=False),
    Column("text", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("is_replaced", Boolean, nullable=False, server_default=false()),
    Index("messages_by_conversation", "conversation_id", "owner", "is_replaced", "number"),
)

turns = Table(
    "turns",
    METADATA,
    Column("id", String(_ID), primary_key=True),
    Column("conversation_id", String(_ID), ForeignKey("conversations.id", ondelete="CASCADE"), nullable=False),
    Column("owner", String(_OWNER), nullable=False),
    Column("status", String(16), nullable=False),
    Column("tokens", Integer),
    Column("state", LargeBinary),
    Column("message_id", String(_ID), nullable=False, server_default=""),
    Column("is_replaced", Boolean, nullable=False, server_default=false()),
    Column("epoch", Integer, nullable=False, server_default="0"),
    Column("output", Text),
    Index("turns_by_conversation", "conversation_id", "is_replaced", "id"),
    Index("turns_by_output", "owner", sqlite_where=_HAS_OUTPUT, postgresql_where=_HAS_OUTPUT),
)

journal = Table(
    "journal",
    METADATA,
    Column("turn_id", String(_ID), ForeignKey("turns.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("first", Integer, nullable=False),
    Column("kind", String(32), nullable=False),
    Column("body", Text, nullable=False),
)

ledger = Table(
    "ledger",
    METADATA,
    Column("number", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("turn_id", String(_ID), ForeignKey("turns.id", ondelete="CASCADE"), nullable=False),
    Column("artifact_id", String(_ID), nullable=False),
    Column("body", Text, nullable=False),
    UniqueConstraint("turn_id", "artifact_id"),
)

asks = Table(
    "asks",
    METADATA,
    Column("id", String(_ID), primary_key=True),
    Column("turn_id", String(_ID), ForeignKey("turns.id", ondelete="CASCADE"), nullable=False),
    Column("owner", String(_OWNER), nullable=False),
    Column("body", Text, nullable=False),
)

answers = Table(
    "answers",
    METADATA,
    Column("ask_id", String(_ID), ForeignKey("asks.id", ondelete="CASCADE"), primary_key=True),
    Column("owner", String(_OWNER), nullable=False),
    Column("body", Text, nullable=False),
)

steps = Table(
    "steps",
    METADATA,
    Column("key", String(255), primary_key=True),
    Column("result", Text),
    Column("lease", Float, nullable=False),
)

model_calls = Table(
    "model_calls",
    METADATA,
    Column("number", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("owner", String(_OWNER), nullable=False),
    Column("at", String(40), nullable=False),
    # Null for calls that earlier versions logged.
    Column("call_id", String(_ID), index=True),
    Column("turn_id", String(_ID), index=True),
    Column("purpose", String(128), nullable=False),
    # What was asked for, and the tool that asked for it.
    Column("subject", String(128), nullable=False),
    Column("tool", String(64), nullable=False),
    Column("model", String(200), nullable=False),
    Column("way", String(32), nullable=False),
    Column("prompt_tokens", Integer, nullable=False),
    Column("completion_tokens", Integer, nullable=False),
    Column("dollars", Float),
    Column("seconds", Float, nullable=False),
    Column("verdict", String(16), nullable=False),
    Column("reason", String(200), nullable=False),
    Column("source", String(80), nullable=False, index=True),
    Column("body", Text, nullable=False),
    Index("model_calls_by_owner", "owner", "at"),
)

artifacts = Table(
    "artifacts",
    METADATA,
    Column("id", String(_ID), primary_key=True),
    Column("owner", String(_OWNER), nullable=False),
    Column("conversation_id", String(_ID)),
    Column("turn_id", String(_ID), nullable=False),
    Column("kind", String(32), nullable=False),
    Column("name", String(255), nullable=False),
    # The versions of one artifact; several artifacts may have the same name.
    Column("lineage", String(_ID), nullable=False),
    Column("artifact_version", Integer, nullable=False),
    Column("made_at", String(40), nullable=False),
    Column("body", Text, nullable=False),
    UniqueConstraint("owner", "lineage", "artifact_version"),
    Index("artifacts_by_owner", "owner", "made_at"),
    Index("artifacts_by_name", "owner", "name"),
)

summaries = Table(
    "summaries",
    METADATA,
    Column("conversation_id", String(_ID), ForeignKey("conversations.id", ondelete="CASCADE"), primary_key=True),
    Column("upto_turn", String(_ID), primary_key=True),
    Column("owner", String(_OWNER), nullable=False),
    Column("text", Text, nullable=False),
)

attachments = Table(
    "attachments",
    METADATA,
    Column("conversation_id", String(_ID), ForeignKey("conversations.id", ondelete="CASCADE"), primary_key=True),
    Column("owner", String(_OWNER), primary_key=True),
    Column("name", String(255), primary_key=True),
    Column("characters", Integer, nullable=False),
    Column("text", LargeBinary, nullable=False),
)

projects = Table(
    "projects",
    METADATA,
    Column("id", String(_ID), primary_key=True),
    Column("owner", String(_OWNER), nullable=False),
    Column("name", String(80), nullable=False),
    # The normalised name; null if the project was removed, so that the name is free again.
    Column("taken", String(320)),
    Column("created_at", String(40), nullable=False),
    Column("removed_at", String(40)),
    Column("current_phase", String(32), nullable=False, server_default="intent"),
    # The states of the phases in their order, as JSON; empty for those of a new project.
    Column("phases", Text, nullable=False, server_default=""),
    Column("profile_id", String(_ID)),
    # The number of the last entry in its feed. Every change updates it first, so changes of one project take turns.
    Column("feed_number", Integer, nullable=False, server_default="0"),
    UniqueConstraint("owner", "taken"),
)

blocks = Table(
    "blocks",
    METADATA,
    Column("id", String(_ID), primary_key=True),
    Column("project_id", String(_ID), ForeignKey("projects.id", ondelete="CASCADE"), nullable=False),
    Column("owner", String(_OWNER), nullable=False),
    Column("parent_id", String(_ID), ForeignKey("blocks.id", ondelete="CASCADE")),
    Column("name", String(80), nullable=False),
    # The parent and the normalised name; null if the block was removed.
    Column("taken", String(400)),
    Column("position", Integer, nullable=False),
    Column("block_version", Integer, nullable=False),
    Column("characters", Integer, nullable=False),
    Column("created_at", String(40), nullable=False),
    Column("changed_at", String(40), nullable=False),
    Column("removal", String(_ID)),
    Column("depth", Integer, nullable=False, server_default="0"),
    Column("status", String(16), nullable=False, server_default="pending"),
    Column("is_stale", Boolean, nullable=False, server_default=false()),
    Column("digest", Text, nullable=False, server_default=""),
    Column("block_type", String(16), nullable=False, server_default="field"),
    # How it is produced, as JSON, without its type and its dependencies.
    Column("settings", Text, nullable=False, server_default="{}"),
    UniqueConstraint("project_id", "taken"),
)

block_dependencies = Table(
    "block_dependencies",
    METADATA,
    Column("block_id", String(_ID), ForeignKey("blocks.id", ondelete="CASCADE"), primary_key=True),
    Column("needed_id", String(_ID), ForeignKey("blocks.id", ondelete="CASCADE"), primary_key=True),
    Column("project_id", String(_ID), ForeignKey("projects.id", ondelete="CASCADE"), nullable=False),
    Column("rank", Integer, nullable=False),
    Index("block_dependencies_by_project", "project_id"),
    Index("block_dependencies_by_needed", "needed_id"),
)

block_texts = Table(
    "block_texts",
    METADATA,
    Column("block_id", String(_ID), ForeignKey("blocks.id", ondelete="CASCADE"), primary_key=True),
    Column("block_version", Integer, primary_key=True),
    Column("owner", String(_OWNER), nullable=False),
    Column("written_at", String(40), nullable=False),
    Column("characters", Integer, nullable=False),
    Column("text", LargeBinary, nullable=False),
    Column("author", String(16), nullable=False, server_default="person"),
    Column("reason", Text, nullable=False, server_default=""),
)

project_feed = Table(
    "project_feed",
    METADATA,
    Column("project_id", String(_ID), ForeignKey("projects.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("owner", String(_OWNER), nullable=False),
    Column("at", String(40), nullable=False),
    Column("kind", String(32), nullable=False),
    Column("author", String(16), nullable=False),
    Column("body", Text, nullable=False),
)

block_proposals = Table(
    "block_proposals",
    METADATA,
    Column("id", String(_ID), primary_key=True),
    Column("project_id", String(_ID), ForeignKey("projects.id", ondelete="CASCADE"), nullable=False),
    Column("block_id", String(_ID), ForeignKey("blocks.id", ondelete="CASCADE"), nullable=False),
    Column("owner", String(_OWNER), nullable=False),
    # The version of the text in which the hunks are located.
    Column("based_on", Integer, nullable=False),
    Column("created_at", String(40), nullable=False),
    Column("body", Text, nullable=False),
    Index("block_proposals_by_project", "project_id", "id"),
)

project_presets = Table(
    "project_presets",
    METADATA,
    Column("id", String(_ID), primary_key=True),
    Column("owner", String(_OWNER), nullable=False),
    Column("kind", String(32), nullable=False),
    Column("name", String(80), nullable=False),
    # The normalised name.
    Column("taken", String(320), nullable=False),
    Column("changed_at", String(40), nullable=False),
    Column("body", Text, nullable=False),
    UniqueConstraint("owner", "kind", "taken"),
)

tokens = Table(
    "tokens",
    METADATA,
    Column("id", String(_ID), primary_key=True),
    Column("owner", String(_OWNER), nullable=False),
    Column("name", String(128), nullable=False),
    Column("digest", String(64), nullable=False),
    Column("created_at", String(40), nullable=False),
    Column("expires_at", String(40)),
    Column("is_session", Boolean, nullable=False, server_default=false()),
)

job_workers = Table(
    "job_workers",
    METADATA,
    Column("id", String(_ID), primary_key=True),
    # The machine and the process, if other processes can see it.
    Column("place", String(200), nullable=False),
    # One more every few seconds, as long as the process lives.
    Column("beats", Integer, nullable=False),
)
