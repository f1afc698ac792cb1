import "../jobs/texts";
import "./texts";
import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { go, usePlace } from "../app/place";
import { JobBadge } from "../jobs/JobState";
import { type JobItem, useJobs } from "../jobs/queries";
import { Button } from "../ui/Button";
import { Panes } from "../ui/Panes";
import { Failed, Loading } from "../ui/States";
import { VirtualList } from "../ui/VirtualList";
import { NewResearchForm } from "./NewResearchForm";
import { ResearchView } from "./ResearchView";

const ROW_HEIGHT = 64;

/** Research: left all of it, in the middle one with its stages and its report, or the form for a new one. */
export default function ResearchArea() {
  const { item } = usePlace();
  return <Panes work={<ResearchList />} view={item ? <ResearchView key={item} id={item} /> : <NewResearchForm />} />;
}

function ResearchList() {
  const { t } = useTranslation();
  const query = useJobs("research");
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const more = query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined;
  return (
    <>
      <div className="p-3">
        <Button className="w-full" onClick={() => go({ item: undefined, pane: "view" })}>
          <Plus size={16} aria-hidden />
          {t("research.new")}
        </Button>
      </div>
      {query.isPending ? (
        <Loading />
      ) : query.isError ? (
        <Failed text={t("research.failed")} retry={() => void query.refetch()} />
      ) : items.length ? (
        <VirtualList
          label={t("research.title")}
          items={items}
          rowHeight={ROW_HEIGHT}
          keyOf={(item) => item.id}
          row={(item) => <ResearchRow item={item} />}
          onEnd={more}
        />
      ) : (
        <p className="px-4 py-2 text-sm text-soft">{t("research.none")}</p>
      )}
    </>
  );
}

function ResearchRow({ item }: { item: JobItem }) {
  const isOpen = usePlace().item === item.id;
  return (
    <button
      type="button"
      aria-current={isOpen || undefined}
      onClick={() => go({ item: item.id, pane: "view" })}
      className="flex h-15 w-full flex-col items-start justify-center gap-1 rounded-lg px-2.5 text-left hover:bg-well aria-[current]:bg-tint"
    >
      <span className="block w-full truncate text-sm">{item.title}</span>
      <JobBadge job={item} />
    </button>
  );
}
