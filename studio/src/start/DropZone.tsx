import { Upload } from "lucide-react";
import { type DragEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { attachMore, attachToNewConversation } from "../talk/attachments";
import { useReading } from "../talk/reading";
import { useAttachments } from "../talk/useAttachments";

/** Begins a conversation with files of the person, or adds them to those that are there. */
export function DropZone({ hasFiles, conversation }: { hasFiles: boolean; conversation: string }) {
  const { t } = useTranslation();
  const [isOver, setOver] = useState(false);
  const attached = useAttachments(conversation, false);
  const isReading = useReading(conversation) !== undefined;

  const take = (files: readonly File[]) => {
    if (!files.length) return;
    if (hasFiles) void attachMore(conversation, files, attached.refresh);
    else void attachToNewConversation(files, conversation);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take([...event.dataTransfer.files]);
  };

  return (
    <label
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={`mt-3 flex cursor-pointer items-center gap-4 rounded-2xl border border-dashed p-4 transition-colors focus-within:outline-2 focus-within:outline-accent hover:border-accent ${isOver ? "border-accent bg-tint" : "border-line"}`}
    >
      <Upload size={20} strokeWidth={1.5} aria-hidden className="shrink-0 text-accent" />
      <span>
        <span className="block text-sm">{t(isReading ? "app.loading" : isOver ? "start.drop.now" : "start.drop")}</span>
        <span role="status" className="block text-sm text-soft">
          {t(hasFiles ? "start.drop.done" : "start.drop.about")}
        </span>
      </span>
      <input
        type="file"
        multiple
        disabled={isReading}
        className="sr-only"
        onChange={(event) => {
          take([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </label>
  );
}
