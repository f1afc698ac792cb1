import { Paperclip, Pencil } from "lucide-react";
import { memo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button, IconButton } from "../ui/Button";
import { isFocusLost } from "../ui/returnFocus";
import { CopyButton } from "./CopyButton";
import { attachedTo, type StudioMessage, textOf } from "./messages";

interface UserMessageProps {
  message: StudioMessage;
  onEdit?: (message: StudioMessage, text: string) => void;
}

export const UserMessage = memo(function UserMessage({ message, onEdit }: UserMessageProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<string>();
  const pencil = useRef<HTMLButtonElement>(null);
  const leave = () => {
    setDraft(undefined);
    window.setTimeout(() => isFocusLost() && pencil.current?.focus());
  };
  const text = textOf(message);
  const attached = attachedTo(message);
  if (draft !== undefined) {
    return (
      <form
        className="space-y-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (draft.trim()) onEdit?.(message, draft.trim());
          setDraft(undefined);
        }}
      >
        <textarea
          aria-label={t("talk.edit")}
          value={draft}
          // biome-ignore lint/a11y/noAutofocus: the person asked for this field
          autoFocus
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={(event) => event.key === "Escape" && leave()}
          className="field-sizing-content min-h-20 w-full rounded-2xl border border-accent bg-sheet p-3"
        />
        <p className="text-sm text-soft">{t("talk.edit.note")}</p>
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={leave}>
            {t("talk.cancel")}
          </Button>
          <Button type="submit" look="solid" disabled={!onEdit || !draft.trim()}>
            {t("talk.edit.send")}
          </Button>
        </div>
      </form>
    );
  }
  return (
    <article
      data-message={message.id}
      tabIndex={-1}
      aria-label={t("talk.you")}
      className="message group flex flex-row-reverse items-end gap-1"
    >
      <div className="max-w-[85%] min-w-0 rounded-2xl rounded-br-md bg-tint px-4 py-2.5">
        <p className="break-words whitespace-pre-wrap">{text}</p>
        {attached.length > 0 && (
          <ul aria-label={t("talk.files")} className="mt-1.5 space-y-0.5 text-sm text-soft">
            {attached.map((name) => (
              <li key={name} className="flex items-center gap-1.5">
                <Paperclip size={13} strokeWidth={1.6} aria-hidden className="shrink-0" />
                <span className="truncate">{name}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="flex shrink-0 opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 max-wide:opacity-100">
        <CopyButton text={text} />
        {onEdit && (
          <IconButton ref={pencil} label={t("talk.edit")} className="size-8" onClick={() => setDraft(text)}>
            <Pencil size={15} strokeWidth={1.6} aria-hidden />
          </IconButton>
        )}
      </div>
    </article>
  );
});
