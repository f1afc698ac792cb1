import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { go, usePlace } from "../app/place";
import { Failed, Loading } from "../ui/States";
import { FileIcon } from "./FileIcon";
import { dayText, unitsText } from "./format";
import { type FileItem, useFiles } from "./queries";

const ROW_HEIGHT = 60;

export function FileList() {
  const { t } = useTranslation();
  const query = useFiles();
  const scroller = useRef<HTMLDivElement>(null);
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  });
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  useEffect(() => {
    if (last >= items.length - 5 && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [last, items.length, hasNextPage, isFetchingNextPage, fetchNextPage]);

  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={t("files.failed")} retry={() => void query.refetch()} />;
  if (!items.length) return <p className="px-4 py-6 text-sm text-soft">{t("files.none")}</p>;
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
      <ul className="relative" style={{ height: rows.getTotalSize() }}>
        {shown.map((row) => {
          const item = items[row.index];
          return (
            item && (
              <li
                key={item.id}
                className="absolute inset-x-0 top-0"
                style={{ height: row.size, transform: `translateY(${row.start}px)` }}
              >
                <FileRow item={item} />
              </li>
            )
          );
        })}
      </ul>
    </div>
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
