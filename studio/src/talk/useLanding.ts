import { type RefObject, useEffect, useRef, useState } from "react";
import { go, usePlace } from "../app/place";
import { toast } from "../ui/Toasts";
import { type StudioMessage, showsStored } from "./messages";

const MARKED_MS = 2_600;
const LOOK_AGAIN_MS = 200;

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
  const [looks, setLooks] = useState(0);
  const asked = useRef<string>(undefined);
  const isLoading = useRef(false);
  const place = wanted ? messages.findIndex((each) => showsStored(each, wanted)) : -1;
  const isShown = place >= 0 && messages.length - place <= shown;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each look counts
  useEffect(() => {
    if (!wanted || !messages.length || failed.current === wanted) return;
    if (place < 0) {
      if (isLoading.current) return;
      // What was sent in this visit has its stored id only after it is loaded again.
      if (!hasEarlier && asked.current === wanted) {
        go({ message: undefined }, { replace: true });
        return;
      }
      isLoading.current = true;
      (hasEarlier ? loadEarlier() : reload())
        .then(() => {
          if (!hasEarlier) asked.current = wanted;
        })
        .catch((problem: Error) => {
          failed.current = wanted;
          toast(problem.message);
        })
        // What was loaded is shown a moment later.
        .finally(() =>
          window.setTimeout(() => {
            isLoading.current = false;
            setLooks((times) => times + 1);
          }, LOOK_AGAIN_MS),
        );
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
      if (element) times += 1;
      if (times < 4) frame = window.requestAnimationFrame(land);
      else if (element) {
        element.focus({ preventScroll: true });
        element.classList.add("landed");
        window.setTimeout(() => element.classList.remove("landed"), MARKED_MS);
        go({ message: undefined }, { replace: true });
      }
    };
    let frame = window.requestAnimationFrame(land);
    return () => window.cancelAnimationFrame(frame);
  }, [wanted, place, isShown, messages, hasEarlier, loadEarlier, reload, showAtLeast, scroller, looks]);
  return wanted !== undefined;
}
