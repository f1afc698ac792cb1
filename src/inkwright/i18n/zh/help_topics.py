"""Chinese messages: the built-in help, and what Inkwright says by itself when no capable model is set up."""

from collections.abc import Mapping
from typing import Final

MESSAGES: Final[Mapping[str, str]] = {
    "help_topic.abilities": "我可以用你的文件制作幻灯片、Word 文档、PDF、测验和网页，并检查每个文件。用 @notes.md 附上文件再说要什么，或输入 /make slides notes.md。我也可以引用文件里的原句。有了够强的模型，还能写新内容、回答问题：inkwright models install。全部命令：聊天里输入 /help，终端里运行 inkwright --help。",
    "help_topic.about": "我是 Inkwright，一个制作成品文件并加以检查的程序。现在没有设置够强的语言模型，所以这是固定的回答。查看正在使用的模型：inkwright models。安装更好的模型：inkwright models install。",
    "help_topic.model": "查看正在使用哪个模型以及原因：inkwright models。下载可在本机运行的好模型：inkwright models install（先显示大小）。使用服务商：inkwright models key openai，再运行 inkwright models set openai。使用 Ollama 里的模型：inkwright models set ollama:NAME。聊天里：/model NAME。",
    "help_topic.key": "保存密钥：inkwright models key openai（或 anthropic、google、deepseek 等）。只需输入一次，输入时不显示，只会发给这家服务商。查看保存了哪些密钥：inkwright models key --list。删除：inkwright models key openai --remove。环境变量（如 OPENAI_API_KEY）里的密钥同样可用。",
    "help_topic.slides": "用笔记制作幻灯片：inkwright make slides --from notes.md，聊天里输入 /make slides notes.md。标题成为幻灯片，列表成为要点。要就某个主题写新的幻灯片，需要够强的模型：inkwright models install。",
    "help_topic.quiz": '用笔记出测验：inkwright make quiz --from notes.md "十道题"，聊天里输入 /make quiz notes.md。每道题都注明出处。做题：inkwright quiz take FILE。',
    "help_topic.page": '制作闪卡、时间线或配对游戏：inkwright make page --from notes.md "闪卡"，聊天里输入 /make page notes.md。网页是一个文件，任何浏览器都能打开。',
    "help_topic.pdf": "用笔记制作 PDF：inkwright make pdf --from notes.md，聊天里输入 /make pdf notes.md。",
    "help_topic.doc": '用笔记制作 Word 文档：inkwright make doc --from notes.md "练习单"（或摘要、学习笔记），聊天里输入 /make doc notes.md。',
    "help_topic.privacy": "你的文件留在本机。只有你选择了某家服务商，文字才会发给它。Ollama 里的模型和用 inkwright models install 安装的模型都在本机运行。查看请求发往哪里：inkwright models。",
    "help_topic.saved": "新文件写到当前文件夹，或写到用 -o 指定的文件夹，从不覆盖已有文件。列出做过的全部文件：inkwright files，聊天里输入 /files。",
    "help_topic.attach": "在消息里输入 @ 加文件名，例如：@notes.md 里关于蜜蜂说了什么？命令行里用 --from notes.md。可读取 Markdown、纯文本、Word、PDF 和幻灯片。",
    "help_topic.edit": "修改或翻译文件需要够强的模型，因为只有模型才能写新文字：inkwright models install，或 inkwright models key openai。你也可以自己改笔记，再重新制作。",
    "help_topic.cost": "Inkwright 免费。在本机运行的模型不花钱。服务商的模型由服务商收费；查看已花费用：inkwright cost。",
    "help_topic.language": "我懂中文和英文，用你的语言回答。文件可以是其中任何一种。选择程序的语言：inkwright --language zh。",
    "help_topic.history": "列出以前的对话：inkwright history。继续其中一个：inkwright chat --conversation ID。聊天里：/history。",
    "help_topic.leave": "退出聊天：/quit，或按 Ctrl+D。",
    "by_rule.greeting": "你好！用 @notes.md 附上文件，我可以引用它，或用它制作幻灯片、测验和文档。想知道更多，请问“你能做什么？”",
    "by_rule.thanks": "不客气！",
    "by_rule.goodbye": "再见！对话已保存。",
    "by_rule.well": "我是程序，随时可以开始。用 @notes.md 附上文件，或问“你能做什么？”",
    "by_rule.okay": "好的。请说下一步要做什么，或问“你能做什么？”",
    "by_rule.files": "这个对话里的文件：{names}。",
    "by_rule.no_files": "这个对话里还没有文件。用 @ 加文件名附上，例如 @notes.md。",
    "by_rule.found": "你的文件里写道：",
    "by_rule.summary": "文件的要点，均为原句：",
    "by_rule.not_found": "你的文件（{names}）里没有找到相关的句子。我只能引用原文：没有设置够强的模型，不能凭常识回答。安装模型：inkwright models install。使用服务商：inkwright models key openai。",
    "by_rule.unknown": "这个我回答不了：没有设置够强的模型，极小的模型会编造答案。安装好用的模型：inkwright models install。使用服务商：inkwright models key openai。如果你的文件里有答案，用 @notes.md 附上，我来引用。",
    "by_rule.edit": "这个我做不了，什么也没有改动：修改或撰写文字需要够强的模型，现在没有设置。安装模型：inkwright models install。使用服务商：inkwright models key openai。",
    "by_rule.not_understood": "我没有看懂。可以问“你能做什么？”，用 @notes.md 附上文件，或输入 /help。",
}
