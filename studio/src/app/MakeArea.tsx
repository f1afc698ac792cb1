import { useEffect, useState } from "react";
import { deletions } from "../conversations/deletions";
import { ConversationFiles } from "../files/ConversationFiles";
import { StartScreen } from "../start/StartScreen";
import type { Shown } from "../talk/Chat";
import { newConversationId } from "../talk/ids";
import { Talk } from "../talk/Talk";
import { useAttachments } from "../talk/useAttachments";
import { Panes } from "../ui/Panes";
import { Loading } from "../ui/States";
import { Viewer } from "../viewer/Viewer";
import { go, usePlace } from "./place";
import { WorkPane } from "./WorkPane";

/** Where files are made: left the conversations and files, in the middle the file that is looked at, right the talk. */
export function MakeArea() {
  const place = usePlace();
  const [newId, setNewId] = useState(newConversationId);
  const [suggestion, setSuggestion] = useState({ conversation: "", words: "" });
  const conversation = place.conversation ?? newId;
  const [begun, setBegun] = useState<Shown>();
  const hasFiles = useAttachments(conversation, false).names.length > 0;
  const [composer, setComposer] = useState<HTMLElement | null>(null);
  useNewConversation(() => setNewId(newConversationId()));

  useEffect(() => {
    const flush = () => deletions.flush();
    window.addEventListener("pagehide", flush);
    return () => window.removeEventListener("pagehide", flush);
  }, []);

  const suggest = (words: string) => {
    setSuggestion({ conversation, words });
    go({ pane: "talk" });
  };
  const isLoading = place.conversation !== undefined && begun?.id !== conversation;
  const isBegun = place.conversation !== undefined && begun?.isBegun === true;
  const isStart = !place.file && !isLoading && !isBegun;
  return (
    <Panes
      work={<WorkPane />}
      isTalkHidden={isStart && !(begun?.id === conversation && begun.isGone)}
      view={
        place.file ? (
          <Viewer key={place.file} id={place.file} onSuggest={suggest} />
        ) : isLoading ? (
          <Loading />
        ) : isBegun ? (
          <ConversationFiles conversation={conversation} now={begun?.now} onNew={beginConversation} />
        ) : (
          <StartScreen hasFiles={hasFiles} conversation={conversation} onChoose={suggest} composer={setComposer} />
        )
      }
      talk={
        <Talk
          key={conversation}
          id={conversation}
          suggestion={suggestion.conversation === conversation ? suggestion.words : ""}
          onShown={setBegun}
          composerIn={composer}
        />
      }
    />
  );
}

const NEW_CONVERSATION = "inkwright:new-conversation";

/** Begin a conversation without a project, from wherever the person is. */
export function beginConversation(): void {
  go({ area: undefined, conversation: undefined, file: undefined, pane: "view" });
  window.dispatchEvent(new Event(NEW_CONVERSATION));
}

function useNewConversation(onNew: () => void): void {
  useEffect(() => {
    window.addEventListener(NEW_CONVERSATION, onNew);
    return () => window.removeEventListener(NEW_CONVERSATION, onNew);
  });
}
