import { Check, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Schemas } from "../api/client";

/** What a model could do when it was tested. */
export function TestReport({ report }: { report: Schemas["ModelTestReport"] }) {
  const { t } = useTranslation();
  return (
    <div role="status" className="rounded-xl bg-well p-3">
      <p className={report.isWell ? "text-good" : "text-warn"}>
        {report.isWell ? t("model.well", { seconds: report.seconds.toFixed(1) }) : `${report.problem} ${report.todo}`}
      </p>
      <ul className="mt-1.5 space-y-1">
        {report.checks.map((check) => (
          <li key={check.kind} className="flex gap-2 text-soft">
            {check.worked ? (
              <Check size={15} strokeWidth={2} aria-hidden className="mt-0.5 shrink-0 text-good" />
            ) : (
              <X size={15} strokeWidth={2} aria-hidden className="mt-0.5 shrink-0 text-warn" />
            )}
            <span className="min-w-0 break-words">
              {t(`model.check.${check.kind}`)}
              {check.problem && <>: {check.problem}</>}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
