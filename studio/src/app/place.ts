import { useSyncExternalStore } from "react";

/**
 * Where the person is, all of it in the address: which area, what is open in it, which conversation and file, and on a
 * narrow screen which pane. The area without a name is the one that the studio begins with.
 */
export interface Place {
  area?: string;
  /** What is open in the area, such as a project, and which part of it. */
  item?: string;
  part?: string;
  conversation?: string;
  file?: string;
  /** The message to land on, by its stored id. */
  message?: string;
  pane: Pane;
}

export type Pane = "work" | "view" | "talk";

const NAMES = [
  ["a", "area"],
  ["i", "item"],
  ["p", "part"],
  ["c", "conversation"],
  ["f", "file"],
  ["m", "message"],
] as const;

export function readPlace(search: string): Place {
  const found = new URLSearchParams(search);
  const pane = found.get("pane");
  const place: Place = { pane: pane === "work" || pane === "talk" ? pane : "view" };
  for (const [short, name] of NAMES) place[name] = found.get(short) || undefined;
  return place;
}

export function writePlace(place: Place): string {
  const written = new URLSearchParams();
  for (const [short, name] of NAMES) {
    const value = place[name];
    if (value) written.set(short, value);
  }
  if (place.pane !== "view") written.set("pane", place.pane);
  const search = written.toString();
  return search ? `/?${search}` : "/";
}

/** The place that a change leads to. Another area has nothing of the one that was left. */
export function changedPlace(from: Place, change: Partial<Place>): Place {
  const isLeaving = "area" in change && change.area !== from.area;
  return isLeaving ? { pane: "view", ...change } : { ...from, ...change };
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

/** Where each area was left in this visit. */
const left = new Map<string | undefined, Place>();

/** The place that entering an area leads to: where it was left, or its beginning. */
export function placeIn(area: string | undefined): Place {
  return left.get(area) ?? { area, pane: "view" };
}

function show(place: Place, replace: boolean): void {
  left.set(place.area, place);
  window.history[replace ? "replaceState" : "pushState"](null, "", writePlace(place));
  for (const listener of listeners) listener();
}

/** Go somewhere. What is not named stays in the same area; `replace` leaves no step in the history of the browser. */
export function go(change: Partial<Place>, { replace = false } = {}): void {
  const from = snapshot();
  left.set(from.area, from);
  show(changedPlace(from, change), replace);
}

/** Go to an area, where it was left. */
export function enter(area: string | undefined): void {
  const from = snapshot();
  left.set(from.area, from);
  show(placeIn(area), false);
}

export function usePlace(): Place {
  return useSyncExternalStore(subscribe, snapshot);
}
