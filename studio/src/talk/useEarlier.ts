import { type RefObject, startTransition, useEffect, useRef, useState } from "react";

const FIRST = 30;
const MORE = 20;

/**
 * How many of the last messages of a long conversation are shown: few at first, and more when the person comes near the
 * beginning of what is shown. The element at that beginning gets the returned reference.
 */
export function useEarlier(count: number): {
  shown: number;
  more: () => void;
  top: RefObject<HTMLButtonElement | null>;
} {
  const [wanted, setWanted] = useState(FIRST);
  const top = useRef<HTMLButtonElement>(null);
  const isAll = wanted >= count;
  const more = () => setWanted((before) => before + MORE);
  useEffect(() => {
    const element = top.current;
    if (isAll || !element) return;
    // Watched anew after each time, it is reported again if it is still in view.
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some((each) => each.isIntersecting)) startTransition(() => setWanted(wanted + MORE));
      },
      { root: element.closest("[data-scroller]"), rootMargin: "600px 0px 0px" },
    );
    // The end is in view first; what is watched before would be shown at once.
    const timer = window.setTimeout(() => watch.observe(element), wanted === FIRST ? 300 : 0);
    return () => {
      window.clearTimeout(timer);
      watch.disconnect();
    };
  }, [isAll, wanted]);
  return { shown: Math.min(wanted, count), more, top };
}
