import { useEffect } from "react";

/** What the title of the window can name, the most exact last. */
export type TitleLevel = "area" | "conversation" | "item";

const LEVELS: readonly TitleLevel[] = ["area", "conversation", "item"];
const NAME = "Inkwright";
const named = new Map<TitleLevel, string>();

/** The title of the window for the names of what is open. */
export function titleOf(names: ReadonlyMap<TitleLevel, string>): string {
  const exact = LEVELS.flatMap((level) => names.get(level) || []).at(-1);
  return exact ? `${exact} – ${NAME}` : NAME;
}

/** Let the title of the window, its tab and its place in the history say what is open, while it is. */
export function useTitle(level: TitleLevel, name: string | undefined): void {
  useEffect(() => {
    if (!name) return;
    named.set(level, name);
    document.title = titleOf(named);
    return () => {
      if (named.get(level) === name) named.delete(level);
      document.title = titleOf(named);
    };
  }, [level, name]);
}
