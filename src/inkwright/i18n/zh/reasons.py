"""Chinese for reasons that arise in English, deep inside: what the system says, what libraries say, what a field of an
error says. A name in braces stands for whatever is there; `{problem}` is put into Chinese itself.
"""

from typing import Final

SYSTEM: Final[dict[str, str]] = {
    "Address already in use": "地址已被占用",
    "All connection attempts failed": "连接不上",
    "Bad file descriptor": "文件已关闭",
    "Broken pipe": "对方已关闭管道",
    "Cannot allocate memory": "内存不足",
    "Connection refused": "对方拒绝连接",
    "Connection reset by peer": "对方断开了连接",
    "Connection timed out": "连接超时",
    "Directory not empty": "文件夹不是空的",
    "Disk quota exceeded": "磁盘配额已用完",
    "File exists": "文件已存在",
    "File name too long": "文件名太长",
    "File too large": "文件太大",
    "Input/output error": "读写出错",
    "Invalid argument": "参数无效",
    "Is a directory": "这是文件夹，不是文件",
    "Name or service not known": "找不到这个主机名",
    "Network is unreachable": "网络不通",
    "No route to host": "到不了这台主机",
    "No space left on device": "磁盘空间不足",
    "No such device or address": "没有这个设备或地址",
    "No such file or directory": "没有这个文件或文件夹",
    "Not a directory": "这不是文件夹",
    "Operation not permitted": "不允许这样做",
    "Permission denied": "没有权限",
    "Read-only file system": "文件系统是只读的",
    "Resource temporarily unavailable": "资源暂时不可用",
    "Temporary failure in name resolution": "暂时无法解析主机名（可能没有网络）",
    "Text file busy": "文件正在被使用",
    "Too many levels of symbolic links": "符号链接层数太多",
    "Too many open files": "打开的文件太多",
    "embedded null byte": "名称里有空字符",
    "timed out": "超时",
}
"""Also found inside of a longer text, because libraries put words of their own around them."""

