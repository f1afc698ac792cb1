import { useCallback, useEffect, useRef, useState } from "react";
import { type LiveWork, NOTHING_YET, withPart } from "./live";

const SHOWN_EVERY_MS = 150;

/** What a running turn makes, from the parts of its stream. It is shown a few times a second, however many parts come. */
export function useLive(): { work: LiveWork; take: (part: { type: string; data?: unknown }) => void } {
  const [work, setWork] = useState(NOTHING_YET);
  const latest = useRef(NOTHING_YET);
  const timer = useRef<number>(undefined);
  const take = useCallback((part: { type: string; data?: unknown }) => {
    const next = withPart(latest.current, part);
    if (next === latest.current) return;
    latest.current = next;
    timer.current ??= window.setTimeout(() => {
      timer.current = undefined;
      setWork(latest.current);
    }, SHOWN_EVERY_MS);
  }, []);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return { work, take };
}
