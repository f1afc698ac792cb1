import { Ellipsis, Play, Printer } from "lucide-react";
import { Tabs } from "radix-ui";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../api/client";
import { go, usePlace } from "../app/place";
import { useTitle } from "../app/title";
import { ActionMenu } from "../ui/ActionMenu";
import { IconButton } from "../ui/Button";
import { Empty, Failed, Loading } from "../ui/States";
import { StatusBadge } from "../ui/StatusBadge";
import { toast } from "../ui/Toasts";
import { TAB } from "../ui/tabs";
import { AppHistory } from "./AppHistory";
import { AppPageView } from "./AppPageView";
import { NO_CAP } from "./estimate";
import type { AppPage } from "./page";
import { type AppDetails, useApp, useAppChange, useRun, useRuns } from "./queries";
import { RunActions } from "./RunActions";
import { RunForm } from "./RunForm";
import { RunList } from "./RunList";
import { RunProblem } from "./RunProblem";

/** One app: its inputs, the page of a run, all runs with their traces, and its versions. */
export function AppView({ id }: { id: string }) {
  const { t } = useTranslation();
  const query = useApp(id);
  useTitle("item", query.data?.title);
  const [tab, setTab] = useState("page");
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={t("apps.open.failed")} retry={() => void query.refetch()} />;
  const app = query.data;
  return (
    <Tabs.Root value={tab} onValueChange={setTab} className="flex h-full flex-col">
      <Header app={app} />
      <Tabs.List aria-label={app.title} className="flex gap-5 border-b border-line px-6 max-wide:px-4">
        {(["page", "runs", "versions"] as const).map((name) => (
          <Tabs.Trigger key={name} value={name} className={TAB}>
            {t(`apps.tab.${name}`)}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content value="page" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto outline-none">
        <PageTab app={app} onBatch={() => setTab("runs")} />
      </Tabs.Content>
      <Tabs.Content value="runs" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto outline-none">
        <RunList app={app} />
      </Tabs.Content>
      <Tabs.Content value="versions" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto outline-none">
        <AppHistory app={app} />
      </Tabs.Content>
    </Tabs.Root>
  );
}

function Header({ app }: { app: AppDetails }) {
  const { t } = useTranslation();
  const params = { path: { app_id: app.id } };
  const isPublished = app.status === "published";
  const publish = useAppChange(() =>
    isPublished
      ? dataOf(api.DELETE("/api/apps/{app_id}/publish", { params }))
      : dataOf(api.PUT("/api/apps/{app_id}/publish", { params })),
  );
  const duplicate = useAppChange(
    () => dataOf(api.POST("/api/apps/{app_id}/duplicate", { params })),
    (made) => go({ item: made.id, part: undefined }),
  );
  const remove = useAppChange(
    () => api.DELETE("/api/apps/{app_id}", { params }),
    () => {
      go({ item: undefined, part: undefined }, { replace: true });
      toast(t("apps.deleted", { title: app.title }));
    },
  );
  return (
    <header className="flex items-center gap-2 px-6 pt-4 pb-2 max-wide:px-4">
      <h2 className="min-w-0 flex-1 font-serif text-2xl break-words">{app.title || t("apps.untitled")}</h2>
      <StatusBadge tone={isPublished ? "good" : "plain"}>{t(`apps.status.${app.status}`)}</StatusBadge>
      <IconButton label={t("apps.print")} onClick={() => window.print()}>
        <Printer size={17} strokeWidth={1.6} aria-hidden />
      </IconButton>
      <ActionMenu
        label={t("apps.more", { title: app.title })}
        icon={<Ellipsis size={17} aria-hidden />}
        actions={[
          {
            text: t(isPublished ? "apps.unpublish" : "apps.publish"),
            run: () => publish.mutate(undefined),
            isDisabled: app.blueprint === null,
          },
          { text: t("apps.duplicate"), run: () => duplicate.mutate(undefined), isDisabled: app.blueprint === null },
          { text: t("apps.delete"), run: () => remove.mutate(undefined), isGrave: true },
        ]}
      />
    </header>
  );
}

/** The form of a run, and the page of the one that is open or the latest. */
function PageTab({ app, onBatch }: { app: AppDetails; onBatch: () => void }) {
  const { t } = useTranslation();
  const opened = usePlace().part;
  const latest = useRuns(app.id).data?.items[0]?.id;
  const run = useRun(app.id, opened ?? latest);
  const [cap, setCap] = useState(NO_CAP);
  if (app.status === "compiling") return <Loading text={t("apps.compiling")} />;
  if (!app.blueprint) {
    return (
      <p role="alert" className="p-6 text-sm text-warn">
        {t("apps.uncompiled", { problem: app.problem })}
      </p>
    );
  }
  const status = run.data?.status;
  return (
    <div className="mx-auto max-w-4xl space-y-6 px-6 py-5 max-wide:px-4">
      <RunForm
        key={run.data?.id}
        app={app}
        blueprint={app.blueprint}
        values={run.data?.inputs ?? {}}
        cap={cap}
        onCap={setCap}
        onBatch={onBatch}
      />
      {(status === "waiting" || status === "running") && <Loading text={t("apps.running")} />}
      {run.data?.error && <RunProblem app={app} run={run.data} cap={cap} />}
      {run.data?.page && <RunActions key={`actions-${run.data.id}`} app={app} run={run.data} />}
      {run.data?.page && <AppPageView page={run.data.page as unknown as AppPage} />}
      {!run.data && !run.isLoading && (
        <div className="pt-10">
          <Empty icon={Play} title={t("apps.unrun")} about={t("apps.unrun.about")} />
        </div>
      )}
    </div>
  );
}
