"""关于任务的消息。"""

from typing import Final

MESSAGES: Final = {
    "cli.command.batch": "将文件的每一行作为一条消息发送，合为一个任务",
    "cli.command.jobs": "列出任务，暂停、继续或取消任务",
    "cli.command.worker": "运行任务，并继续已终止进程的回合，不启动服务",
    "jobs.list": "列出任务，最新的在前",
    "jobs.show": "显示一个任务",
    "jobs.pause": "完成正在执行的步骤，不再开始新步骤",
    "jobs.resume": "从最后完成的步骤之后继续任务",
    "jobs.cancel": "立即停止任务",
    "jobs.id": "任务的 ID，或其开头或结尾",
    "jobs.max_dollars": "费用达到该金额时暂停任务",
    "jobs.file": "每行一条消息的文件",
    "jobs.none": "没有任务。",
    "jobs.word": "任务",
    "jobs.begun": "任务 {id} 已开始。如果中断，可用以下命令继续：inkwright worker",
    "jobs.working": "正在运行任务（按 Ctrl+C 停止）。",
    "jobs.waits": "有程序运行任务时就会继续：inkwright worker 或 inkwright serve",
    "jobs.internal": "任务因意外错误停止。可继续任务以重试。",
    "jobs.too_expensive": "任务已达到费用上限。请提高上限后继续。",
    "jobs.status.waiting": "等待中",
    "jobs.status.running": "运行中",
    "jobs.status.pausing": "正在暂停",
    "jobs.status.paused": "已暂停",
    "jobs.status.cancelled": "已取消",
    "jobs.status.failed": "失败",
    "jobs.status.finished": "已完成",
    "reason.jobs.kind_exists": "其他任务类型未使用的名称",
}
