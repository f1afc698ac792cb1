"""Errors of the store: stored data cannot be accessed or used."""

from inkwright.errors.root import InkwrightError


class StoreError(InkwrightError):
    """`place` is the database or the file, without passwords."""

    code = "store"
    what = "The data in {place} cannot be used: {problem}."


class StoreUnavailable(StoreError):
    """Nothing was lost, and nothing was written."""

    code = "store_unavailable"
    retryable = True
    what = "{place} is not responding: {problem}."
    todo = "Check the disk, the bucket or the database server, then try again."


class StoreDamaged(StoreError):
    """Trying again does not help. Nothing was written, so that what is left can be saved."""

    code = "store_damaged"
    what = "{place} is damaged: {problem}."
    todo = "See what is left: `inkwright db check`. Restore a backup: `inkwright db restore DIR`, or move the file."


class StoreInUse(StoreError):
    code = "store_in_use"
    retryable = True
    what = "{place} is in use by another program."
    todo = "End the conversations and turns that run elsewhere, then try again."


class StoreTooNew(StoreError):
    code = "store_too_new"
    what = "A newer version of Inkwright ({found}) wrote {place}."
    todo = "Use that version, or restore a backup: `inkwright db restore`."


class StoreTooOld(StoreError):
    code = "store_too_old"
    what = "{place} must be upgraded first (current version: {found})."
    todo = "Back up the database, then run `inkwright db upgrade`."


class ProgramMissing(StoreError):
    """Backups of a server's database are made and restored by the client programs of the server."""

    code = "program_missing"
    what = "{place} needs {program}, which is not installed."
    todo = "Install the Postgres client programs (Debian: apt-get install postgresql-client), then try again."


class FileLost(StoreError):
    """Another program removed or changed a file; its record still exists."""

    code = "file_lost"
    what = "The file {place} is not the one that was saved: {problem}."
    todo = "Restore a backup with `inkwright db restore`, or make the file again."
