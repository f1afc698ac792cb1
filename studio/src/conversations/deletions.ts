import { useSyncExternalStore } from "react";
import { apiFetch } from "../api/client";

/**
 * Deleting can be undone for some seconds: the conversation is hidden at once and deleted when the time is over, or when
 * the page is left.
 */
const WAIT_MS = 7_000;

export class PendingDeletions {
  private timers = new Map<string, number>();
  private listeners = new Set<() => void>();
  private hidden: ReadonlySet<string> = new Set();

  constructor(private readonly remove: (id: string) => Promise<unknown>) {}

  add(id: string, onFailure: (problem: unknown) => void): void {
    const timer = globalThis.setTimeout(() => void this.finish(id).catch(onFailure), WAIT_MS) as unknown as number;
    this.timers.set(id, timer);
    this.change(new Set([...this.hidden, id]));
  }

  undo(id: string): void {
    globalThis.clearTimeout(this.timers.get(id));
    this.show(id);
  }

  /** Delete everything that waits, because the page is being left. */
  flush(): void {
    for (const id of [...this.timers.keys()]) void this.finish(id).catch(() => undefined);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): ReadonlySet<string> => this.hidden;

  private async finish(id: string): Promise<void> {
    globalThis.clearTimeout(this.timers.get(id));
    this.timers.delete(id);
    try {
      await this.remove(id);
    } catch (problem) {
      this.show(id);
      throw problem;
    }
  }

  private show(id: string): void {
    this.timers.delete(id);
    this.change(new Set([...this.hidden].filter((each) => each !== id)));
  }

  private change(hidden: ReadonlySet<string>): void {
    this.hidden = hidden;
    for (const listener of this.listeners) listener();
  }
}

export const deletions = new PendingDeletions((id) =>
  apiFetch(`/api/conversations/${encodeURIComponent(id)}`, { method: "DELETE", keepalive: true }),
);

export function useHidden(): ReadonlySet<string> {
  return useSyncExternalStore(deletions.subscribe, deletions.snapshot);
}
