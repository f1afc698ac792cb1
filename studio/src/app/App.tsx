import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { deletions } from "../conversations/deletions";
import { StartScreen } from "../start/StartScreen";
import { newConversationId } from "../talk/ids";
import { Talk } from "../talk/Talk";
import { useAttachments } from "../talk/useAttachments";
import { Viewer } from "../viewer/Viewer";
import { PaneTabs } from "./PaneTabs";
import { go, usePlace } from "./place";
import { TopBar } from "./TopBar";
import { WorkPane } from "./WorkPane";

const Palette = lazy(() => import("../palette/Palette"));

/** The three panes: left the work, in the middle the thing that is looked at, right the talk. */
export function App() {
  const { t } = useTranslation();
  const place = usePlace();
  const [newId, setNewId] = useState(newConversationId);
  const [suggestion, setSuggestion] = useState({ conversation: "", words: "" });
  const conversation = place.conversation ?? newId;
  const hasFiles = useAttachments(conversation, false).names.length > 0;

  const [isSearching, setSearching] = useState(false);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setSearching(true);
    };
    window.addEventListener("keydown", open);
    return () => window.removeEventListener("keydown", open);
  }, []);

  useEffect(() => {
    const flush = () => deletions.flush();
    window.addEventListener("pagehide", flush);
    return () => window.removeEventListener("pagehide", flush);
  }, []);

  const begin = () => {
    setNewId(newConversationId());
    go({ conversation: undefined, file: undefined, pane: "view" });
  };
  const suggest = (words: string) => {
    setSuggestion({ conversation, words });
    go({ pane: "talk" });
  };
  const paneClass = (pane: string) => (place.pane === pane ? "" : "max-wide:hidden");

  return (
    <div className="flex h-full flex-col">
      <a href="#message" className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-sheet focus:p-3">
        {t("app.skip")}
      </a>
      <TopBar onNew={begin} onSearch={() => setSearching(true)} />
      {isSearching && (
        <Suspense>
          <Palette onNew={begin} onClose={() => setSearching(false)} />
        </Suspense>
      )}
      <main className="flex min-h-0 flex-1 max-wide:flex-col">
        <nav
          aria-label={t("app.work")}
          className={`flex min-h-0 w-64 shrink-0 flex-col border-r border-line max-wide:w-full max-wide:flex-1 max-wide:border-0 max-[1150px]:w-56 ${paneClass("work")}`}
        >
          <WorkPane />
        </nav>
        <section aria-label={t("app.view")} className={`min-h-0 min-w-0 flex-1 ${paneClass("view")}`}>
          {place.file ? (
            <Viewer key={place.file} id={place.file} onSuggest={suggest} />
          ) : (
            <StartScreen hasFiles={hasFiles} onChoose={suggest} />
          )}
        </section>
        <section
          aria-label={t("app.talk")}
          className={`flex min-h-0 w-[26rem] shrink-0 flex-col border-l border-line bg-sheet max-wide:w-full max-wide:flex-1 max-wide:border-0 max-[1150px]:w-80 ${paneClass("talk")}`}
        >
          <Talk
            key={conversation}
            id={conversation}
            suggestion={suggestion.conversation === conversation ? suggestion.words : ""}
          />
        </section>
      </main>
      <PaneTabs pane={place.pane} />
    </div>
  );
}
