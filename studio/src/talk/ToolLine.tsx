import { Check, CircleDashed, Square, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useSeconds } from "../ui/useSeconds";
import type { ToolProgress } from "./messages";
import { toolText } from "./toolText";

const ICONS = { running: CircleDashed, done: Check, error: X, stopped: Square };
const COLOURS = { running: "text-soft breathe", done: "text-good", error: "text-warn", stopped: "text-soft" };

/** A step of the work. `told` is what the outcome says: the reason of a failure is not repeated. */
export function ToolLine({ progress, told = "" }: { progress: ToolProgress; told?: string }) {
  const { t } = useTranslation();
  const Icon = ICONS[progress.status];
  const isRunning = progress.status === "running";
  const running = useSeconds(progress.startedAt, isRunning);
  // What took no time says nothing about it.
  const took = (progress.durationMs ?? 0) < 50 ? undefined : ((progress.durationMs ?? 0) / 1_000).toFixed(1);
  const seconds = isRunning ? (running > 0 ? running : undefined) : took;
  return (
    <div className="text-sm text-soft">
      <p className="flex items-center gap-2">
        <Icon size={15} strokeWidth={1.8} aria-hidden className={`shrink-0 ${COLOURS[progress.status]}`} />
        <span className="text-ink">{toolText(progress.tool, t)}</span>
        {progress.status === "stopped" && <span>{t("talk.step.stopped")}</span>}
        {seconds !== undefined && (
          <span aria-live="off" className="tabular-nums">
            {t("talk.seconds", { seconds })}
          </span>
        )}
      </p>
      {progress.status === "error" && progress.message && !told.includes(progress.message) && (
        <details className="mt-1 ml-6">
          <summary className="cursor-pointer break-words">{progress.message.split("\n")[0]?.slice(0, 160)}</summary>
          <p className="mt-1 break-words whitespace-pre-wrap">{progress.message}</p>
        </details>
      )}
      {progress.status === "running" && progress.message && (
        <p className="mt-0.5 ml-6 break-words">{progress.message}</p>
      )}
    </div>
  );
}
