"""English names for errors of the operating system."""

from typing import Final

MESSAGES: Final[dict[str, str]] = {
    "reason.system.EACCES": "permission denied",
    "reason.system.EADDRINUSE": "address already in use",
    "reason.system.EAGAIN": "resource temporarily unavailable",
    "reason.system.EBADF": "bad file descriptor",
    "reason.system.ECONNREFUSED": "connection refused",
    "reason.system.ECONNRESET": "connection reset by peer",
    "reason.system.EDQUOT": "disk quota exceeded",
    "reason.system.EEXIST": "file exists",
    "reason.system.EFBIG": "file too large",
    "reason.system.EHOSTUNREACH": "no route to host",
    "reason.system.EINVAL": "invalid argument",
    "reason.system.EIO": "input/output error",
    "reason.system.EISDIR": "is a directory",
    "reason.system.ELOOP": "too many levels of symbolic links",
    "reason.system.EMFILE": "too many open files",
    "reason.system.ENAMETOOLONG": "file name too long",
    "reason.system.ENETUNREACH": "network is unreachable",
    "reason.system.ENOENT": "no such file or directory",
    "reason.system.ENOMEM": "cannot allocate memory",
    "reason.system.ENOSPC": "no space left on device",
    "reason.system.ENOTDIR": "not a directory",
    "reason.system.ENOTEMPTY": "directory not empty",
    "reason.system.ENXIO": "no such device or address",
    "reason.system.EPERM": "operation not permitted",
    "reason.system.EPIPE": "broken pipe",
    "reason.system.EROFS": "read-only file system",
    "reason.system.ETIMEDOUT": "connection timed out",
    "reason.system.ETXTBSY": "text file busy",
}
