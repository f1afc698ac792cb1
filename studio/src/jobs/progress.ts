import type { Schemas } from "../api/client";
import type { Tone } from "../ui/StatusBadge";

type JobItem = Schemas["JobItem"];
type JobStatus = JobItem["status"];

export const TONES: Record<JobStatus, Tone> = {
  waiting: "plain",
  running: "busy",
  pausing: "busy",
  paused: "plain",
  cancelled: "plain",
  failed: "warn",
  finished: "good",
};

/** Whether something still happens without the person. */
export function isActive(job: Pick<JobItem, "status">): boolean {
  return job.status === "waiting" || job.status === "running" || job.status === "pausing";
}

/** How far a job was when the page saw its present part for the first time. */
export interface Pace {
  total: number;
  done: number;
  atMs: number;
}

/** The beginning that the pace is counted from: that of the present part, as far as this page has seen it. */
export function paceOf(before: Pace | undefined, job: Pick<JobItem, "done" | "total">, nowMs: number): Pace {
  const isSame = before && before.total === job.total && before.done <= job.done;
  return isSame ? before : { total: job.total, done: job.done, atMs: nowMs };
}

/** The seconds that are left if the rest goes as what this page has seen; undefined before anything was seen. */
export function secondsLeft(pace: Pace, done: number, nowMs: number): number | undefined {
  const seen = done - pace.done;
  if (seen < 1 || done >= pace.total) return undefined;
  return ((nowMs - pace.atMs) / 1_000 / seen) * (pace.total - done);
}

/** A span of time as people say it: seconds up to 90, then minutes, then hours. */
export function spanText(seconds: number, language: string): string {
  const [value, unit, digits] =
    seconds < 90
      ? [seconds, "second", 0]
      : seconds < 5_400
        ? [seconds / 60, "minute", 0]
        : [seconds / 3_600, "hour", 1];
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: unit as string,
    unitDisplay: "long",
    maximumFractionDigits: digits as number,
  }).format(Math.max(1, value as number));
}

export function dollarsText(dollars: number, language: string): string {
  const digits = dollars > 0 && dollars < 0.1 ? 4 : 2;
  return new Intl.NumberFormat(language, {
    style: "currency",
    currency: "USD",
    currencyDisplay: "narrowSymbol",
    maximumFractionDigits: digits,
  }).format(dollars);
}