REASONS: Final[dict[str, str]] = {
    "[Errno {number}] {problem}": "{problem}",
    # packages
    "it does not begin like a zip": "它的开头不像 zip 压缩包",
    # settings and where they come from
    "default": "默认",
    "flag": "命令行",
    "it must be a number above 0, not {raw}": "应为大于 0 的数，而不是 {raw}",
    "it must be a number of seconds above 0, not {raw}": "应为大于 0 的秒数，而不是 {raw}",
    "it must be a size such as 8000000 or 8MB, not {raw}": "应为大小，例如 8000000 或 8MB，而不是 {raw}",
    "it must be a text, not {raw}": "应为文字，而不是 {raw}",
    "it must be a whole number from 0 to {most}, not {raw}": "应为 0 到 {most} 之间的整数，而不是 {raw}",
    "it must be a whole number from 1 to {most}, not {raw}": "应为 1 到 {most} 之间的整数，而不是 {raw}",
    "it must be a whole number above 0, not {raw}": "应为大于 0 的整数，而不是 {raw}",
    "it must be on or off, not {raw}": "应为 on 或 off，而不是 {raw}",
    "it must be one of {allowed}, not {raw}": "应为 {allowed} 之一，而不是 {raw}",
    "it must be words with commas between them, not {raw}": "应为用逗号分隔的词，而不是 {raw}",
    "there is no such setting": "没有这项设置",
    "{problem}; did you mean {near}": "{problem}；是不是想写 {near}",
    # files and folders
    "Another program listens there; choose another one.": "另一个程序占用了它，请换一个。",
    "A conversation has at most {most} files. Begin another, or put several into one.": (
        "一个对话最多有 {most} 个文件。请另开一个对话，或者把几个文件合并成一个。"
    ),
    "It is in memory alone.": "它只在内存里。",
    "It is one of {known}.": "只能是其中之一：{known}。",
    "It is the database itself.": "它就是数据库本身。",
    "It must be new or empty.": "应为新文件夹或空文件夹。",
    "It must not be inside what is backed up.": "不能放在要备份的内容里面。",
    "Its name ends in .md or .json.": "文件名应以 .md 或 .json 结尾。",
    "Its name ends in one of {known}.": "文件名应以其中之一结尾：{known}。",
    "Its name ends in one of {known}; or say --to.": "文件名应以其中之一结尾：{known}；或者用 --to 说明。",
    "The text of a file has at most {most} characters. Give a part of it.": (
        "一个文件最多 {most} 个字符。请只给出其中一部分。"
    ),
    "Themes are for .pptx.": "主题只用于 .pptx。",
    "Two files have this name: rename one of them.": "有两个文件同名：请给其中一个改名。",
    "a row of {table} points nowhere": "表 {table} 中有一行指向不存在的内容",
    "another backup is being written there": "那里正在写另一个备份",
    "in the table {table}, {id} cannot be read: {problem}": "表 {table} 中的 {id} 无法读取：{problem}",
    "it cannot be read ({problem})": "无法读取（{problem}）",
    "it holds no backup ({missing} is missing)": "里面没有备份（缺少 {missing}）",
    "it is a backup of Postgres, and the database of the settings is SQLite": (
        "这是 Postgres 的备份，而设置里的数据库是 SQLite"
    ),
    "it is a backup of SQLite, and the database of the settings is Postgres": (
        "这是 SQLite 的备份，而设置里的数据库是 Postgres"
    ),
    "it is damaged ({detail})": "已损坏（{detail}）",
    "it is empty": "它是空的",
    "it is gone": "它不见了",
    "it is larger than {most} bytes": "它超过 {most} 字节",
    "it is larger than {most} bytes (setting max_input)": "它超过 {most} 字节（设置 max_input）",
    "it is no JSON: {detail}": "它不是 JSON：{detail}",
    "it is no backup of ours ({detail})": "这不是本程序的备份（{detail}）",
    "it is not UTF-8 (byte {start})": "它不是 UTF-8（第 {start} 字节）",
    "somebody changed it": "有人改动过它",
    "the file {name} of {id} ({title}): {problem}": "{id}（{title}）的文件 {name}：{problem}",
    "the rest of the table {table} cannot be read: {problem}": "表 {table} 的其余部分无法读取：{problem}",
    "{missing} of its files are missing or damaged": "其中 {missing} 个文件缺失或损坏",
    # models
    "a name begins with {providers} or http, or is local": "名称以 {providers} 或 http 开头，或者就是 local",
    "a name has no spaces and no control characters": "名称里不能有空格和控制字符",
    "an address has no spaces and no control characters": "地址里不能有空格和控制字符",
    "an address holds no question mark": "地址里不能有问号",
    "an address holds no user and no password; put a key into the variable {variable}": (
        "地址里不能有用户名和密码；请把密钥放进变量 {variable}"
    ),
    "give the address up to /v1, such as http://127.0.0.1:8080/v1": "地址写到 /v1 为止，例如 http://127.0.0.1:8080/v1",
    "it answers {status} at /models": "它在 /models 回答 {status}",
    "it did not call the tool": "它没有调用工具",
    "it has an unexpected shape": "它的形式出乎意料",
    "it has no end": "它没有结尾",
    "it holds no answer": "里面没有回答",
    "it is not JSON": "它不是 JSON",
    "it wants a key": "它需要密钥",
    "its address cannot be read": "看不懂它的地址",
    "its process ended": "它的进程结束了",
    "its process ended while loading (code {code})": "它的进程在加载时结束了（代码 {code}）",
    "its weights (100 MB)": "它的权重（100 MB）",
    "no model takes part": "没有模型参与",
    "no whole reply within {seconds} seconds": "{seconds} 秒内没有完整的回复",
    "the address cannot be read ({detail})": "看不懂这个地址（{detail}）",
    "the address has no host": "地址里没有主机名",
    "the library or the weights (200 MB)": "库或权重（200 MB）",
    "the library xllamacpp (100 MB)": "库 xllamacpp（100 MB）",
    "the model's name is missing behind {provider}:": "{provider}: 后面缺少模型的名称",
    "the name is empty": "名称是空的",
    "the reply is empty": "回复是空的",
    "the server lists no model that can be talked with": "服务器没有列出可以对话的模型",
    "the stream has no end": "数据流没有结尾",
    "the stream is empty": "数据流是空的",
    "there is no key": "没有密钥",
    # pages from data
    "'{found}' is not understood": "看不懂“{found}”",
    "'{sign}' is missing behind '{before}'": "“{before}”后面缺少“{sign}”",
    "'{sign}' is one too many": "多了一个“{sign}”",
    "'{sign}' stands where a number or a name should": "“{sign}”所在的位置应为数或名称",
    "a name is a letter and up to 11 letters, digits and _ behind it, not {name}": (
        "名称以英文字母开头，后面最多 11 个英文字母、数字或 _，而不是 {name}"
    ),
    "a number or a name is missing behind '{before}'": "“{before}”后面缺少数或名称",
    "a picture is a file that ends in {endings}, not {name}": "图片文件的名称以 {endings} 结尾，而不是 {name}",
    "a range goes from its lower to its upper end": "范围要从小到大",
    "a range is two numbers, [from, to]": "范围是两个数：[起点, 终点]",
    "aliases (`*name`) are not read": "不读取别名（`*名称`）",
    "data begin with data:image/png;base64, (or jpeg, webp, gif), and base64 follows": (
        "图片数据以 data:image/png;base64,（或 jpeg、webp、gif）开头，后面是 base64"
    ),
    "it has too many brackets in one another": "括号嵌套得太深",
    "it is missing: a formula is such as 2x + 1": "缺少公式，例如 2x + 1",
    "it must not be blank": "不能只有空白",
    "least < most, and value between them": "least 应小于 most，value 应在两者之间",
    "more than {depth} levels or {most} values": "层数超过 {depth} 或值超过 {most} 个",
    "nothing is called {unknown}; there are {known}": "没有名为 {unknown} 的量；可以用 {known}",
    "sources are as many as items, or none": "sources 要么不写，要么与 items 一样多",
    "the file {name} has {size} bytes, and at most {most} fit in": "文件 {name} 有 {size} 字节，最多能放进 {most} 字节",
    "the file {name} is no PNG, JPEG, WebP or GIF, whatever its name says": (
        "文件 {name} 的内容不是 PNG、JPEG、WebP 或 GIF 图片"
    ),
    "the time t is known to x and y of the motion alone": "只有 motion 的 x 和 y 里能用时间 t",
    "there is no file {name}: it was looked for in {folder} and in the folders below": (
        "没有文件 {name}：在 {folder} 及其子文件夹里找过"
    ),
    "{name} means something else in a formula: choose another name": "{name} 在公式里另有含义，请换一个名称",
    # what was typed
    "Give at most {most} characters.": "请最多写 {most} 个字。",
    "Give at least one character.": "请至少写一个字。",
    "Give at least one name, and each once.": "请至少给出一个名称，每个只写一次。",
    "ambiguous option: {option} could match {matches}": "{option} 有歧义，可以是 {matches}",
    "argument {name}: {problem}": "参数 {name}：{problem}",
    "expected at least one argument": "后面至少要写一个值",
    "expected one argument": "后面要写一个值",
    "ignored explicit argument {value}": "后面不能写值（{value}）",
    "invalid choice: {value} (choose from {choices})": "不能是 {value}，只能是 {choices}",
    "invalid float value: {value}": "{value} 不是数",
    "invalid int value: {value}": "{value} 不是整数",
    "not allowed with argument {other}": "不能与 {other} 同时使用",
    "one of the arguments {names} is required": "{names} 中要给出一个",
    "the following arguments are required: {names}": "缺少参数 {names}",
    "unrecognized arguments: {names}": "不认识的参数 {names}",
    "{low} to {high}; 0 takes a free one.": "{low} 到 {high}；0 表示任选一个空闲的。",
}
"""The whole text, word for word."""
