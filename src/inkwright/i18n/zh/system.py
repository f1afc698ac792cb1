"""Chinese names for errors of the operating system."""

from typing import Final

MESSAGES: Final[dict[str, str]] = {
    "reason.system.EACCES": "没有权限",
    "reason.system.EADDRINUSE": "地址已被占用",
    "reason.system.EAGAIN": "资源暂时不可用",
    "reason.system.EBADF": "文件已关闭",
    "reason.system.ECONNREFUSED": "对方拒绝连接",
    "reason.system.ECONNRESET": "对方断开了连接",
    "reason.system.EDQUOT": "磁盘配额已用完",
    "reason.system.EEXIST": "文件已存在",
    "reason.system.EFBIG": "文件太大",
    "reason.system.EHOSTUNREACH": "到不了这台主机",
    "reason.system.EINVAL": "参数无效",
    "reason.system.EIO": "读写出错",
    "reason.system.EISDIR": "这是文件夹，不是文件",
    "reason.system.ELOOP": "符号链接层数太多",
    "reason.system.EMFILE": "打开的文件太多",
    "reason.system.ENAMETOOLONG": "文件名太长",
    "reason.system.ENETUNREACH": "网络不通",
    "reason.system.ENOENT": "没有这个文件或文件夹",
    "reason.system.ENOMEM": "内存不足",
    "reason.system.ENOSPC": "磁盘空间不足",
    "reason.system.ENOTDIR": "这不是文件夹",
    "reason.system.ENOTEMPTY": "文件夹不是空的",
    "reason.system.ENXIO": "没有这个设备或地址",
    "reason.system.EPERM": "不允许这样做",
    "reason.system.EPIPE": "对方已关闭管道",
    "reason.system.EROFS": "文件系统是只读的",
    "reason.system.ETIMEDOUT": "连接超时",
    "reason.system.ETXTBSY": "文件正在被使用",
}
