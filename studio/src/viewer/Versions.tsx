import { Columns2, History } from "lucide-react";
import { Popover } from "radix-ui";
import { useTranslation } from "react-i18next";
import { go } from "../app/place";
import { dayText } from "../files/format";
import type { FileDetails, FileItem } from "../files/queries";
import { Button, IconButton } from "../ui/Button";
import { LABEL, PANEL, TRIGGER } from "./popovers";
import { useRestore } from "./useRestore";

export function newestFirst(file: FileDetails): FileItem[] {
  const others = file.versions.filter((each) => each.id !== file.id);
  return [file, ...others].sort((one, two) => two.version - one.version);
}

/** The versions of a file; with only one there is nothing to choose. */
export function Versions({ file, onCompare }: { file: FileDetails; onCompare: (other: FileItem) => void }) {
  const { t, i18n } = useTranslation();
  const versions = newestFirst(file);
  if (versions.length < 2) return null;
  return (
    <Popover.Root>
      <Popover.Trigger title={t("view.versions")} className={TRIGGER}>
        <History size={16} strokeWidth={1.6} aria-hidden />
        <span className={LABEL}>{t("view.version", { number: file.version })}</span>
        <span aria-hidden className="tabular-nums @xl:hidden">
          {file.version}
        </span>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          aria-label={t("view.versions")}
          className={PANEL}
        >
          <ul className="max-h-80 overflow-y-auto">
            {versions.map((each, index) => (
              <li key={each.id} className="flex items-center gap-1">
                <button
                  type="button"
                  aria-current={each.id === file.id || undefined}
                  onClick={() => go({ file: each.id })}
                  className="flex min-w-0 flex-1 items-baseline justify-between gap-3 rounded-lg px-2 py-1.5 text-left hover:bg-well aria-[current]:bg-tint"
                >
                  <span>
                    {t("view.version", { number: each.version })}
                    {index === 0 && <span className="text-soft"> · {t("view.version.newest")}</span>}
                  </span>
                  <span className="text-xs text-soft">{dayText(each.madeAt, i18n.language)}</span>
                </button>
                {each.id !== file.id && (
                  <Popover.Close asChild>
                    <IconButton
                      label={t("view.compare", { number: each.version })}
                      className="size-8"
                      onClick={() => onCompare(each)}
                    >
                      <Columns2 size={15} strokeWidth={1.6} aria-hidden />
                    </IconButton>
                  </Popover.Close>
                )}
              </li>
            ))}
          </ul>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** A line above an older version that says so, with a way to make it the newest one. */
export function OldVersionBar({ file }: { file: FileDetails }) {
  const { t } = useTranslation();
  const restore = useRestore(file);
  if (newestFirst(file)[0]?.id === file.id) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line bg-well px-5 py-2 text-sm">
      <span>{t("view.version.old", { number: file.version })}</span>
      <Button disabled={restore.isPending} onClick={() => restore.mutate()}>
        {t("view.restore")}
      </Button>
    </div>
  );
}
