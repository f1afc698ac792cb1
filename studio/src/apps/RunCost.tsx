import { useTranslation } from "react-i18next";
import { TextField } from "../ui/Fields";
import { useSettled } from "../ui/useSettled";
import { costsSomething, estimateProblem, estimateText, type WrittenCap } from "./estimate";
import { type RunValues, useEstimate } from "./queries";

const TYPING_MS = 500;

interface RunCostProps {
  app: string;
  /** The version: another one may take something else. */
  version: number;
  /** The inputs of the run, or of the first of several; undefined while one is missing. */
  params: RunValues | undefined;
  runs?: number;
  cap: WrittenCap;
  onCap: (cap: WrittenCap) => void;
}

/** What a run will take, before it begins, and the limit of what its models may use. */
export function RunCost({ app, version, params, runs = 1, cap, onCap }: RunCostProps) {
  const { t, i18n } = useTranslation();
  const settled = useSettled(JSON.stringify(params ?? null), TYPING_MS);
  const estimate = useEstimate(app, version, JSON.parse(settled) as RunValues | null).data;
  if (!params) return null;
  const problem = estimate && estimateProblem(estimate);
  const language = i18n.language;
  const told = () => {
    if (!estimate) return t("apps.estimate.pending");
    if (problem) return t(runs > 1 ? "apps.estimate.problem.batch" : "apps.estimate.problem", { problem });
    const text = estimateText(estimate, runs, t, language);
    return runs > 1 ? t("apps.estimate.batch", { count: runs, text }) : text;
  };
  return (
    <div className="space-y-2">
      <p role="status" className="text-sm text-soft">
        {told()}
      </p>
      {estimate && !problem && costsSomething(estimate) && (
        <details className="text-sm">
          <summary className="cursor-pointer rounded text-soft hover:text-ink">
            {t(runs > 1 ? "apps.cap.batch" : "apps.cap")}
          </summary>
          <div className="mt-2 flex flex-wrap gap-3">
            {(["dollars", "tokens"] as const).map((unit) => (
              <div key={unit} className="min-w-40 flex-1 basis-40">
                <TextField
                  label={t(`apps.cap.${unit}`)}
                  inputMode="decimal"
                  maxLength={12}
                  value={cap[unit]}
                  onChange={(event) => onCap({ ...cap, [unit]: event.target.value })}
                />
              </div>
            ))}
          </div>
          <p className="mt-1 text-xs text-soft">{t("apps.cap.about")}</p>
        </details>
      )}
    </div>
  );
}
