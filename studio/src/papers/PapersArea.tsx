import "../jobs/texts";
import "./texts";
import { Plus } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { go, usePlace } from "../app/place";
import { Button } from "../ui/Button";
import { Panes } from "../ui/Panes";
import { Failed, Loading } from "../ui/States";
import { VirtualList } from "../ui/VirtualList";
import { NewPaperForm } from "./NewPaperForm";
import { PaperView } from "./PaperView";
import { type PaperItem, paperDeletions, useHiddenPapers, usePapers } from "./queries";

const ROW_HEIGHT = 60;

/** Papers from notes: left all of them, in the middle one with its stages, or the form for a new one. */
export default function PapersArea() {
  const { item } = usePlace();
  useEffect(() => {
    const flush = () => paperDeletions.flush();
    window.addEventListener("pagehide", flush);
    return () => window.removeEventListener("pagehide", flush);
  }, []);
  return <Panes work={<PaperList />} view={item ? <PaperView key={item} id={item} /> : <NewPaperForm />} />;
}

function PaperList() {
  const { t } = useTranslation();
  const query = usePapers();
  const hidden = useHiddenPapers();
  const items = (query.data?.pages.flatMap((page) => page.items) ?? []).filter((item) => !hidden.has(item.id));
  const more = query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined;
  return (
    <>
      <div className="p-3">
        <Button className="w-full" onClick={() => go({ item: undefined, pane: "view" })}>
          <Plus size={16} aria-hidden />
          {t("papers.new")}
        </Button>
      </div>
      {query.isPending ? (
        <Loading />
      ) : query.isError ? (
        <Failed text={t("papers.failed")} retry={() => void query.refetch()} />
      ) : items.length ? (
        <VirtualList
          label={t("papers.title")}
          items={items}
          rowHeight={ROW_HEIGHT}
          keyOf={(item) => item.id}
          row={(item) => <PaperRow item={item} />}
          onEnd={more}
        />
      ) : (
        <p className="px-4 py-2 text-sm text-soft">{t("papers.none")}</p>
      )}
    </>
  );
}

function PaperRow({ item }: { item: PaperItem }) {
  const { t } = useTranslation();
  const isOpen = usePlace().item === item.id;
  const isWritten = item.stages.length === item.total;
  return (
    <button
      type="button"
      aria-current={isOpen || undefined}
      onClick={() => go({ item: item.id, pane: "view" })}
      className="block h-14 w-full rounded-lg px-2.5 text-left hover:bg-well aria-[current]:bg-tint"
    >
      <span className="block truncate text-sm">{item.title}</span>
      <span className="block truncate text-xs text-soft">
        {isWritten
          ? t(item.isCompiled ? "papers.compiled" : "papers.not_compiled")
          : t("papers.count", { done: item.stages.length, total: item.total })}
      </span>
    </button>
  );
}
