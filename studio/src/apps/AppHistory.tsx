import { useTranslation } from "react-i18next";
import { api, dataOf } from "../api/client";
import { dayText } from "../files/format";
import { Button } from "../ui/Button";
import { Failed, Loading } from "../ui/States";
import { type AppDetails, useAppChange, useAppVersions } from "./queries";

/** The versions of an app, and the way back to the one before. */
export function AppHistory({ app }: { app: AppDetails }) {
  const { t, i18n } = useTranslation();
  const query = useAppVersions(app.id);
  const undo = useAppChange(() =>
    dataOf(api.POST("/api/apps/{app_id}/undo", { params: { path: { app_id: app.id } } })),
  );
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={t("apps.open.failed")} retry={() => void query.refetch()} />;
  const { items, present } = query.data;
  return (
    <div className="mx-auto max-w-3xl px-6 py-5 max-wide:px-4">
      <ul aria-label={t("apps.tab.versions")} className="divide-y divide-line rounded-xl border border-line bg-sheet">
        {items.toReversed().map((each) => (
          <li key={each.version} className="flex items-center gap-3 px-4 py-2 text-sm">
            <span className="mr-auto">
              {t("apps.version", { number: each.version })}
              {each.version === present && ` · ${t("apps.version.current")}`}
              <span className="block text-xs text-soft">{dayText(each.createdAt, i18n.language)}</span>
            </span>
            {each.version === present && each.parent > 0 && (
              <Button disabled={undo.isPending} onClick={() => undo.mutate(undefined)}>
                {t("apps.undo")}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
