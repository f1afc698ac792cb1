import { Share } from "lucide-react";
import { Popover } from "radix-ui";
import { useTranslation } from "react-i18next";
import { type FileDetails, useExports } from "../files/queries";
import { LABEL, PANEL, TRIGGER } from "./popovers";

/** The other formats of a file, each with what it cannot hold. */
export function Exports({ file }: { file: FileDetails }) {
  const { t } = useTranslation();
  // What is handed out has a button of its own.
  const formats = (useExports(file.id).data?.items ?? []).filter((format) => !format.hasKey);
  if (!formats.length) return null;
  return (
    <Popover.Root>
      <Popover.Trigger title={t("view.export")} className={TRIGGER}>
        <Share size={16} strokeWidth={1.6} aria-hidden />
        <span className={LABEL}>{t("view.export")}</span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          aria-label={t("view.export")}
          className={`${PANEL} max-h-[70vh] overflow-y-auto p-2`}
        >
          <ul>
            {formats.map((format) => (
              <li key={format.format}>
                <a href={format.url} download className="block rounded-lg px-2.5 py-1.5 hover:bg-well">
                  {format.title} <span className="text-soft">{format.extension}</span>
                  {format.lacks.length > 0 && (
                    <span className="block text-xs text-soft">
                      {t("view.export.lacks", { lacks: format.lacks.join(t("list.comma")) })}
                    </span>
                  )}
                </a>
              </li>
            ))}
          </ul>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
