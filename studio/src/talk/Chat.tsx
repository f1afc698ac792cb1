import { useEffect, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { go } from "../app/place";
import type { ConversationDetails } from "../conversations/queries";
import { nextOfExample } from "../start/following";
import { Button } from "../ui/Button";
import { toast } from "../ui/Toasts";
import { useStable } from "../ui/useStable";
import { AssistantMessage } from "./AssistantMessage";
import { Composer } from "./Composer";
import { focusMessage } from "./focusMessage";
import { LiveView } from "./LiveView";
import { openAsk, textOf } from "./messages";
import { UserMessage } from "./UserMessage";
import { useEarlier } from "./useEarlier";
import { useFollowedScroll } from "./useFollowedScroll";
import { useLanding } from "./useLanding";
import { useTurns } from "./useTurns";

interface ChatProps {
  id: string;
  suggestion: string;
  project?: string;
  names?: readonly string[];
  changes?: number;
  details?: ConversationDetails;
  onShown?: OnShown;
  composerIn?: HTMLElement | null;
}

/** Told when a conversation is shown, and when its first message is: before that it is only a place for files. */
export type OnShown = (shown: Shown) => void;

export interface Shown {
  id: string;
  isBegun: boolean;
  /** Whether the service knows no such conversation. */
  isGone?: boolean;
  /** What goes on in it, if anything: the program works, or the person is asked something. */
  now?: "working" | "asking";
}

export function Chat({ id, suggestion, project, names, changes, details, onShown, composerIn }: ChatProps) {
  const { t } = useTranslation();
  const turns = useTurns(id, details, { project, changes });
  const [isStopping, setStopping] = useState(false);
  // What was sent is not suggested again when the message field moves.
  const [used, setUsed] = useState("");
  const scroller = useRef<HTMLDivElement>(null);
  const [toEnd, stay] = useFollowedScroll(scroller);
  useEffect(() => {
    if (!turns.isRunning) setStopping(false);
  }, [turns.isRunning]);

  const isBegun = turns.messages.length > 0 || Boolean(turns.unsent || turns.refusal);
  useFocusAfterMove(composerIn, isBegun);
  const now = turns.isRunning ? "working" : openAsk(turns.messages.at(-1)) ? "asking" : undefined;
  useEffect(() => onShown?.({ id, isBegun, now }), [onShown, id, isBegun, now]);

  const send = (text: string, attached: readonly string[] = []) => {
    go(composerIn ? { conversation: id, pane: "talk" } : { conversation: id }, { replace: true });
    toEnd();
    setUsed(suggestion);
    void turns.send(text, attached);
  };
  const stop = () => {
    if (!turns.turnId) return;
    setStopping(true);
    turns.stop(turns.turnId).catch((problem: Error) => {
      setStopping(false);
      toast(problem.message);
    });
  };
  const last = turns.messages.at(-1);
  const earlier = useEarlier(turns.messages.length, turns);
  const isLanding = useLanding(scroller, { ...turns, ...earlier });
  useEffect(() => {
    if (isLanding) stay();
  }, [isLanding, stay]);
  const hasEnded = !turns.isRunning && last?.role === "assistant" && !openAsk(last);
  const following = useMemo(() => {
    const sent = hasEnded ? turns.messages.filter((each) => each.role === "user").map(textOf) : [];
    return hasEnded ? nextOfExample(id, sent) : undefined;
  }, [hasEnded, id, turns.messages]);
  const answer = useStable(turns.answer);
  const retry = useStable(turns.retry);
  const edit = useStable(turns.edit);

  const composer = (
    <Composer
      conversation={id}
      isStarted={turns.messages.length > 0}
      isStored={details !== undefined || turns.messages.some((each) => each.role === "assistant")}
      isAlone={Boolean(composerIn)}
      suggestion={suggestion === used ? "" : suggestion}
      names={names}
      isRunning={turns.isRunning}
      onSend={send}
      onStop={turns.turnId && !isStopping ? stop : undefined}
    />
  );
  return (
    <>
      <div ref={scroller} data-scroller className="min-h-0 flex-1 overflow-y-auto px-5 pt-5 pb-2">
        <div
          role="log"
          aria-label={t("talk.title")}
          aria-busy={turns.isRunning}
          tabIndex={0}
          className="mx-auto max-w-2xl space-y-6"
        >
          {turns.messages.length === 0 && (
            <p className="pt-[12vh] text-center text-sm text-soft">
              {t(project ? "talk.empty.project" : "talk.empty")}
            </p>
          )}
          {!earlier.isAll && turns.messages.length > 0 && (
            <button
              ref={earlier.top}
              type="button"
              onClick={earlier.more}
              className="block w-full py-2 text-center text-sm text-accent underline underline-offset-2 [overflow-anchor:none]"
            >
              {t("talk.earlier")}
            </button>
          )}
          {turns.messages
            .slice(-earlier.shown || undefined)
            .map((message) =>
              message.role === "user" ? (
                <UserMessage key={message.id} message={message} onEdit={turns.isRunning ? undefined : edit} />
              ) : (
                <AssistantMessage
                  key={message.id}
                  message={message}
                  isLast={message === last}
                  isRunning={turns.isRunning && message.id === (turns.turnId ?? last?.id)}
                  onAnswer={answer}
                  onRetry={retry}
                />
              ),
            )}
          <LiveView work={turns.live} />
          {turns.isRunning && last?.role === "user" && <p className="breathe text-sm text-soft">{t("talk.working")}</p>}
          {turns.interrupted && (
            <Note
              text={t("talk.interrupted")}
              action={t("talk.continue")}
              onAct={() => turns.advance(turns.interrupted ?? "")}
            />
          )}
          {turns.unsent && (
            <Note
              text={t("talk.unsent", { text: turns.unsent })}
              action={t("talk.unsent.send")}
              onAct={() => send(turns.unsent ?? "")}
            />
          )}
          {following && (
            <div className="space-y-2 rounded-xl border border-line p-3 text-sm">
              <p className="text-soft">{t("talk.example.next")}</p>
              <p className="whitespace-pre-wrap">{following}</p>
              <Button onClick={() => send(following)}>{t("talk.example.send")}</Button>
            </div>
          )}
          {turns.refusal && <Note text={turns.refusal.message} action={t("app.close")} onAct={turns.takeBack} />}
          {turns.isLost && (
            <p role="status" className="breathe text-sm text-warn">
              {t("app.offline")}
            </p>
          )}
        </div>
      </div>
      {composerIn ? createPortal(composer, composerIn) : composer}
    </>
  );
}

/** Once there is a talk, the message field is beside it, and what was in use stays in use. */
function useFocusAfterMove(composerIn: HTMLElement | null | undefined, isBegun: boolean): void {
  const before = useRef(composerIn);
  useEffect(() => {
    if (before.current && !composerIn && isBegun) focusMessage();
    before.current = composerIn;
  }, [composerIn, isBegun]);
}

function Note({ text, action, onAct }: { text: string; action: string; onAct: () => void }) {
  return (
    <div
      role="alert"
      className="flex items-center justify-between gap-3 rounded-xl border border-line p-3 text-sm text-warn"
    >
      <span>{text}</span>
      <Button onClick={onAct}>{action}</Button>
    </div>
  );
}
