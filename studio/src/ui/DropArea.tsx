import { Upload } from "lucide-react";
import { type DragEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { toast } from "./Toasts";

interface DropAreaProps {
  text: string;
  about?: string;
  accept?: string;
  multiple?: boolean;
  /** Takes the files; a failure is shown to the person. */
  onFiles: (files: readonly File[]) => Promise<unknown>;
}

/** A place to drop files on, or to choose them at. */
export function DropArea({ text, about, accept, multiple = false, onFiles }: DropAreaProps) {
  const { t } = useTranslation();
  const [isOver, setOver] = useState(false);
  const [isReading, setReading] = useState(false);
  const take = async (files: readonly File[]) => {
    if (!files.length || isReading) return;
    setReading(true);
    await onFiles(multiple ? files : files.slice(0, 1)).catch((problem: Error) => toast(problem.message));
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
      className={`flex cursor-pointer items-center gap-4 rounded-2xl border border-dashed p-4 transition-colors focus-within:outline-2 focus-within:outline-accent hover:border-accent ${isOver ? "border-accent bg-tint" : "border-line"}`}
    >
      <Upload size={20} strokeWidth={1.5} aria-hidden className="shrink-0 text-accent" />
      <span>
        <span className="block text-sm">{isReading ? t("app.loading") : isOver ? t("ui.drop.now") : text}</span>
        {about && <span className="block text-sm text-soft">{about}</span>}
      </span>
      <input
        type="file"
        accept={accept}
        multiple={multiple}
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
