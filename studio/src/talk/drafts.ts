import { keep, kept } from "../app/preferences";

/** What was written in a conversation and not sent. It outlives the message field and the page. */
export function draftOf(conversation: string): string {
  return kept(`draft.${conversation}`) ?? "";
}

export function keepDraft(conversation: string, words: string): void {
  keep(`draft.${conversation}`, words);
}

/** A message that was sent, until the service has begun with it. */
export function outgoingOf(conversation: string): string {
  return kept(`outgoing.${conversation}`) ?? "";
}

export function keepOutgoing(conversation: string, words: string): void {
  keep(`outgoing.${conversation}`, words);
}

/** The text of the field after a suggestion: what a person wrote is kept, an earlier suggestion is replaced. */
export function suggested(written: string, earlier: string, suggestion: string): string {
  return written.trim() && written !== earlier ? written : suggestion;
}
