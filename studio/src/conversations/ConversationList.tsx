import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Failed, Loading } from "../ui/States";
import { ConversationRow } from "./ConversationRow";
import { useHidden } from "./deletions";
import { useConversations } from "./queries";

const ROW_HEIGHT = 44;

export function ConversationList() {
  const { t } = useTranslation();
  const query = useConversations();
  const hidden = useHidden();
  const scroller = useRef<HTMLDivElement>(null);
  const items = (query.data?.pages.flatMap((page) => page.items) ?? []).filter((item) => !hidden.has(item.id));
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
  });
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  useEffect(() => {
    if (last >= items.length - 5 && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [last, items.length, hasNextPage, isFetchingNextPage, fetchNextPage]);

  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={t("conversations.failed")} retry={() => void query.refetch()} />;
  if (!items.length) return <p className="px-4 py-6 text-sm text-soft">{t("conversations.none")}</p>;
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
                <ConversationRow item={item} />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}
