import { useTranslation } from "react-i18next";
import { go } from "../app/place";
import { Failed, Loading } from "../ui/States";
import { useHidden } from "./deletions";
import { useSearch } from "./queries";

export function SearchResults({ words }: { words: string }) {
  const { t } = useTranslation();
  const query = useSearch(words);
  const hidden = useHidden();
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={query.error.message} retry={() => void query.refetch()} />;
  const matches = query.data.items.filter((match) => !hidden.has(match.conversationId));
  if (!matches.length) {
    return <p className="px-4 py-6 text-sm text-soft">{t("conversations.none.found", { words })}</p>;
  }
  return (
    <ul className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
      {matches.map((match, index) => (
        <li key={`${match.conversationId}-${index}`}>
          <button
            type="button"
            onClick={() =>
              go({
                conversation: match.conversationId,
                message: match.isReplaced ? undefined : (match.messageId ?? undefined),
                file: undefined,
                pane: "talk",
              })
            }
            className="w-full rounded-lg px-2.5 py-2 text-left hover:bg-well"
          >
            <span className="block truncate text-sm">{match.title || t("conversations.untitled")}</span>
            <span className="line-clamp-2 text-xs text-soft">
              {match.isReplaced && `${t("conversations.replaced")} · `}
              {match.file && `${match.file}: `}
              {match.before}
              <mark className="rounded-sm bg-tint px-0.5 text-ink">{match.found}</mark>
              {match.after}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
