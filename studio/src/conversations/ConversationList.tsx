import { useTranslation } from "react-i18next";
import { Failed, Loading } from "../ui/States";
import { VirtualList } from "../ui/VirtualList";
import { ConversationRow } from "./ConversationRow";
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
  if (!items.length) return <p className="px-4 py-6 text-sm text-soft">{t("conversations.none")}</p>;
  return (
    <VirtualList
      items={items}
      rowHeight={ROW_HEIGHT}
      keyOf={(item) => item.id}
      row={(item) => <ConversationRow item={item} />}
      onEnd={more}
    />
  );
}
