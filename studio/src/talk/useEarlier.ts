import { type RefObject, startTransition, useCallback, useEffect, useRef, useState } from "react";
import { toast } from "../ui/Toasts";
import { useStable } from "../ui/useStable";

const FIRST = 30;
const MORE = 20;

/** The messages before those that are loaded: whether there are any, and how they come. */
interface Stored {
  hasEarlier: boolean;
  loadEarlier: () => Promise<void>;
}

/**
 * How many of the last messages of a long conversation are shown: few at first, and more when the person comes near the
 * beginning of what is shown. The element at that beginning gets the returned reference.
 */
export function useEarlier(
  count: number,
  { hasEarlier, loadEarlier }: Stored,
): {
  isAll: boolean;
  shown: number;
  more: () => void;
  showAtLeast: (count: number) => void;
  top: RefObject<HTMLButtonElement | null>;
} {
  const [wanted, setWanted] = useState(FIRST);
  const top = useRef<HTMLButtonElement>(null);
  const isAll = wanted >= count && !hasEarlier;
  const more = useStable(() => {
    const scroller = top.current?.closest("[data-scroller]");
    // A browser keeps what is in view in its place when something comes before it, except at the very beginning.
    if (scroller?.scrollTop === 0) scroller.scrollTop = 1;
    if (wanted + MORE > count && hasEarlier) loadEarlier().catch((problem: Error) => toast(problem.message));
    startTransition(() => setWanted(Math.min(wanted, count) + MORE));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: watched anew after each time, it is reported if still in view.
  useEffect(() => {
    const element = top.current;
    if (isAll || !element) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some((each) => each.isIntersecting)) more();
      },
      { root: element.closest("[data-scroller]"), rootMargin: "600px 0px 0px" },
    );
    // The end is in view first; what is watched before would be shown at once.
    const timer = window.setTimeout(() => watch.observe(element), wanted === FIRST ? 300 : 0);
    return () => {
      window.clearTimeout(timer);
      watch.disconnect();
    };
  }, [isAll, wanted, count, more]);
  const showAtLeast = useCallback((least: number) => setWanted((before) => Math.max(before, least)), []);
  return { isAll, shown: Math.min(wanted, count), more, showAtLeast, top };
}
