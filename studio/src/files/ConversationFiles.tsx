import { FileStack, SquarePen } from "lucide-react";
import { useTranslation } from "react-i18next";
import { go } from "../app/place";
import { Button } from "../ui/Button";
import { Empty, Failed, Loading } from "../ui/States";
import { FileIcon } from "./FileIcon";
import { aboutText, newestOfEach } from "./format";
import { useConversationFiles } from "./queries";

interface ConversationFilesProps {
  conversation: string;
  /** What goes on in the conversation. */
  now?: "working" | "asking";
  onNew: () => void;
}

/** What a conversation has made, while no file is open. */
export function ConversationFiles({ conversation, now, onNew }: ConversationFilesProps) {
  const { t, i18n } = useTranslation();
  const query = useConversationFiles(conversation);
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={t("files.failed")} retry={() => void query.refetch()} />;
  const items = newestOfEach(query.data.items);
  const begin = (
    <Button onClick={onNew}>
      <SquarePen size={15} strokeWidth={1.6} aria-hidden />
      {t("files.here.new")}
    </Button>
  );
  if (!items.length && now) {
    return (
      <Empty icon={FileStack} title={t(`files.here.${now}`)} about={t(`files.here.${now}.about`)}>
        <span className="wide:hidden">
          <Button onClick={() => go({ pane: "talk" })}>{t("files.here.talk")}</Button>
        </span>
      </Empty>
    );
  }
  if (!items.length) {
    return (
      <Empty icon={FileStack} title={t("files.here.none")} about={t("files.here.about")}>
        {begin}
      </Empty>
    );
  }
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto max-w-xl px-6 py-10">
        <h2 className="font-serif text-2xl leading-snug">{t("files.here")}</h2>
        <ul className="mt-5 space-y-2">
          {items.map((item) => (
            <li key={item.id}>
              <button
                type="button"
                onClick={() => go({ file: item.id, pane: "view" })}
                className="flex w-full items-center gap-3 rounded-2xl border border-line bg-sheet p-4 text-left hover:border-accent"
              >
                <span className="text-accent">
                  <FileIcon name={item.name} size={20} />
                </span>
                <span className="min-w-0">
                  <span className="block truncate font-medium">{item.title || item.name}</span>
                  <span className="block truncate text-sm text-soft">{aboutText(item, t, i18n.language)}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
        <div className="mt-5">{begin}</div>
      </div>
    </div>
  );
}
