"""Chinese reasons: why the description of a deck or a slide is refused."""

from typing import Final

MESSAGES: Final[dict[str, str]] = {
    "reason.slides.blank": "不能只有空白",
    "reason.slides.both": "{first}；{second}",
    "reason.slides.chart_rows": "每行应为一个类别和它的数，用逗号分隔",
    "reason.slides.code_line": "有一行是 {count} 个字符，最多 {most} 个：请换行",
    "reason.slides.code_lines": "有 {count} 行，最多 {most} 行：请分到几张幻灯片上",
    "reason.slides.json": "它不是有效的 JSON（{detail}）",
    "reason.slides.layout": "一张幻灯片是一个对象，它的 layout 只能是其中之一：{layouts}",
    "reason.slides.layout_taken": "这个名称已被另一种版式使用。",
    "reason.slides.pair": "{first}，{second}",
    "reason.slides.picture_base64": "图片不是有效的 base64：{detail}",
    "reason.slides.picture_damaged": "应为完整的 PNG、JPEG 或 GIF 图片。",
    "reason.slides.picture_data": "图片写作 data:image/png;base64,…（png、jpeg 或 gif）",
    "reason.slides.picture_empty": "图片是空的",
    "reason.slides.picture_missing": "请提供这个名称的图片。",
    "reason.slides.picture_name": "应为图片文件的名称或 data: URI（{problem}）",
    "reason.slides.picture_pixels": "最多 {most} 像素。",
    "reason.slides.picture_type": "图片文件的名称以 .png、.jpg、.jpeg 或 .gif 结尾",
    "reason.slides.pie_series": "饼图只有一个系列：多个系列请用 bar 或 line",
    "reason.slides.pie_slices": "饼图有 2 到 {most} 块：{count} 个类别请用 bar",
    "reason.slides.pie_values": "饼图的各块不能为负数，也不能全为零",
    "reason.slides.row": "第 {number} 行有 {cells} 格，而表头有 {header} 格",
    "reason.slides.series": "第 {number} 个系列有 {values} 个值，而类别有 {categories} 个",
    "reason.slides.slide": "第 {number} 张幻灯片",
    "reason.yaml.syntax": "第 {line} 行第 {column} 列：{detail}",
}
