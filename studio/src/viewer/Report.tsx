import { Check, ShieldAlert, ShieldCheck } from "lucide-react";
import { Popover } from "radix-ui";
import { useTranslation } from "react-i18next";
import type { FileDetails } from "../files/queries";
import { grouped } from "./checkGroups";
import { LABEL, PANEL, TRIGGER } from "./popovers";

/** The report of the checks that the file passed before it was offered. */
export function Report({ file }: { file: FileDetails }) {
  const { t } = useTranslation();
  const { checks, isIntact, isRun, findings, lookedFor } = file.report;
  const clean = lookedFor.filter((check) => !check.isFound);
  const count = findings.length;
  const isGood = !count && isIntact;
  return (
    <Popover.Root>
      <Popover.Trigger title={t("view.report")} className={TRIGGER}>
        {isGood ? (
          <ShieldCheck size={16} strokeWidth={1.6} aria-hidden className="text-good" />
        ) : (
          <ShieldAlert size={16} strokeWidth={1.6} aria-hidden className="text-warn" />
        )}
        <span className={LABEL}>{t("view.report")}</span>
        <span
          aria-hidden
          className={`rounded-full bg-well px-1.5 text-xs leading-5 tabular-nums ${isGood ? "" : "text-warn"}`}
        >
          {isGood ? checks : count || "!"}
        </span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          aria-label={t("view.report")}
          tabIndex={0}
          className={`${PANEL} max-h-[70vh] overflow-y-auto`}
        >
          <p className="font-medium">
            {t("view.report.checks", { count: checks })}{" "}
            {count ? t("view.report.some", { count }) : t("view.report.none")}
          </p>
          {typeof isRun === "boolean" && (
            <p className="mt-1 text-soft">{t(isRun ? "view.report.run" : "view.report.not_run")}</p>
          )}
          {!isIntact && <p className="mt-1 text-warn">{t("view.report.changed")}</p>}
          {count > 0 && (
            <ul className="mt-2 space-y-1.5 text-warn">
              {findings.map((finding, index) => (
                <li key={index} className="break-words">
                  {finding.message} {finding.fix}
                </li>
              ))}
            </ul>
          )}
          {clean.length > 0 && (
            <ul className="mt-2">
              {grouped(clean).map(([group, checks]) => (
                <li key={group}>
                  <details>
                    <summary className="flex cursor-pointer items-start gap-2 rounded-md py-1">
                      <Check size={15} strokeWidth={2} aria-hidden className="mt-1 shrink-0 text-good" />
                      <span className="min-w-0 flex-1">{t(`report.${group}`)}</span>
                      <span className="text-xs leading-6 text-soft tabular-nums">{checks.length}</span>
                    </summary>
                    <p className="mt-0.5 pl-6 text-xs text-soft">{t("view.report.looked")}</p>
                    <ul className="mb-2 list-disc space-y-0.5 pl-10 text-xs text-soft">
                      {checks.map((check) => (
                        <li key={check.code} className="break-words">
                          {check.problem}
                        </li>
                      ))}
                    </ul>
                  </details>
                </li>
              ))}
            </ul>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
