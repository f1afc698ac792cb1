import { ShieldCheck } from "lucide-react";
import { Popover } from "radix-ui";
import { useTranslation } from "react-i18next";
import type { FileDetails } from "../files/queries";
import { PANEL, TRIGGER } from "./popovers";

/** The report of the checks that the file passed before it was offered. */
export function Report({ file }: { file: FileDetails }) {
  const { t } = useTranslation();
  const { checks, isIntact, isRun, findings } = file.report;
  const count = findings.length;
  return (
    <Popover.Root>
      <Popover.Trigger className={TRIGGER}>
        <ShieldCheck size={16} strokeWidth={1.6} aria-hidden />
        {t("view.report")}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          aria-label={t("view.report")}
          className={PANEL}
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
            <ul className="mt-2 max-h-72 space-y-1.5 overflow-y-auto text-soft">
              {findings.map((finding, index) => (
                <li key={index} className="break-words">
                  {finding.message} {finding.fix}
                </li>
              ))}
            </ul>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
