const drafts = new Map<string, string>();

/** What was written in a conversation and not sent. It outlives the message field. */
export function draftOf(conversation: string): string {
  return drafts.get(conversation) ?? "";
}

export function keepDraft(conversation: string, words: string): void {
  if (words) drafts.set(conversation, words);
  else drafts.delete(conversation);
}

/** The text of the field after a suggestion: what a person wrote is kept, an earlier suggestion is replaced. */
export function suggested(written: string, earlier: string, suggestion: string): string {
  return written.trim() && written !== earlier ? written : suggestion;
}
