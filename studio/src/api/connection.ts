import { useSyncExternalStore } from "react";

/** Whether the last request reached the service. A machine without a network may still reach one that runs on it. */
let isLost = false;
const listeners = new Set<() => void>();

export function noteConnection(isReached: boolean): void {
  if (isLost === !isReached) return;
  isLost = !isReached;
  for (const listener of listeners) listener();
}

/** Wait until the service is reached again; at once, if it is not lost. */
export function whenReached(): Promise<void> {
  if (!isLost) return Promise.resolve();
  return new Promise((resolve) => {
    const leave = subscribe(() => {
      leave();
      resolve();
    });
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export function useIsLost(): boolean {
  return useSyncExternalStore(subscribe, () => isLost);
}
