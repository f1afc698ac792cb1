import "./texts";
import type { TFunction } from "i18next";
import { Pause, Play, X } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../ui/Button";
import { TextField } from "../ui/Fields";
import { StatusBadge } from "../ui/StatusBadge";
import { toast } from "../ui/Toasts";
import { dollarsText, isActive, type Pace, paceOf, secondsLeft, spanText, TONES } from "./progress";
import { type JobAction, type JobItem, useJobControl } from "./queries";

export function JobBadge({ job }: { job: JobItem }) {
  const { t } = useTranslation();
  return <StatusBadge tone={TONES[job.status]}>{t(`jobs.status.${job.status}`)}</StatusBadge>;
}

/** How far a job is, what it works on, what it has cost, how long it still takes, and why it stopped. */
export function JobProgress({ job, message }: { job: JobItem; message?: string }) {
  const { t, i18n } = useTranslation();
  const left = useTimeLeft(job);
  const words = message ?? job.message;
  const cost = dollarsText(job.dollars, i18n.language);
  const most = job.maxDollars === null ? undefined : dollarsText(job.maxDollars, i18n.language);
  const facts = [
    job.total > 0 && isActive(job) ? t("jobs.parts", { done: job.done, total: job.total }) : undefined,
    // Work without a model costs nothing, and need not say so when it is over.
    isActive(job) || job.tokens > 0 ? t("jobs.tokens", { count: job.tokens }) : undefined,
    most ? t("jobs.cost.of", { cost, most }) : costText(job, cost, t),
    left === undefined ? undefined : t("jobs.left", { time: spanText(left, i18n.language) }),
  ];
  const told = facts.filter(Boolean).join(" · ");
  return (
    <div className="space-y-1.5">
      {isActive(job) && (
        <>
          <progress
            aria-label={t("jobs.progress", { title: job.title })}
            className="block h-1.5 w-full overflow-hidden rounded-full accent-accent"
            {...(job.total > 0 ? { value: job.done, max: job.total } : {})}
          />
          {words && <p className="text-sm break-words">{words}</p>}
        </>
      )}
      {told && <p className="text-xs text-soft tabular-nums">{told}</p>}
      {job.status !== "finished" && (job.problem || job.problemCode) && (
        <p role="alert" className="text-sm break-words whitespace-pre-line text-warn">
          {job.problemCode === "crashed" ? t("jobs.problem.crashed") : job.problem}
        </p>
      )}
    </div>
  );
}

function costText(job: JobItem, cost: string, t: TFunction): string | undefined {
  if (isActive(job)) return t("jobs.cost", { cost });
  return job.tokens > 0 ? cost : undefined;
}

function useTimeLeft(job: JobItem): number | undefined {
  const pace = useRef<Pace | undefined>(undefined);
  if (job.status !== "running") return undefined;
  const now = Date.now();
  pace.current = paceOf(pace.current, job, now);
  return secondsLeft(pace.current, job.done, now);
}

const ICONS = { pause: Pause, resume: Play, cancel: X };

function actionsOf(job: JobItem): JobAction[] {
  if (job.status === "finished") return [];
  if (job.status === "pausing") return ["resume", "cancel"];
  if (isActive(job)) return ["pause", "cancel"];
  return job.status === "paused" ? ["resume", "cancel"] : ["resume"];
}

/** Pause, resume and cancel a job. One that reached its cost cap is resumed with a new one. */
export function JobControls({ job }: { job: JobItem }) {
  const { t } = useTranslation();
  const control = useJobControl();
  const isCapped = job.problemCode === "too_expensive" && job.maxDollars !== null;
  const [cap, setCap] = useState("");
  const maxDollars = Number(cap || (job.maxDollars ?? 0) * 2);
  const run = (action: JobAction) =>
    control.mutate(
      { id: job.id, action, maxDollars: isCapped && action === "resume" ? maxDollars : undefined },
      { onError: (problem) => toast(problem.message) },
    );
  return (
    <div className="flex flex-wrap items-end gap-2">
      {isCapped && (
        <TextField
          label={t("jobs.resume.cap")}
          type="number"
          min={0.01}
          step={0.01}
          value={cap || String(maxDollars)}
          onChange={(event) => setCap(event.target.value)}
        />
      )}
      {actionsOf(job).map((action) => {
        const Icon = ICONS[action];
        const label = t(`jobs.${action}`);
        return (
          <Button
            key={action}
            look={action === "resume" ? "solid" : "plain"}
            disabled={control.isPending}
            aria-label={t("jobs.control", { action: label, title: job.title })}
            onClick={() => run(action)}
          >
            <Icon size={15} aria-hidden />
            {label}
          </Button>
        );
      })}
    </div>
  );
}
