import { Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { go, usePlace } from "../app/place";
import { FileIcon } from "../files/FileIcon";
import { IconButton } from "../ui/Button";
import { DropArea } from "../ui/DropArea";
import { Failed, Loading } from "../ui/States";
import { StatusBadge, type Tone } from "../ui/StatusBadge";
import { toast } from "../ui/Toasts";
import { VirtualList } from "../ui/VirtualList";
import { type DocumentItem, documentDeletions, useDocuments, useHiddenDocuments } from "./queries";
import { useUploads } from "./useUploads";

const ROW_HEIGHT = 64;
export const STATUS_TONES: Record<DocumentItem["status"], Tone> = {
  uploaded: "plain",
  reading: "busy",
  ready: "good",
  failed: "warn",
};

/** The documents with their states; files can be dropped above them. */
export function DocumentList() {
  const { t } = useTranslation();
  const { add, state } = useUploads();
  return (
    <>
      <div className="space-y-2 p-3">
        <DropArea text={t("library.drop")} multiple onFiles={add} />
        {state && (
          <p role="status" className="px-1 text-xs text-soft">
            {t("library.reading", { ...state })}
          </p>
        )}
      </div>
      <Documents />
    </>
  );
}

function Documents() {
  const { t } = useTranslation();
  const query = useDocuments();
  const hidden = useHiddenDocuments();
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={t("library.failed")} retry={() => void query.refetch()} />;
  const items = query.data.pages.flatMap((page) => page.items).filter((item) => !hidden.has(item.id));
  const more = query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined;
  if (!items.length) return <p className="px-4 py-2 text-sm text-soft">{t("library.none")}</p>;
  return (
    <VirtualList
      label={t("library.title")}
      items={items}
      rowHeight={ROW_HEIGHT}
      keyOf={(item) => item.id}
      row={(item) => <DocumentRow item={item} />}
      onEnd={more}
    />
  );
}

function DocumentRow({ item }: { item: DocumentItem }) {
  const { t } = useTranslation();
  const isOpen = usePlace().item === item.id;
  const unread = item.pageProblems.length;
  const remove = () => {
    documentDeletions.add(item.id, (problem) => toast(problem instanceof Error ? problem.message : String(problem)));
    if (isOpen) go({ item: undefined, part: undefined }, { replace: true });
    toast(t("library.removed", { name: item.name }), () => documentDeletions.undo(item.id));
  };
  return (
    <div className="group flex h-15 items-center rounded-lg hover:bg-well has-[[aria-current]]:bg-tint">
      <button
        type="button"
        aria-current={isOpen || undefined}
        onClick={() => go({ item: item.id, part: undefined, pane: "view" })}
        className="flex h-full min-w-0 flex-1 items-center gap-2.5 px-2.5 text-left"
      >
        <span className="shrink-0 text-accent">
          <FileIcon name={item.name} />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm">{item.name}</span>
          <span className="flex items-center gap-1.5 text-xs text-soft">
            <StatusBadge tone={STATUS_TONES[item.status]}>{t(`library.status.${item.status}`)}</StatusBadge>
            <span className="truncate">
              {unread
                ? t("library.unread", { count: unread })
                : item.pages
                  ? t("library.pages", { count: item.pages })
                  : ""}
            </span>
          </span>
        </span>
      </button>
      <IconButton label={t("library.remove", { name: item.name })} onClick={remove}>
        <Trash2 size={15} strokeWidth={1.6} aria-hidden />
      </IconButton>
    </div>
  );
}
