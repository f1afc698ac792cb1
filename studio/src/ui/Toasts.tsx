import { X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "./Button";

interface Toast {
  id: number;
  text: string;
  undo?: () => void;
}

const SHOWN_MS = 7_000;
let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function hide(id: number): void {
  change(toasts.filter((each) => each.id !== id));
}

/** Show a note for some seconds, with a way to undo what it reports. */
export function toast(text: string, undo?: () => void): void {
  const id = ++lastId;
  change([...toasts.slice(-2), { id, text, undo }]);
  window.setTimeout(() => hide(id), SHOWN_MS);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function Toasts() {
  const { t } = useTranslation();
  const shown = useSyncExternalStore(subscribe, () => toasts);
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-50 flex flex-col items-center gap-2 px-4 max-wide:bottom-20"
    >
      {shown.map((each) => (
        <div
          key={each.id}
          className="pointer-events-auto flex max-w-md items-center gap-3 toast rounded-xl bg-ink py-1.5 pr-1.5 pl-4 text-sm text-paper"
        >
          <span className="min-w-0 break-words">{each.text}</span>
          {each.undo && (
            <button
              type="button"
              className="shrink-0 rounded px-2 py-1 font-semibold underline underline-offset-2"
              onClick={() => {
                each.undo?.();
                hide(each.id);
              }}
            >
              {t("app.undo")}
            </button>
          )}
          <IconButton
            label={t("app.close")}
            className="!text-paper hover:!bg-transparent"
            onClick={() => hide(each.id)}
          >
            <X size={16} aria-hidden />
          </IconButton>
        </div>
      ))}
    </div>
  );
}
