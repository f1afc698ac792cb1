import { Upload } from "lucide-react";
import { type DragEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { attachToNewConversation } from "../talk/attachments";
import { toast } from "../ui/Toasts";

/** Begins a conversation with files of the person. */
export function DropZone({ hasFiles }: { hasFiles: boolean }) {
  const { t } = useTranslation();
  const [isOver, setOver] = useState(false);
  const [isReading, setReading] = useState(false);

  const take = async (files: readonly File[]) => {
    if (!files.length) return;
    setReading(true);
    await attachToNewConversation(files).catch((problem: Error) => toast(problem.message));
    setReading(false);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take([...event.dataTransfer.files]);
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
          void take([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </label>
  );
}
