import { useTranslation } from "react-i18next";
import { go, usePlace } from "../app/place";
import { Failed, Loading } from "../ui/States";
import { VirtualList } from "../ui/VirtualList";
import { FileIcon } from "./FileIcon";
import { dayText, unitsText } from "./format";
import { type FileItem, useFiles } from "./queries";

const ROW_HEIGHT = 60;

export function FileList() {
  const { t } = useTranslation();
  const query = useFiles();
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const more = query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined;
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={t("files.failed")} retry={() => void query.refetch()} />;
  if (!items.length) return <p className="px-4 py-6 text-sm text-soft">{t("files.none")}</p>;
  return (
    <VirtualList
      items={items}
      rowHeight={ROW_HEIGHT}
      keyOf={(item) => item.id}
      row={(item) => <FileRow item={item} />}
      onEnd={more}
    />
  );
}

function FileRow({ item }: { item: FileItem }) {
  const { t, i18n } = useTranslation();
  const isOpen = usePlace().file === item.id;
  const about = [unitsText(item.units, t), dayText(item.madeAt, i18n.language)].filter(Boolean).join(" · ");
  return (
    <button
      type="button"
      aria-current={isOpen || undefined}
      onClick={() => go({ file: item.id, pane: "view" })}
      className="flex h-14 w-full items-center gap-3 rounded-lg px-2.5 text-left hover:bg-well aria-[current]:bg-tint"
    >
      <span className="text-accent">
        <FileIcon name={item.name} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm">{item.title || item.name}</span>
        <span className="block truncate text-xs text-soft">{about}</span>
      </span>
    </button>
  );
}
