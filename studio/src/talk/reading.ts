import { useSyncExternalStore } from "react";

/** The names of the files that are being read for a conversation. */
const reading = new Map<string, string>();
/** The conversations whose message was sent meanwhile: it goes out with the files, and not before them. */
const held = new Set<string>();
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function startReading(conversation: string, files: readonly File[]): void {
  reading.set(conversation, files.map((file) => file.name).join(", "));
  tell();
}

export function stopReading(conversation: string): void {
  reading.delete(conversation);
  tell();
}

/** Send the message of a conversation as soon as its files were read. */
export function holdMessage(conversation: string): void {
  held.add(conversation);
  tell();
}

/** Whether a message was held; it is not any more. */
export function takeHeld(conversation: string): boolean {
  return held.delete(conversation);
}

/** The files went into a conversation of their own: the message that was held goes there too. */
export function moveHeld(from: string, to: string): void {
  if (takeHeld(from)) held.add(to);
}

/** The names of the files that are being read for a conversation; nothing if there are none. */
export function useReading(conversation: string): string | undefined {
  return useSyncExternalStore(subscribe, () => reading.get(conversation));
}

export function useHeld(conversation: string): boolean {
  return useSyncExternalStore(subscribe, () => held.has(conversation));
}
