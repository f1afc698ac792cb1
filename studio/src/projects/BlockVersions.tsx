import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../api/client";
import { dayText } from "../files/format";
import { Button } from "../ui/Button";
import { Failed, Loading } from "../ui/States";
import { toast } from "../ui/Toasts";
import { VirtualList } from "../ui/VirtualList";
import { useBlock, useBlockVersion, useProjectChange } from "./queries";

const TextDiff = lazy(() => import("../ui/TextDiff"));
const ROW_HEIGHT = 64;

/** The versions of a text: who wrote them and why, beside what is there now, and the way back. */
export function BlockVersions({ project, block }: { project: string; block: string }) {
  const { t, i18n } = useTranslation();
  const query = useBlock(project, block);
  const [chosen, setChosen] = useState<number>();
  const versions = [...(query.data?.versions ?? [])].reverse();
  const current = query.data?.textVersion ?? 0;
  const shown = chosen ?? versions[1]?.version;
  const old = useBlockVersion(project, block, shown);
  const restore = useProjectChange(
    project,
    ({ version, basedOn }: { version: number; basedOn: number }) => {
      const params = { path: { project_id: project, block_id: block } };
      return dataOf(
        api.POST("/api/projects/{project_id}/blocks/{block_id}/restore", { params, body: { version, basedOn } }),
      );
    },
    (saved) => {
      const made = saved.block.textVersion;
      toast(t("projects.restored", { number: made }), () => restore.mutate({ version: made - 1, basedOn: made }));
    },
  );
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={t("projects.block.failed")} retry={() => void query.refetch()} />;
  return (
    <div className="flex h-full max-[1150px]:flex-col">
      <div className="flex min-h-0 w-56 shrink-0 flex-col border-line pt-2 max-[1150px]:h-44 max-[1150px]:w-full max-[1150px]:border-b min-[1151px]:border-r">
        <VirtualList
          label={t("projects.tab.versions")}
          items={versions}
          rowHeight={ROW_HEIGHT}
          keyOf={(each) => String(each.version)}
          row={(each) => (
            <button
              type="button"
              aria-current={each.version === shown || undefined}
              onClick={() => setChosen(each.version)}
              className="flex h-15 w-full flex-col justify-center rounded-lg px-2.5 text-left hover:bg-well aria-[current]:bg-tint"
            >
              <span className="text-sm">
                {t("projects.version", { number: each.version })}
                {each.version === current && ` · ${t("projects.version.current")}`}
              </span>
              <span className="truncate text-xs text-soft">
                {[t(`projects.author.${each.author}`), dayText(each.writtenAt, i18n.language), each.reason]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </button>
          )}
        />
      </div>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        {shown === undefined || shown === current ? (
          <p className="p-6 text-sm text-soft">
            {t(versions.length > 1 ? "projects.version.choose" : "projects.version.one")}
          </p>
        ) : (
          <>
            <div className="flex flex-wrap items-center gap-2 border-b border-line bg-well px-4 py-2 text-sm">
              <span className="mr-auto">{t("projects.version.beside", { older: shown, newer: current })}</span>
              <Button disabled={restore.isPending} onClick={() => restore.mutate({ version: shown, basedOn: current })}>
                {t("projects.version.restore", { number: shown })}
              </Button>
            </div>
            <div className="min-h-0 flex-1 overflow-auto">
              {old.isPending && <Loading />}
              {old.isError && <Failed text={t("projects.block.failed")} retry={() => void old.refetch()} />}
              {old.data && (
                <Suspense fallback={<Loading />}>
                  <TextDiff
                    left={old.data.text}
                    right={query.data.text}
                    labels={[t("projects.version", { number: shown }), t("projects.version", { number: current })]}
                  />
                </Suspense>
              )}
            </div>
          </>
        )}
      </div>
    </div>
  );
}
