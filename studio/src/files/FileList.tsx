import { useTranslation } from "react-i18next";
import { go, usePlace } from "../app/place";
import { Failed, Loading } from "../ui/States";
import { VirtualList } from "../ui/VirtualList";
import { FileIcon } from "./FileIcon";
import { aboutText, newestOfEach } from "./format";
import { type FileItem, useFiles } from "./queries";

const ROW_HEIGHT = 60;

export function FileList() {
  const { t } = useTranslation();
  const query = useFiles();
  const open = usePlace().file;
  const all = query.data?.pages.flatMap((page) => page.items) ?? [];
  const items = newestOfEach(all);
  const openLineage = all.find((item) => item.id === open)?.lineage;
  const more = query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined;
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={t("files.failed")} retry={() => void query.refetch()} />;
  if (!items.length) return <p className="px-4 py-6 text-sm text-soft">{t("files.none")}</p>;
  return (
    <VirtualList
      items={items}
      rowHeight={ROW_HEIGHT}
      keyOf={(item) => item.id}
      row={(item) => <FileRow item={item} isOpen={item.lineage === openLineage} />}
      onEnd={more}
    />
  );
}

/** A file, in its newest version. The viewer opens the conversation in which it was made. */
function FileRow({ item, isOpen }: { item: FileItem; isOpen: boolean }) {
  const { t, i18n } = useTranslation();
  return (
    <button
      type="button"
      aria-current={isOpen || undefined}
      onClick={() => go({ file: item.id, conversation: undefined, pane: "view" })}
      className="flex h-14 w-full items-center gap-3 rounded-lg px-2.5 text-left hover:bg-well aria-[current]:bg-tint"
    >
      <span className="text-accent">
        <FileIcon name={item.name} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm">{item.title || item.name}</span>
        <span className="block truncate text-xs text-soft">{aboutText(item, t, i18n.language)}</span>
      </span>
    </button>
  );
}
