import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { go, usePlace } from "../app/place";
import { dayText } from "../files/format";
import { toolText } from "../talk/toolText";
import { ScrollBox } from "../ui/ScrollBox";
import { Failed, Loading } from "../ui/States";
import { StatusBadge, type Tone } from "../ui/StatusBadge";
import { valueOfInput } from "./batch";
import { type AppDetails, type RunValues, useRun, useRuns } from "./queries";

const TONES: Record<string, Tone> = { waiting: "plain", running: "busy", finished: "good", failed: "warn" };

/** All runs of an app, and what each step of the one that is open did. */
export function RunList({ app }: { app: AppDetails }) {
  const { t, i18n } = useTranslation();
  const query = useRuns(app.id);
  const opened = usePlace().part ?? query.data?.items[0]?.id;
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={t("apps.runs.failed")} retry={() => void query.refetch()} />;
  if (!query.data.items.length) return <p className="p-6 text-sm text-soft">{t("apps.unrun")}</p>;
  return (
    <div className="mx-auto max-w-4xl space-y-6 px-6 py-5 max-wide:px-4">
      <ul aria-label={t("apps.tab.runs")} className="divide-y divide-line rounded-xl border border-line bg-sheet">
        {query.data.items.map((each) => (
          <li key={each.id}>
            <button
              type="button"
              aria-current={each.id === opened || undefined}
              onClick={() => go({ part: each.id })}
              className="flex w-full items-center gap-3 px-4 py-2 text-left text-sm hover:bg-well aria-[current]:bg-tint"
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate">{inputsText(each.inputs as RunValues, t) || t("apps.noinputs")}</span>
                <span className="block text-xs text-soft">
                  {dayText(each.createdAt, i18n.language)} · {t("apps.version", { number: each.version })}
                </span>
              </span>
              <StatusBadge tone={TONES[each.status]}>{t(`apps.run.${each.status}`)}</StatusBadge>
            </button>
          </li>
        ))}
      </ul>
      {opened && <Trace app={app.id} run={opened} />}
    </div>
  );
}

const PHASES = ["data", "compute", "compose"] as const;
const STATUSES = ["done", "failed", "skipped"] as const;

const KINDS = [
  "statistics",
  "compare",
  "filter",
  "group",
  "join",
  "rank",
  "ai_text",
  "questions",
  "page",
  "static",
  "get_class_roster",
  "get_student_classmates",
] as const;

const inputsText = (inputs: RunValues, t: TFunction) => Object.values(inputs).map(valueOfInput).join(t("list.comma"));

const isOf = <T extends string>(names: readonly T[], name: string): name is T => names.includes(name as T);

interface TraceStep {
  step: string;
  phase: string;
  kind: string;
  status: string;
  rows: number;
  seconds: number;
  note?: string;
}

function Trace({ app, run }: { app: string; run: string }) {
  const { t } = useTranslation();
  const trace = (useRun(app, run).data?.trace ?? []) as unknown as TraceStep[];
  if (!trace.length) return null;
  const traceText = (each: TraceStep, name: (typeof heads)[number]) => {
    if (name === "phase" && isOf(PHASES, each.phase)) return t(`apps.phase.${each.phase}`);
    if (name === "kind") return isOf(KINDS, each.kind) ? t(`apps.kind.${each.kind}`) : toolText(each.kind, t);
    if (name === "status" && isOf(STATUSES, each.status)) return t(`apps.trace.${each.status}`);
    return String(each[name] ?? "");
  };
  const heads = ["step", "phase", "kind", "status", "rows", "seconds"] as const;
  return (
    <ScrollBox label={t("apps.trace")}>
      <table className="w-full border-collapse text-left text-sm">
        <caption className="mb-2 text-left text-sm font-medium">{t("apps.trace")}</caption>
        <thead>
          <tr className="text-xs text-soft">
            {heads.map((each) => (
              <th key={each} scope="col" className="border-b border-line p-2 font-medium">
                {t(`apps.trace.${each}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {trace.map((each, index) => (
            <tr key={index} className={each.status === "failed" ? "text-warn" : ""}>
              {heads.map((name) => (
                <td key={name} className="border-b border-line p-2 tabular-nums">
                  {traceText(each, name)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
