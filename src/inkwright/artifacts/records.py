"""What a vault knows of one artifact."""

from datetime import datetime

from pydantic import BaseModel, ConfigDict

from inkwright.artifacts.findings import Finding


class KeptRecord(BaseModel):
    """What a vault knows of one artifact, beside its files. `digests` has the SHA-256 of each."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    version: int
    kind: str
    name: str
    title: str
    size: int
    sha256: str
    report: tuple[Finding, ...]
    made_at: datetime
    owner: str
    turn_id: str
    digests: dict[str, str]
