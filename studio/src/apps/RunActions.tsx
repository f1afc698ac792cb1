import { useMutation } from "@tanstack/react-query";
import { Download, Link2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { api, dataOf, type Schemas } from "../api/client";
import { dateText } from "../files/format";
import { CopyButton } from "../talk/CopyButton";
import { Button } from "../ui/Button";
import { usageText } from "./estimate";
import { type AppDetails, useAppChange } from "./queries";

const FORMATS = ["pdf", "docx", "xlsx"] as const;
const DAYS = 30;

/** What can be done with the page of a run: download it, and share it by a link once the app is published. */
export function RunActions({ app, run }: { app: AppDetails; run: Schemas["RunDetails"] }) {
  const { t, i18n } = useTranslation();
  const isPublished = app.status === "published";
  const path = { app_id: app.id, execution_id: run.id };
  const publish = useAppChange(() =>
    dataOf(api.PUT("/api/apps/{app_id}/publish", { params: { path: { app_id: app.id } } })),
  );
  const share = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST("/api/apps/{app_id}/executions/{execution_id}/share", { params: { path }, body: { days: DAYS } }),
      ),
  });
  const used = usageText(run.usage, t, i18n.language);
  const address = share.data && new URL(share.data.path, window.location.origin).href;
  return (
    <div className="space-y-2 text-sm print:hidden">
      <div className="flex flex-wrap items-center gap-2">
        <span className="flex items-center gap-1.5 text-soft">
          <Download size={15} strokeWidth={1.6} aria-hidden />
          {t("apps.download")}
        </span>
        {FORMATS.map((format) => (
          <a
            key={format}
            download
            href={`/api/apps/${app.id}/executions/${run.id}/export?format=${format}`}
            className="flex min-h-9 items-center rounded-lg border border-line bg-sheet px-3 hover:bg-well"
          >
            {t(`apps.format.${format}`)}
          </a>
        ))}
        {isPublished ? (
          <Button disabled={share.isPending} onClick={() => share.mutate()}>
            <Link2 size={15} strokeWidth={1.6} aria-hidden />
            {t("apps.share")}
          </Button>
        ) : (
          <Button look="quiet" disabled={publish.isPending} onClick={() => publish.mutate(undefined)}>
            {t("apps.share.publish")}
          </Button>
        )}
      </div>
      {used && <p className="text-soft">{used}</p>}
      {share.isError && (
        <p role="alert" className="text-warn">
          {share.error.message}
        </p>
      )}
      {address && (
        <div role="status" className="rounded-xl border border-line bg-sheet p-3">
          <div className="flex items-center gap-2">
            <input
              readOnly
              aria-label={t("apps.share.link")}
              value={address}
              onFocus={(event) => event.target.select()}
              className="h-9 min-w-0 flex-1 rounded-lg border border-line bg-paper px-3"
            />
            <CopyButton text={address} />
          </div>
          <p className="mt-1 text-xs text-soft">
            {t("apps.share.about", { date: dateText(share.data?.expiresAt ?? "", i18n.language) })}
          </p>
        </div>
      )}
    </div>
  );
}
