import { useCallback, useRef, useState } from "react";
import { type ConversationDetails, loadEarlier } from "../conversations/queries";
import { messagesOf, type StudioMessage } from "./messages";

type SetMessages = (change: (messages: StudioMessage[]) => StudioMessage[]) => void;

/** The messages before those that are loaded: they are put before them when they are wanted. */
export function useEarlierPages(id: string, details: ConversationDetails | undefined, setMessages: SetMessages) {
  const [cursor, setCursor] = useState(details?.earlier ?? undefined);
  const now = useRef(cursor);
  now.current = cursor;
  const loading = useRef<string>(undefined);
  const begin = useCallback((first: ConversationDetails | null) => setCursor(first?.earlier ?? undefined), []);
  const load = useCallback(async () => {
    if (!cursor || loading.current === cursor) return;
    loading.current = cursor;
    try {
      const page = await loadEarlier(id, cursor);
      // Meanwhile the conversation may have begun again from its end.
      if (now.current !== cursor) return;
      setMessages((messages) => [...messagesOf(page), ...messages]);
      setCursor(page.earlier ?? undefined);
    } finally {
      loading.current = undefined;
    }
  }, [id, cursor, setMessages]);
  return { hasEarlier: cursor !== undefined, begin, load };
}
