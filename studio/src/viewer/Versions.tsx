import { useMutation, useQueryClient } from "@tanstack/react-query";
import { History } from "lucide-react";
import { Popover } from "radix-ui";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../api/client";
import { go } from "../app/place";
import { dayText } from "../files/format";
import type { FileDetails, FileItem } from "../files/queries";
import { Button } from "../ui/Button";
import { toast } from "../ui/Toasts";
import { PANEL, TRIGGER } from "./popovers";

export function newestFirst(file: FileDetails): FileItem[] {
  const others = file.versions.filter((each) => each.id !== file.id);
  return [file, ...others].sort((one, two) => two.version - one.version);
}

/** The versions of a file; with only one there is nothing to choose. */
export function Versions({ file }: { file: FileDetails }) {
  const { t, i18n } = useTranslation();
  const versions = newestFirst(file);
  if (versions.length < 2) return null;
  return (
    <Popover.Root>
      <Popover.Trigger className={TRIGGER}>
        <History size={16} strokeWidth={1.6} aria-hidden />
        {t("view.version", { number: file.version })}
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
              <li key={each.id}>
                <button
                  type="button"
                  aria-current={each.id === file.id || undefined}
                  onClick={() => go({ file: each.id })}
                  className="flex w-full items-baseline justify-between gap-3 rounded-lg px-2 py-1.5 text-left hover:bg-well aria-[current]:bg-tint"
                >
                  <span>
                    {t("view.version", { number: each.version })}
                    {index === 0 && <span className="text-soft"> · {t("view.version.newest")}</span>}
                  </span>
                  <span className="text-xs text-soft">{dayText(each.madeAt, i18n.language)}</span>
                </button>
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
  const queries = useQueryClient();
  const restore = useMutation({
    mutationFn: () =>
      dataOf(api.POST("/api/artifacts/{artifact_id}/restore", { params: { path: { artifact_id: file.id } } })),
    onSuccess: (restored) => {
      for (const queryKey of [["files"], ["file"]]) void queries.invalidateQueries({ queryKey });
      toast(t("view.restored", { number: restored.version }));
      go({ file: restored.id });
    },
    onError: (problem) => toast(problem.message),
  });
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
