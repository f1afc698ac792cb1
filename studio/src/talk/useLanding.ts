import { type RefObject, useEffect, useRef } from "react";
import { go, usePlace } from "../app/place";
import { toast } from "../ui/Toasts";
import { type StudioMessage, showsStored } from "./messages";

const MARKED_MS = 2_600;

interface Landing {
  messages: readonly StudioMessage[];
  hasEarlier: boolean;
  loadEarlier: () => Promise<void>;
  reload: () => Promise<void>;
  /** Show at least so many of the last messages. */
  showAtLeast: (count: number) => void;
  shown: number;
}

/**
 * Land on the message that the address names, such as the hit of a search: earlier messages are loaded until it is there,
 * then it is brought to the middle, focused and marked for a moment.
 */
export function useLanding(scroller: RefObject<HTMLElement | null>, landing: Landing): boolean {
  const { message: wanted } = usePlace();
  const { messages, hasEarlier, loadEarlier, reload, showAtLeast, shown } = landing;
  const failed = useRef<string>(undefined);
  const asked = useRef<string>(undefined);
  const place = wanted ? messages.findIndex((each) => showsStored(each, wanted)) : -1;
  const isShown = place >= 0 && messages.length - place <= shown;
  useEffect(() => {
    if (!wanted || !messages.length || failed.current === wanted) return;
    if (place < 0) {
      // What was sent in this visit has its stored id only after it is loaded again.
      if (!hasEarlier && asked.current === wanted) {
        go({ message: undefined }, { replace: true });
        return;
      }
      if (!hasEarlier) asked.current = wanted;
      (hasEarlier ? loadEarlier() : reload()).catch((problem: Error) => {
        failed.current = wanted;
        toast(problem.message);
      });
      return;
    }
    if (!isShown) {
      showAtLeast(messages.length - place + 4);
      return;
    }
    // What is above it takes its real height only when it is near: look again once it has.
    let times = 0;
    const land = () => {
      const element = scroller.current?.querySelector<HTMLElement>(
        `[data-message="${CSS.escape(messages[place]?.id ?? "")}"]`,
      );
      element?.scrollIntoView({ block: "center" });
      if (++times < 4) frame = window.requestAnimationFrame(land);
      else if (element) {
        element.focus({ preventScroll: true });
        element.classList.add("landed");
        window.setTimeout(() => element.classList.remove("landed"), MARKED_MS);
        go({ message: undefined }, { replace: true });
      }
    };
    let frame = window.requestAnimationFrame(land);
    return () => window.cancelAnimationFrame(frame);
  }, [wanted, place, isShown, messages, hasEarlier, loadEarlier, reload, showAtLeast, scroller]);
  return wanted !== undefined;
}
