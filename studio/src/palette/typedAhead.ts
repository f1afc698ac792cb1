import { useEffect, useRef } from "react";

/**
 * The keys that are pressed while the palette is still on its way belong to it: what is written waits for its field, and
 * nothing reaches the field that had the focus. Returns what was written, once.
 */
export function useTypedAhead(isWaiting: boolean, onLeave: () => void): () => string {
  const typed = useRef("");
  useEffect(() => {
    if (!isWaiting) return;
    typed.current = "";
    const take = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.key === "Tab") return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === "Escape") onLeave();
      else if (event.key === "Backspace") typed.current = typed.current.slice(0, -1);
      else if (event.key.length === 1) typed.current += event.key;
    };
    window.addEventListener("keydown", take, { capture: true });
    return () => window.removeEventListener("keydown", take, { capture: true });
  }, [isWaiting, onLeave]);
  return () => {
    const written = typed.current;
    typed.current = "";
    return written;
  };
}
