import { ChevronLeft, ChevronRight, X } from "lucide-react";
import { Dialog } from "radix-ui";
import { type KeyboardEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { type FileDetails, usePages } from "../files/queries";
import { useReturnFocus } from "../ui/returnFocus";
import { Failed, Loading } from "../ui/States";
import { useStable } from "../ui/useStable";
import { slideAfter } from "./slideKeys";

const BUTTON =
  "flex size-10 items-center justify-center rounded-full text-white hover:bg-white/20 aria-disabled:opacity-30 focus-visible:outline-2 focus-visible:outline-white";

/** The slides of a deck, one at a time, on the whole screen. */
export default function Presentation({ file, onClose }: { file: FileDetails; onClose: () => void }) {
  const { t } = useTranslation();
  const query = usePages(file.id);
  const returnFocus = useReturnFocus();
  const count = query.data?.shown ?? 0;
  const [index, setIndex] = useState(0);
  const [stage, setStage] = useState<HTMLDivElement | null>(null);
  useWholeScreen(stage, useStable(onClose));
  useEffect(() => {
    // The next slide is there before it is asked for.
    if (index + 1 < count) new Image().src = pictureOf(file, index + 1);
  }, [file, index, count]);
  // A button that was disabled would lose the focus, and the keys with it.
  const goTo = (next: number) => setIndex(Math.max(0, Math.min(next, count - 1)));
  const onKey = (event: KeyboardEvent) => {
    const next = slideAfter(event.key, index, count);
    if (next === undefined || (event.key === " " && event.target instanceof HTMLButtonElement)) return;
    event.preventDefault();
    setIndex(next);
  };
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Content
          ref={setStage}
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          onKeyDown={onKey}
          className="fixed inset-0 z-50 flex flex-col bg-black text-white outline-none"
        >
          <Dialog.Title className="sr-only">{t("view.present")}</Dialog.Title>
          <div className="flex min-h-0 flex-1 items-center justify-center">
            {query.isPending && <Loading text={t("view.drawing")} />}
            {query.data && !count && <Failed text={t("view.undrawn")} />}
            {count > 0 && (
              <button
                type="button"
                tabIndex={-1}
                onClick={() => goTo(index + 1)}
                className="h-full w-full cursor-default outline-none"
              >
                <img
                  src={pictureOf(file, index)}
                  alt={t("view.slide", { number: index + 1 })}
                  className="h-full w-full object-contain"
                />
              </button>
            )}
          </div>
          <div className="absolute right-3 bottom-3 flex items-center gap-1 rounded-full bg-black/60 px-2 py-1 text-sm">
            <button
              type="button"
              aria-label={t("view.present.previous")}
              aria-disabled={index === 0}
              onClick={() => goTo(index - 1)}
              className={BUTTON}
            >
              <ChevronLeft size={20} aria-hidden />
            </button>
            <span role="status" className="tabular-nums">
              {count > 0 && t("view.of", { number: index + 1, count })}
            </span>
            <button
              type="button"
              aria-label={t("view.present.next")}
              aria-disabled={index + 1 >= count}
              onClick={() => goTo(index + 1)}
              className={BUTTON}
            >
              <ChevronRight size={20} aria-hidden />
            </button>
            <Dialog.Close aria-label={t("app.close")} className={BUTTON}>
              <X size={20} aria-hidden />
            </Dialog.Close>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function pictureOf(file: FileDetails, index: number): string {
  return `/api/artifacts/${file.id}/pages/${index + 1}`;
}

/** The whole screen where the browser gives it; leaving it ends what it was for. */
function useWholeScreen(element: HTMLElement | null, onLeave: () => void): void {
  useEffect(() => {
    if (!element?.requestFullscreen) return;
    let isWhole = false;
    const look = () => {
      if (document.fullscreenElement === element) isWhole = true;
      else if (isWhole) onLeave();
    };
    document.addEventListener("fullscreenchange", look);
    element.requestFullscreen().catch(() => undefined);
    return () => {
      document.removeEventListener("fullscreenchange", look);
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    };
  }, [element, onLeave]);
}
