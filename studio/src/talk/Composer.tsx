import { ArrowUp, Paperclip, Square, X } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../ui/Button";
import { toast } from "../ui/Toasts";
import { attachMore, attachToNewConversation, removeAttachment } from "./attachments";
import { draftOf, keepDraft, suggested } from "./drafts";
import { MESSAGE_FIELD } from "./focusMessage";
import { MentionList, useMention } from "./Mentions";
import { holdMessage, takeHeld, useHeld, useReading } from "./reading";
import { useAttachments } from "./useAttachments";

const NO_NAMES: readonly string[] = [];

interface ComposerProps {
  conversation: string;
  isStarted: boolean;
  isStored: boolean;
  /** Whether it is the middle of the screen, with no talk above it. */
  isAlone?: boolean;
  suggestion: string;
  names?: readonly string[];
  isRunning: boolean;
  onSend: (text: string, attached: readonly string[]) => void;
  onStop?: () => void;
}

export function Composer({ conversation, isStarted, isStored, isAlone, suggestion, ...rest }: ComposerProps) {
  const { names = NO_NAMES, isRunning, onSend, onStop } = rest;
  const { t } = useTranslation();
  const [text, setWritten] = useState(() => draftOf(conversation));
  const setText = (words: string) => {
    keepDraft(conversation, words);
    setWritten(words);
  };
  const reading = useReading(conversation);
  const isHeld = useHeld(conversation);
  const attached = useAttachments(conversation, isStored);
  // What was just sent is not waiting any more, though the service says so a moment later.
  const [sent, setSent] = useState<readonly string[]>([]);
  const waiting = attached.names.filter((name) => !sent.includes(name));
  const field = useRef<HTMLTextAreaElement>(null);
  const earlier = useRef("");
  useEffect(() => {
    if (!suggestion) return;
    const before = earlier.current;
    earlier.current = suggestion;
    setWritten((written) => suggested(written, before, suggestion));
    field.current?.focus();
  }, [suggestion]);

  const mention = useMention(field, names, text, setText);

  const send = () => {
    const words = text.trim();
    if (!words || isRunning) return;
    if (reading) {
      holdMessage(conversation);
      return;
    }
    setText("");
    setSent(attached.names);
    onSend(words, waiting);
  };
  useEffect(() => {
    if (!reading && attached.isReady && takeHeld(conversation)) send();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const take = (files: readonly File[]) => {
    if (!files.length) return;
    setSent((names) => names.filter((name) => !files.some((file) => file.name === name)));
    if (isStarted || isStored) void attachMore(conversation, files, attached.refresh);
    else void attachToNewConversation(files, conversation);
  };

  const drop = async (name: string) => {
    try {
      await removeAttachment(conversation, name);
    } catch (problem) {
      toast(problem instanceof Error ? problem.message : String(problem));
    }
    void attached.refresh();
    field.current?.focus();
  };

  return (
    <form
      onSubmit={submit}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        take([...event.dataTransfer.files]);
      }}
      className={isAlone ? "" : "shrink-0 px-4 pb-4"}
    >
      {(reading || waiting.length > 0) && (
        <ul className="flex flex-wrap gap-1.5 pb-2 text-xs text-soft">
          {waiting.map((name) => (
            <li key={name} className="flex max-w-full items-center gap-1 rounded-full bg-well py-0.5 pr-1 pl-2.5">
              <span className="truncate">{t("talk.attached", { name })}</span>
              <button
                type="button"
                aria-label={t("talk.detach", { name })}
                title={t("talk.detach", { name })}
                onClick={() => void drop(name)}
                className="flex size-6 shrink-0 items-center justify-center rounded-full hover:bg-line hover:text-ink"
              >
                <X size={13} strokeWidth={2} aria-hidden />
              </button>
            </li>
          ))}
          {reading && (
            <li className="breathe max-w-full truncate px-1 py-1">
              {t(isHeld ? "talk.attaching.held" : "talk.attaching", { name: reading })}
            </li>
          )}
        </ul>
      )}
      <div
        className={`relative rounded-2xl border border-line p-1.5 focus-within:border-accent ${isAlone ? "bg-sheet shadow-[var(--lift)]" : "bg-paper"}`}
      >
        <MentionList mention={mention} />
        <textarea
          id={MESSAGE_FIELD}
          ref={field}
          rows={isAlone ? 2 : 1}
          value={text}
          aria-label={t("talk.write")}
          placeholder={t(isStarted || rest.names ? "talk.write" : "talk.placeholder")}
          {...mention.attributes}
          onChange={(event) => {
            setText(event.target.value);
            mention.look();
          }}
          onSelect={mention.look}
          onBlur={mention.close}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing || mention.onKey(event)) return;
            if (event.key === "Enter" && !event.shiftKey) {
              event.preventDefault();
              send();
            }
          }}
          className="field-sizing-content block max-h-[40vh] min-h-11 w-full resize-none bg-transparent px-2.5 py-2 outline-none"
        />
        <div className="flex items-center justify-between">
          <label
            title={t("talk.attach")}
            className="flex size-9 cursor-pointer items-center justify-center rounded-lg text-soft focus-within:outline-2 focus-within:outline-accent hover:bg-well hover:text-ink"
          >
            <Paperclip size={18} strokeWidth={1.6} aria-hidden />
            <input
              type="file"
              multiple
              aria-label={t("talk.attach")}
              disabled={isRunning || reading !== undefined}
              className="sr-only"
              onChange={(event) => {
                take([...(event.target.files ?? [])]);
                event.target.value = "";
              }}
            />
          </label>
          {isRunning ? (
            <IconButton label={t("talk.stop")} look="plain" disabled={!onStop} onClick={onStop}>
              <Square size={14} fill="currentColor" aria-hidden />
            </IconButton>
          ) : (
            <IconButton type="submit" label={t("talk.send")} look="solid" disabled={!text.trim()}>
              <ArrowUp size={18} strokeWidth={2} aria-hidden />
            </IconButton>
          )}
        </div>
      </div>
    </form>
  );
}
