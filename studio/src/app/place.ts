import { useSyncExternalStore } from "react";

/** Where the person is: which conversation, which file, and on a narrow screen which pane. It is all in the address. */
export interface Place {
  conversation?: string;
  file?: string;
  pane: Pane;
}

export type Pane = "work" | "view" | "talk";

export function readPlace(search: string): Place {
  const found = new URLSearchParams(search);
  const pane = found.get("pane");
  return {
    conversation: found.get("c") || undefined,
    file: found.get("f") || undefined,
    pane: pane === "work" || pane === "talk" ? pane : "view",
  };
}

export function writePlace(place: Place): string {
  const written = new URLSearchParams();
  if (place.conversation) written.set("c", place.conversation);
  if (place.file) written.set("f", place.file);
  if (place.pane !== "view") written.set("pane", place.pane);
  const search = written.toString();
  return search ? `/?${search}` : "/";
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("popstate", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("popstate", listener);
  };
}

let current: { search: string; place: Place } | undefined;

function snapshot(): Place {
  if (current?.search !== window.location.search) {
    current = { search: window.location.search, place: readPlace(window.location.search) };
  }
  return current.place;
}

/** Go somewhere. What is not named stays; `replace` leaves no step in the history of the browser. */
export function go(change: Partial<Place>, { replace = false } = {}): void {
  const address = writePlace({ ...snapshot(), ...change });
  window.history[replace ? "replaceState" : "pushState"](null, "", address);
  for (const listener of listeners) listener();
}

export function usePlace(): Place {
  return useSyncExternalStore(subscribe, snapshot);
}
