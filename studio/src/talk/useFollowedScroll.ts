import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";

const NEAR_PX = 80;

/** Keep the end in view while it grows, unless the person scrolled away from it. */
export function useFollowedScroll(scroller: RefObject<HTMLElement | null>, content: unknown): void {
  const isAtEnd = useRef(true);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = () => {
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
    };
    element.addEventListener("scroll", look, { passive: true });
    return () => element.removeEventListener("scroll", look);
  }, [scroller]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the content changes
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element && isAtEnd.current) element.scrollTop = element.scrollHeight;
  }, [scroller, content]);
}
