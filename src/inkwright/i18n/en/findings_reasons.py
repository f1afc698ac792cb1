"""English messages: reasons that artifacts, their files and their checks give."""

from collections.abc import Mapping
from typing import Final

MESSAGES: Final[Mapping[str, str]] = {
    "reason.checker.not_a_finding": "the checker returned something that is not a finding",
    "reason.draft.bytes": "The content of a file must be bytes.",
    "reason.draft.file_name": "Use a plain file name ({problem}).",
    "reason.draft.files": "A draft has at most {limit} {limit:file|files}.",
    "reason.draft.kind": "Use one short word such as 'pptx'.",
    "reason.draft.main": "The main file must be one of the files.",
    "reason.draft.same_name": "Give each file a different name.",
    "reason.draft.size": "All files together may have at most {limit} {limit:byte|bytes}.",
    "reason.draft.title": "Give a title of 1 to {limit} {limit:character|characters}.",
    "reason.package.doctype": "{part} declares a document type",
    "reason.package.duplicate_part": "it contains a part twice",
    "reason.package.entities": "{part} declares entities",
    "reason.package.missing_part": "{part} is missing in it",
    "reason.package.not_zip": "it does not begin like a zip",
    "reason.package.parts": "{count} {count:part|parts}",
    "reason.package.relation": "{relation} of {part}",
    "reason.package.shapes": "a slide has more than {limit} {limit:shape|shapes}",
    "reason.package.tags": "{count} {count:tag|tags}",
    "reason.pandoc.exit_code": "code {code}",
    "reason.pdf.no_pages": "it has no pages",
    "reason.pdf.page": "page {number}: {problem}",
    "reason.pdf.page_size": "page {number} has no usable size",
    "reason.snapshot.changed_file": "The file {name!r} is not the one that was checked.",
    "reason.snapshot.invalid": "Give the snapshot of a vault.",
    "reason.yaml.aliases": "aliases (`*name`) are not read",
    "reason.yaml.bounds": "more than {depth} {depth:level|levels} or {limit} {limit:value|values}",
    "reason.yaml.unreadable": "It cannot be read: {problem}",
}
