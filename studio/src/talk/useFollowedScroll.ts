import { type RefObject, useCallback, useEffect, useRef } from "react";

const NEAR_PX = 80;

/**
 * Keep the end in view while the content of a scrolling element grows, unless the person scrolled up. Returns a function
 * that goes to the end, and one that stays where it is.
 */
export function useFollowedScroll(scroller: RefObject<HTMLElement | null>): [toEnd: () => void, stay: () => void] {
  const isFollowing = useRef(true);
  useEffect(() => {
    const element = scroller.current;
    const content = element?.firstElementChild;
    if (!element || !content) return;
    let last = element.scrollTop;
    const look = () => {
      const isNear = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
      if (isNear) isFollowing.current = true;
      else if (element.scrollTop < last) isFollowing.current = false;
      last = element.scrollTop;
    };
    const follow = new ResizeObserver(() => {
      if (isFollowing.current) element.scrollTop = element.scrollHeight;
    });
    follow.observe(content);
    follow.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      follow.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [scroller]);
  const toEnd = useCallback(() => {
    isFollowing.current = true;
    if (scroller.current) scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [scroller]);
  const stay = useCallback(() => {
    isFollowing.current = false;
  }, []);
  return [toEnd, stay];
}
