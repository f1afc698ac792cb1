import { useTranslation } from "react-i18next";
import { Failed, Loading } from "../ui/States";
import { VirtualList } from "../ui/VirtualList";
import { ConversationRow } from "./ConversationRow";
import { withAges } from "./days";
import { useHidden } from "./deletions";
import { useConversations } from "./queries";

const ROW_HEIGHT = 44;

export function ConversationList() {
  const { t } = useTranslation();
  const query = useConversations();
  const hidden = useHidden();
  const items = (query.data?.pages.flatMap((page) => page.items) ?? []).filter((item) => !hidden.has(item.id));
  const more = query.hasNextPage && !query.isFetchingNextPage ? () => void query.fetchNextPage() : undefined;
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={t("conversations.failed")} retry={() => void query.refetch()} />;
  if (!items.length)
    return (
      <div className="px-4 py-6 text-sm text-soft">
        <p>{t("conversations.none")}</p>
        <p className="mt-1 text-xs">{t("conversations.none.about")}</p>
      </div>
    );
  return (
    <VirtualList
      items={withAges(items, new Date())}
      rowHeight={ROW_HEIGHT}
      keyOf={(each) => (typeof each === "string" ? each : each.id)}
      row={(each) =>
        typeof each === "string" ? (
          <p className="flex h-full items-end px-2.5 pb-1.5 text-xs font-medium text-soft">{t(`age.${each}`)}</p>
        ) : (
          <ConversationRow item={each} />
        )
      }
      onEnd={more}
    />
  );
}
