import { type RefObject, useEffect } from "react";

const NEAR_PX = 80;

/** Keep the end in view while the content of a scrolling element grows, unless the person scrolled away from it. */
export function useFollowedScroll(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current;
    const content = element?.firstElementChild;
    if (!element || !content) return;
    let isAtEnd = true;
    const look = () => {
      isAtEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
    };
    const follow = new ResizeObserver(() => {
      if (isAtEnd) element.scrollTop = element.scrollHeight;
    });
    follow.observe(content);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      follow.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [scroller]);
}
