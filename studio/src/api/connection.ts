import { useSyncExternalStore } from "react";

/** Whether the last request reached the service. A machine without a network may still reach one that runs on it. */
let isLost = false;
const listeners = new Set<() => void>();

export function noteConnection(isReached: boolean): void {
  if (isLost === !isReached) return;
  isLost = !isReached;
  for (const listener of listeners) listener();
}

let ahead = 0;

/** Learn from a response how much the clock of the service is ahead of this one, if that is more than a second. */
export function noteTime(date: string | null, now = Date.now()): void {
  const told = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(told)) return;
  // The header has whole seconds.
  const found = told + 500 - now;
  ahead = Math.abs(found) > 1_500 ? found : 0;
}

/** The time of the service, in milliseconds. */
export function serviceTime(): number {
  return Date.now() + ahead;
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
