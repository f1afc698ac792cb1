"""Messages about jobs."""

from typing import Final

MESSAGES: Final = {
    "cli.command.batch": "send each line of a file as a message, as one job",
    "cli.command.jobs": "list jobs, and pause, resume or cancel them",
    "cli.command.worker": "run jobs, and continue the turns of processes that died, without a service",
    "jobs.list": "list jobs, the newest first",
    "jobs.show": "show a job",
    "jobs.pause": "finish the steps that run, and begin no more",
    "jobs.resume": "continue a job after its last finished step",
    "jobs.cancel": "stop a job at once",
    "jobs.id": "the ID of the job, or its beginning or end",
    "jobs.max_dollars": "the cost at which the job is paused",
    "jobs.file": "a file with one message per line",
    "jobs.none": "No jobs.",
    "jobs.word": "job",
    "jobs.begun": "Job {id} has begun. If it is interrupted, it continues with: inkwright worker",
    "jobs.working": "Running jobs (press Ctrl+C to stop).",
    "jobs.waits": "It continues as soon as a program runs jobs: inkwright worker, or inkwright serve",
    "jobs.internal": "An unexpected error stopped the job. Resume it to try again.",
    "jobs.too_expensive": "The job has reached its cost cap. Resume it with a higher one.",
    "jobs.status.waiting": "waiting",
    "jobs.status.running": "running",
    "jobs.status.pausing": "pausing",
    "jobs.status.paused": "paused",
    "jobs.status.cancelled": "cancelled",
    "jobs.status.failed": "failed",
    "jobs.status.finished": "finished",
    "reason.jobs.kind_exists": "a name that no other kind of job has",
}
