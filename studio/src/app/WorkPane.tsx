import { Tabs } from "radix-ui";
import { useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import { ConversationList } from "../conversations/ConversationList";
import { SearchResults } from "../conversations/SearchResults";
import { FileList } from "../files/FileList";
import { SearchField } from "../ui/SearchField";

const TAB =
  "border-b-2 border-transparent px-1 pb-2 text-sm text-soft hover:text-ink data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink";

export function WorkPane() {
  const { t } = useTranslation();
  const [written, setWritten] = useState("");
  const words = useDeferredValue(written.trim());
  return (
    <Tabs.Root defaultValue="conversations" className="flex min-h-0 flex-1 flex-col pt-4">
      <Tabs.List aria-label={t("app.work")} className="mx-4 mb-3 flex gap-5 border-b border-line">
        <Tabs.Trigger value="conversations" className={TAB}>
          {t("conversations.title")}
        </Tabs.Trigger>
        <Tabs.Trigger value="files" className={TAB}>
          {t("files.title")}
        </Tabs.Trigger>
      </Tabs.List>
      <Tabs.Content value="conversations" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
        <SearchField label={t("conversations.search")} value={written} onChange={setWritten} className="mx-3 mb-2" />
        {words ? <SearchResults words={words} /> : <ConversationList />}
      </Tabs.Content>
      <Tabs.Content value="files" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
        <FileList />
      </Tabs.Content>
    </Tabs.Root>
  );
}
