"""Chinese messages: reasons that artifacts, their files and their checks give."""

from collections.abc import Mapping
from typing import Final

MESSAGES: Final[Mapping[str, str]] = {
    "reason.checker.not_a_finding": "检查程序返回的不是检查结果",
    "reason.draft.bytes": "文件内容必须是字节。",
    "reason.draft.file_name": "请使用普通的文件名（{problem}）。",
    "reason.draft.files": "一份草稿最多有 {limit} 个文件。",
    "reason.draft.kind": "请用一个简短的词，例如 'pptx'。",
    "reason.draft.main": "主文件必须在这些文件之中。",
    "reason.draft.same_name": "请给每个文件取不同的名称。",
    "reason.draft.size": "所有文件合计最多 {limit} 字节。",
    "reason.draft.title": "请给出 1 到 {limit} 个字的标题。",
    "reason.package.doctype": "{part} 声明了文档类型",
    "reason.package.duplicate_part": "其中有一个部件出现了两次",
    "reason.package.entities": "{part} 声明了实体",
    "reason.package.missing_part": "其中缺少 {part}",
    "reason.package.not_zip": "它的开头不像 zip 压缩包",
    "reason.package.parts": "{count} 个部件",
    "reason.package.relation": "{part} 中的 {relation}",
    "reason.package.shapes": "一张幻灯片上的形状超过 {limit} 个",
    "reason.package.tags": "{count} 个标签",
    "reason.pandoc.exit_code": "代码 {code}",
    "reason.pdf.no_pages": "它没有页面",
    "reason.pdf.page": "第 {number} 页：{problem}",
    "reason.pdf.page_size": "第 {number} 页的尺寸无法使用",
    "reason.snapshot.changed_file": "文件 {name!r} 不是检查过的那一份。",
    "reason.snapshot.invalid": "请给出成品库的快照。",
    "reason.yaml.aliases": "不读取别名（`*名称`）",
    "reason.yaml.bounds": "层数超过 {depth} 或值超过 {limit} 个",
    "reason.yaml.unreadable": "无法读取：{problem}",
}
