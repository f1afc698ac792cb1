import { useCallback, useLayoutEffect, useRef } from "react";

/** A function that stays the same while what it does changes, for components that are drawn again only when needed. */
export function useStable<A extends unknown[], R>(action: (...values: A) => R): (...values: A) => R {
  const latest = useRef(action);
  useLayoutEffect(() => {
    latest.current = action;
  });
  return useCallback((...values: A) => latest.current(...values), []);
}
