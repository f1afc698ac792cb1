import { keep, kept } from "../app/preferences";

/** Keep the further messages of an example, which the talk offers one after the other. */
export function keepFollowing(conversation: string, messages: readonly string[]): void {
  keep(`example.${conversation}`, messages.length ? JSON.stringify(messages) : "");
}

/** The next message of an example: the first one that was not sent yet. */
export function nextOfExample(conversation: string, sent: readonly string[]): string | undefined {
  return nextOf(kept(`example.${conversation}`), sent);
}

export function nextOf(stored: string | null, sent: readonly string[]): string | undefined {
  if (!stored) return undefined;
  try {
    const messages: unknown = JSON.parse(stored);
    if (!Array.isArray(messages)) return undefined;
    return messages.find((each): each is string => typeof each === "string" && !sent.includes(each));
  } catch {
    return undefined;
  }
}
