import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ListStart, Play, RefreshCw } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf, type Schemas } from "../api/client";
import { go } from "../app/place";
import { JobBadge, JobControls, JobProgress } from "../jobs/JobState";
import { isActive } from "../jobs/progress";
import { Button } from "../ui/Button";
import { TextField } from "../ui/Fields";
import { Empty, Failed, Loading } from "../ui/States";
import { StatusBadge, type Tone } from "../ui/StatusBadge";
import { VirtualList } from "../ui/VirtualList";
import { refreshProject, useProjectChange } from "./queries";
import type { SectionProps } from "./sections";

type Board = Schemas["RunBoard"];
type BoardItem = Schemas["BoardItem"];

const ROW_HEIGHT = 52;
const POLL_MS = 1_500;
const INDENT_PX = 18;
const TONES: Record<BoardItem["state"], Tone> = {
  done: "good",
  ready: "busy",
  running: "busy",
  waiting: "plain",
  review: "warn",
  failed: "warn",
  stale: "warn",
  in_progress: "busy",
  empty: "plain",
  group: "plain",
};

/** The auto-run of a project: what it writes next, how far it is, and what became of every block. */
export function RunSection({ project }: SectionProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: ["project", project, "run"],
    refetchInterval: ({ state }) => (state.data?.run && isActive(state.data.run) ? POLL_MS : false),
    queryFn: () => dataOf(api.GET("/api/projects/{project_id}/run", { params: { path: { project_id: project } } })),
  });
  const status = query.data?.run?.status;
  // The last texts of a run are there when it ends.
  useEffect(() => {
    if (status) refreshProject(queries, project);
  }, [status, queries, project]);
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={t("projects.run.failed")} retry={() => void query.refetch()} />;
  const { run, blocks } = query.data;
  if (!blocks.length)
    return <Empty icon={ListStart} title={t("projects.run.none")} about={t("projects.run.none.about")} />;
  return (
    <div className="mx-auto flex h-full max-w-3xl flex-col px-6 pt-6 max-wide:px-4">
      <Begin project={project} board={query.data} />
      {run && (
        <section aria-label={t("projects.run.latest")} className="mb-4 rounded-2xl border border-line bg-sheet p-4">
          <div className="mb-2 flex flex-wrap items-center gap-2">
            <h3 className="mr-auto font-medium">{t("projects.run.latest")}</h3>
            <JobBadge job={run} />
            <JobControls job={run} />
          </div>
          <JobProgress job={run} />
        </section>
      )}
      <VirtualList
        label={t("projects.blocks.title")}
        items={blocks}
        rowHeight={ROW_HEIGHT}
        keyOf={(each) => each.blockId}
        row={(each) => <BoardRow item={each} />}
        className="-mx-2 px-2 pb-4"
      />
    </div>
  );
}

function Begin({ project, board }: { project: string; board: Board }) {
  const { t } = useTranslation();
  const [cap, setCap] = useState("");
  const begin = useProjectChange(project, (staleOnly: boolean) => {
    const body = { staleOnly, only: [], ...(Number(cap) > 0 ? { maxDollars: Number(cap) } : {}) };
    return dataOf(api.POST("/api/projects/{project_id}/run", { params: { path: { project_id: project } }, body }));
  });
  const isBusy = begin.isPending || (board.run !== null && isActive(board.run));
  return (
    <div className="flex flex-wrap items-end gap-2 pb-4">
      <div className="mr-auto">
        <h2 className="font-serif text-2xl">{t("projects.section.run")}</h2>
        <p className="text-sm text-soft">{t("projects.run.about")}</p>
      </div>
      <div className="w-36">
        <TextField
          label={t("projects.run.cap")}
          type="number"
          min={0.01}
          step={0.01}
          placeholder={t("projects.run.cap.none")}
          value={cap}
          onChange={(event) => setCap(event.target.value)}
        />
      </div>
      {board.stale > 0 && (
        <Button className="!min-h-10" disabled={isBusy} onClick={() => begin.mutate(true)}>
          <RefreshCw size={15} aria-hidden />
          {t("projects.run.stale", { count: board.stale })}
        </Button>
      )}
      <Button
        look="solid"
        className="!min-h-10"
        disabled={isBusy || board.ready === 0}
        onClick={() => begin.mutate(false)}
      >
        <Play size={15} aria-hidden />
        {t("projects.run.ready", { count: board.ready })}
      </Button>
    </div>
  );
}

function BoardRow({ item }: { item: BoardItem }) {
  const { t } = useTranslation();
  const lacks = [
    ...item.questions,
    ...item.blocks.map((path) => t("projects.lacking.block", { path })),
    item.producer ? t("projects.run.producer", { name: item.producer }) : "",
  ].filter(Boolean);
  const isWaiting = item.state === "waiting" || item.state === "empty";
  return (
    <button
      type="button"
      onClick={() => go({ part: item.blockId, pane: "view" })}
      style={{ paddingLeft: 12 + item.depth * INDENT_PX }}
      className="flex h-12 w-full items-center gap-3 rounded-lg pr-3 text-left hover:bg-well"
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm">{item.path.split("/").at(-1)}</span>
        {isWaiting && lacks.length > 0 && <span className="block truncate text-xs text-soft">{lacks.join(" · ")}</span>}
      </span>
      {item.isStale && item.state !== "stale" && <StatusBadge tone="warn">{t("projects.stale")}</StatusBadge>}
      {item.state !== "group" && (
        <StatusBadge tone={TONES[item.state]}>{t(`projects.run.state.${item.state}`)}</StatusBadge>
      )}
    </button>
  );
}
