import { useEffect, useSyncExternalStore } from "react";
import type { Command } from "./commands";

let provided: readonly Command[] = [];
const listeners = new Set<() => void>();

function change(next: readonly Command[]): void {
  provided = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Add the commands of an area to the palette while the area is open. The list has to be kept by `useMemo`. */
export function useAreaCommands(commands: readonly Command[]): void {
  useEffect(() => {
    change(commands);
    return () => change([]);
  }, [commands]);
}

export function useProvidedCommands(): readonly Command[] {
  return useSyncExternalStore(subscribe, () => provided);
}
