import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../api/client";
import { go } from "../app/place";
import { dayText } from "../files/format";
import { Failed, Loading } from "../ui/States";
import { VirtualList } from "../ui/VirtualList";
import { usePhases, useTree } from "./queries";
import type { SectionProps } from "./sections";
import type { FeedItem } from "./useFeed";

const ROW_HEIGHT = 56;
const MAX_EARLIER = 300;

/** Everything that happened in a project, newest first; it grows while somebody works. */
export function ActivitySection({ project, feed }: SectionProps) {
  const { t } = useTranslation();
  const tree = useTree(project);
  const first = feed.items.at(-1)?.number;
  const query = useQuery({
    queryKey: ["activity", project, tree.data === undefined],
    enabled: tree.data !== undefined,
    queryFn: () => {
      const after = Math.max(0, (tree.data?.number ?? 0) - MAX_EARLIER);
      const params = { path: { project_id: project }, query: { after } };
      return dataOf(api.GET("/api/projects/{project_id}/feed", { params }));
    },
  });
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={t("projects.activity.failed")} retry={() => void query.refetch()} />;
  const earlier = query.data.items.filter((each) => first === undefined || each.number < first).reverse();
  const items = [...feed.items, ...earlier];
  return (
    <div className="mx-auto flex h-full max-w-3xl flex-col px-4 pt-6">
      {feed.isLost && (
        <p role="status" className="breathe px-3 pb-2 text-sm text-warn">
          {t("app.offline")}
        </p>
      )}
      {!items.length && <p className="px-3 text-sm text-soft">{t("projects.activity.none")}</p>}
      <VirtualList
        label={t("projects.section.activity")}
        items={items}
        rowHeight={ROW_HEIGHT}
        keyOf={(each) => String(each.number)}
        row={(each) => <ActivityRow project={project} item={each} />}
      />
    </div>
  );
}

/** Why it changed. The id of a run says nothing to people, and its author is said already. */
function reasonText(item: FeedItem, author: string): string {
  const reason = item.reason.replace(/\s*\(job_\w+\)$/, "");
  return reason.toLowerCase() === author.toLowerCase() ? "" : reason;
}

function ActivityRow({ project, item }: { project: string; item: FeedItem }) {
  const { t, i18n } = useTranslation();
  const tree = useTree(project);
  const phase = usePhases(project).data?.phases.find((each) => each.code === item.subject);
  const block = tree.data?.blocks.find((each) => each.id === item.blockIds[0]);
  const isBlock = item.kind.startsWith("block");
  const name = phase?.name ?? block?.name ?? (isBlock ? item.subject : "");
  const stale = item.staleIds.length ? t("projects.activity.stale", { count: item.staleIds.length }) : "";
  const words = [
    t(`projects.author.${item.author}`),
    dayText(item.at, i18n.language),
    item.textVersion ? t("projects.version", { number: item.textVersion }) : "",
    reasonText(item, t(`projects.author.${item.author}`)),
    stale,
  ];
  const text = (
    <>
      <span className="block truncate text-sm">
        {t(`projects.activity.${item.kind}`)} {name && <strong className="font-medium">{name}</strong>}
      </span>
      <span className="block truncate text-xs text-soft">{words.filter(Boolean).join(" · ")}</span>
    </>
  );
  if (!block) return <div className="px-3 py-1.5">{text}</div>;
  return (
    <button
      type="button"
      onClick={() => go({ part: block.id, pane: "view" })}
      className="w-full rounded-lg px-3 py-1.5 text-left hover:bg-well"
    >
      {text}
    </button>
  );
}
