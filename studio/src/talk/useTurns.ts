import { useChat } from "@ai-sdk/react";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError, api, dataOf } from "../api/client";
import { go } from "../app/place";
import { type Ask, answerData } from "../asks/answers";
import { type ConversationDetails, loadIfKnown } from "../conversations/queries";
import { keepOutgoing, outgoingOf } from "./drafts";
import { NOTHING_YET } from "./live";
import { fileToShow, isKnown, messagesOf, outcomeOf, type StudioMessage, textOf, withEarlier } from "./messages";
import { createTransport } from "./transport";
import { useEarlierPages } from "./useEarlierPages";
import { useLive } from "./useLive";

const RETRY_MS = [500, 1_000, 2_000, 4_000, 8_000];

interface TurnsOptions {
  project?: string;
  /** Another value says that something has changed elsewhere, perhaps in this conversation. */
  changes?: number;
}

/** The turns of one conversation: its messages, and every way to run one. The service has the truth; this follows it. */
export function useTurns(id: string, details: ConversationDetails | undefined, { project, changes }: TurnsOptions) {
  const queries = useQueryClient();
  const [transport] = useState(() => createTransport(project));
  const [interrupted, setInterrupted] = useState<string>();
  const [turnId, setTurnId] = useState<string>();
  const [unsent, setUnsent] = useState(() => {
    const outgoing = outgoingOf(id);
    return outgoing && !isKnown(outgoing, details ? messagesOf(details) : []) ? outgoing : undefined;
  });
  const live = useLive();
  const chat = useChat<StudioMessage>({
    id,
    transport,
    messages: details ? messagesOf(details) : [],
    throttle: 60,
    onData: (part) => {
      if (part.type === "data-conversation") {
        setTurnId(part.data.turnId);
        void queries.invalidateQueries({ queryKey: ["conversations"] });
      }
      // A paper of the talk is among the papers from its first stage on.
      if (part.type === "data-work" && part.data.paperId) {
        for (const queryKey of [["papers"], ["paper", part.data.paperId]]) void queries.invalidateQueries({ queryKey });
      }
      live.take(part);
    },
    onFinish: ({ message, messages: all }) => {
      for (const queryKey of [["conversations"], ["files"], ["attachments"]]) {
        void queries.invalidateQueries({ queryKey });
      }
      // The message answered the question of an earlier turn, which continued: the service has them in order.
      if (all.at(-1)?.id !== message.id) void reload();
      const file = fileToShow(message);
      if (file) go({ file }, { replace: true });
    },
  });
  const { status, messages, sendMessage, setMessages, resumeStream, clearError } = chat;
  const pages = useEarlierPages(id, details, setMessages);
  const { begin } = pages;
  useEffect(() => {
    if (status === "streaming") keepOutgoing(id, "");
    if (status === "submitted") setTurnId(undefined);
  }, [status, id]);
  const last = messages.at(-1);
  const outcome = outcomeOf(last);
  const isRunning = status === "submitted" || status === "streaming";
  const isRefused = chat.error instanceof ApiError;
  const hasEnded = last?.role === "assistant" && (outcome ?? last.metadata?.outcome) !== undefined;
  // The stream broke before the turn was over, or the request never arrived.
  const isLost = !isRunning && !isRefused && !hasEnded && (status === "error" || last?.role === "assistant");

  const follow = useCallback(
    async (current: ConversationDetails) => {
      const running = current.runningTurnId;
      if (!running) return;
      const waiting = await dataOf(api.GET("/api/asks"));
      if (waiting.items.some((each) => each.turnId === running && !each.isRunning)) setInterrupted(running);
      else void resumeStream();
    },
    [resumeStream],
  );

  const shown = useRef(messages);
  shown.current = messages;
  const isFollowed = useRef(false);
  useEffect(() => {
    if (details && !isFollowed.current) {
      isFollowed.current = true;
      void follow(details).catch(() => undefined);
    }
  }, [details, follow]);

  const reload = useCallback(async () => {
    const current = await loadIfKnown(id);
    const known = current ? messagesOf(current) : [];
    const sent = shown.current.findLast((each) => each.role === "user");
    const isUnsent = sent !== undefined && !isKnown(textOf(sent), known);
    clearError();
    const joined = withEarlier(shown.current, known);
    if (!joined.fits) begin(current);
    setMessages(joined.messages);
    if (isUnsent) setUnsent(textOf(sent));
    else keepOutgoing(id, "");
    if (current) await follow(current);
  }, [id, clearError, setMessages, follow, begin]);
  useReconnect(isLost, reload);
  const now = useRef(status);
  now.current = status;
  const refresh = useCallback(async () => {
    if (now.current !== "ready" || shown.current.length === 0) return;
    const current = await loadIfKnown(id);
    if (!current || now.current !== "ready") return;
    const { messages: joined, fits } = withEarlier(shown.current, messagesOf(current));
    const hasNews = joined.length > shown.current.length || joined.at(-1)?.id !== shown.current.at(-1)?.id;
    if (!hasNews) return;
    if (!fits) begin(current);
    setMessages(joined);
    await follow(current);
  }, [id, setMessages, follow, begin]);
  useRefresh(refresh, changes);

  const run = (body: object) => {
    setInterrupted(undefined);
    return sendMessage(undefined, { body });
  };
  return {
    messages,
    hasEarlier: pages.hasEarlier,
    loadEarlier: pages.load,
    reload,
    isRunning,
    isLost,
    refusal: isRefused ? chat.error : undefined,
    interrupted,
    unsent,
    live: isRunning ? live.work : NOTHING_YET,
    // A message may continue an earlier turn, so the stream says which one runs.
    turnId: isRunning ? turnId : undefined,
    send: (text: string, attached: readonly string[] = []) => {
      setUnsent(undefined);
      keepOutgoing(id, text);
      const files = attached.length ? [{ type: "data-attached" as const, data: { names: [...attached] } }] : [];
      return sendMessage({ parts: [{ type: "text", text }, ...files] });
    },
    answer: (ask: Ask, answer: unknown) => {
      const part = { type: "data-answer" as const, id: ask.id, data: answerData(ask, answer) };
      setMessages(messages.map((each) => (each === last ? { ...each, parts: [...each.parts, part] } : each)));
      return run({ answer: { askId: ask.id, answer } });
    },
    retry: (turnId: string) => run({ retry: turnId }),
    advance: (turnId: string) => run({ advance: turnId }),
    edit: (message: StudioMessage, text: string) => {
      const index = messages.findIndex((each) => each.id === message.id);
      const turn = messages[index + 1];
      if (!turn) return;
      setMessages(messages.slice(0, index));
      void sendMessage({ text }, { body: { edit: turn.id } });
    },
    stop: (turnId: string) => api.POST("/api/agent/cancel", { body: { turnId } }),
    takeBack: () => {
      clearError();
      keepOutgoing(id, "");
      if (last?.role === "user") setMessages(messages.slice(0, -1));
    },
  };
}

/** What was said elsewhere, such as in another window, is there when the person comes back or something has changed. */
function useRefresh(refresh: () => Promise<void>, changes: number | undefined): void {
  useEffect(() => {
    if (changes) refresh().catch(() => undefined);
  }, [refresh, changes]);
  useEffect(() => {
    const come = () => {
      if (document.visibilityState === "visible") refresh().catch(() => undefined);
    };
    document.addEventListener("visibilitychange", come);
    window.addEventListener("focus", come);
    return () => {
      document.removeEventListener("visibilitychange", come);
      window.removeEventListener("focus", come);
    };
  }, [refresh]);
}

/** Try again until the connection is back: soon, then less often, and at once when the browser is online again. */
function useReconnect(isLost: boolean, reload: () => Promise<void>): void {
  useEffect(() => {
    if (!isLost) return;
    let attempt = 0;
    let timer: number;
    const later = () => {
      timer = window.setTimeout(tryNow, RETRY_MS[Math.min(attempt++, RETRY_MS.length - 1)]);
    };
    const tryNow = () => {
      window.clearTimeout(timer);
      reload().catch(later);
    };
    later();
    window.addEventListener("online", tryNow);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener("online", tryNow);
    };
  }, [isLost, reload]);
}
