"""Every error of Inkwright, in one tree.

InkwrightError
├── CallerError            the input cannot be used
│   ├── InvalidOption      an unknown option, or one with an invalid value
│   │   ├── SourcesLacking    nothing, or too little, to work from
│   │   ├── UnreadableQuiz    a file without a quiz, or with an invalid one
│   │   ├── InvalidSlide   a slide that its layout cannot show
│   │   └── LimitExceeded  an input that takes too much time, memory or space
│   ├── InvalidSetting     a setting with an invalid value
│   ├── InvalidSchema      an invalid schema
│   ├── BrokenParser       a parser that raises, or breaks the contract
│   ├── NotFound           an item that does not exist, or belongs to another owner
│   ├── AlreadyAnswered    a question that was answered before
│   ├── EditConflict       an edit of a text that has changed since it was read
│   ├── InvalidAnswer      an answer that the question does not allow
│   ├── TurnOver           a turn that cannot continue
│   ├── TurnRunning        a turn that must end first
│   ├── JobRunning         a job that does the same work, and must end first
│   ├── TextLacks          a text without the required content
│   ├── UnreadableInput    a file or standard input that cannot be read as text
│   │   └── UnusableBackup    a folder without a backup, or with an incomplete one
│   ├── UnreadableFile     a file that cannot be opened, or is too large
│   └── UnwritableOutput   a folder or file that cannot be written
├── ModelError             a model could not be called, or did not answer
│   ├── ModelUnavailable   it cannot be reached
│   │   ├── ServerFailed   its server answered with an error of its own
│   │   ├── ModelBusy      too many requests, or no quota left
│   │   ├── ModelTimedOut  it took too long
│   │   └── ReplyCut       its reply was cut off
│   ├── ModelRefused       it refuses to answer
│   ├── ReplyMalformed     the response is not a reply of a model
│   ├── ModelDenied        the key is missing or not accepted
│   ├── ModelUnknown       the model does not exist
│   ├── ModelNotInstalled  something that this model needs is not installed
│   ├── ModelNotChosen     there is a key, and no one could be asked whether to use it
│   ├── RequestTooLong     the request exceeds the context of the model
│   ├── RequestInvalid     the server rejects this request
│   ├── NoModelLeft        every member of a chain failed
│   └── PlanFailed         a plan made by rules, without a model, failed
├── StoreError             stored data cannot be accessed or used
│   ├── StoreUnavailable   the database or the disk does not answer
│   ├── StoreDamaged       the database, or a row of it, is not what was written
│   ├── StoreInUse         another program has the database open
│   ├── StoreTooNew        the database was written by a newer version
│   ├── StoreTooOld        the database must be upgraded first
│   ├── ProgramMissing     a client program of the database is not installed
│   └── FileLost           a stored file is missing or was changed
├── NotDelivered           a finished file could not be saved where it was wanted
├── TurnLost               another process has continued the turn
├── InstallFailed          something could not be installed
├── ServiceFailed          an Inkwright service cannot be reached, or refuses a request
├── TypesettingFailed      a typesetting program failed
│   └── TypesettingTimedOut   it took too long and was stopped
└── GaveUp                 every attempt failed
    ├── NeverAnswered      every reply was empty
    └── NeverParsed        no reply was accepted by the parser

Each class says `what` happened and what `todo` in English; other languages are in `i18n`, under the same `code`.
"""

from inkwright.errors.caller_errors import (
    AlreadyAnswered,
    BrokenParser,
    CallerError,
    EditConflict,
    InvalidAnswer,
    InvalidOption,
    InvalidSchema,
    InvalidSetting,
    InvalidSlide,
    JobRunning,
    LimitExceeded,
    NotFound,
    SourcesLacking,
    TextLacks,
    TurnOver,
    TurnRunning,
    UnreadableFile,
    UnreadableInput,
    UnreadableQuiz,
    UnusableBackup,
    UnwritableOutput,
)
from inkwright.errors.model_errors import (
    ModelBusy,
    ModelDenied,
    ModelError,
    ModelNotChosen,
    ModelNotInstalled,
    ModelRefused,
    ModelTimedOut,
    ModelUnavailable,
    ModelUnknown,
    NoModelLeft,
    PlanFailed,
    ReplyCut,
    ReplyMalformed,
    RequestInvalid,
    RequestTooLong,
    ServerFailed,
)
from inkwright.errors.root import InkwrightError
from inkwright.errors.store_errors import (
    FileLost,
    ProgramMissing,
    StoreDamaged,
    StoreError,
    StoreInUse,
    StoreTooNew,
    StoreTooOld,
    StoreUnavailable,
)
from inkwright.errors.work_errors import (
    Attempt,
    GaveUp,
    InstallFailed,
    NeverAnswered,
    NeverParsed,
    NotDelivered,
    ServiceFailed,
    TurnLost,
    TypesettingFailed,
    TypesettingTimedOut,
)

__all__ = [
    "AlreadyAnswered",
    "Attempt",
    "BrokenParser",
    "CallerError",
    "EditConflict",
    "FileLost",
    "GaveUp",
    "InkwrightError",
    "InstallFailed",
    "InvalidAnswer",
    "InvalidOption",
    "InvalidSchema",
    "InvalidSetting",
    "InvalidSlide",
    "JobRunning",
    "LimitExceeded",
    "ModelBusy",
    "ModelDenied",
    "ModelError",
    "ModelNotChosen",
    "ModelNotInstalled",
    "ModelRefused",
    "ModelTimedOut",
    "ModelUnavailable",
    "ModelUnknown",
    "NeverAnswered",
    "NeverParsed",
    "NoModelLeft",
    "NotDelivered",
    "NotFound",
    "PlanFailed",
    "ProgramMissing",
    "ReplyCut",
    "ReplyMalformed",
    "RequestInvalid",
    "RequestTooLong",
    "ServerFailed",
    "ServiceFailed",
    "SourcesLacking",
    "StoreDamaged",
    "StoreError",
    "StoreInUse",
    "StoreTooNew",
    "StoreTooOld",
    "StoreUnavailable",
    "TextLacks",
    "TurnLost",
    "TurnOver",
    "TurnRunning",
    "TypesettingFailed",
    "TypesettingTimedOut",
    "UnreadableFile",
    "UnreadableInput",
    "UnreadableQuiz",
    "UnusableBackup",
    "UnwritableOutput",
]
