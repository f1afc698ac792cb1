import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

/** A field in place of the title: Enter or leaving it keeps the new title, Escape the old one. */
export function RenameForm({ title, onDone }: { title: string; onDone: (title: string) => void }) {
  const { t } = useTranslation();
  const [written, setWritten] = useState(title);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The menu gives the focus back to its button first.
    const timer = window.setTimeout(() => field.current?.select(), 0);
    return () => window.clearTimeout(timer);
  }, []);
  return (
    <input
      ref={field}
      value={written}
      maxLength={200}
      aria-label={t("conversations.rename.label")}
      onChange={(event) => setWritten(event.target.value)}
      onBlur={() => onDone(written.trim())}
      onKeyDown={(event) => {
        if (event.key === "Enter") onDone(written.trim());
        if (event.key === "Escape") onDone(title);
      }}
      className="h-10 w-full rounded-lg border border-accent bg-sheet px-2.5 text-sm"
    />
  );
}
