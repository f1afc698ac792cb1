"""Chinese messages: the examples."""

from typing import Final

MESSAGES: Final[dict[str, str]] = {
    "cli.command.example": "看程序真实运行一遍，回复是写好的：不用模型、密钥和网络",
    "example.answer.abandoned": "放弃这份大纲",
    "example.answer.adopted": "按原样采用大纲",
    "example.answer.answered": "选标出的那一项",
    "example.answer.cancelled": "撤回问题",
    "example.answer.edited": "修改大纲",
    "example.answer.timeout": "没有按时回答",
    "example.answer_scripted": "这里没有人可以询问，所以回答也是写好的：{answer}。",
    "example.conversation": "示例：{title}",
    "example.fast": "不停顿，回复立即出现",
    "example.foot": "`inkwright example 名称` 播放其中一个。文件写入当前文件夹，或用 -o 指定的文件夹。",
    "example.head": "示例：程序是真的（判断意图、解析、检查、生成文件），模型的回复是我们写好的。都不需要密钥和网络。",
    "example.name": "播放哪一个；不写则列出全部",
    "example.next": "接下来",
    "example.page_run": "已在浏览器里用两种宽度打开页面，并操作了各个控件：没有发现问题。",
    "example.part_written": "{part} 写好了",
    "example.script_over": "这个示例的脚本里没有相应的回复，所以到此为止，不再制作。",
    "example.scripted_first": "{title}。这个示例里的模型是照脚本说话的：它的回复由我们写好，其余都是真实的程序。",
    "example.scripted_last": "以上是示例：模型的回复是写好的，没有询问任何模型；文件是真的。",
    "example.seen": "你看到了什么",
    "example.unknown": "没有名为 {name!r} 的示例。现有：{names}。{near}",
    "example.waits": "问题留着没有回答，示例到此结束。在你自己的对话里，用 `inkwright resume` 回答后会继续。",
    "example.yes": "不询问，采用写好的回答；也允许写到当前文件夹之外",
}
