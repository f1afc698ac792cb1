/** An @ that is being written: where it begins, and what follows it up to the caret. */
export interface OpenMention {
  start: number;
  written: string;
}

const MAX_WRITTEN = 40;
export const MAX_CANDIDATES = 8;

/** The mention before the caret. In Chinese the @ may be full-width, and has no space before it; in an address it is none. */
export function mentionAt(text: string, caret: number): OpenMention | undefined {
  const start = Math.max(text.lastIndexOf("@", caret - 1), text.lastIndexOf("＠", caret - 1));
  if (start < 0 || caret - start > MAX_WRITTEN) return undefined;
  const written = text.slice(start + 1, caret);
  const isInAddress = text[start] === "@" && /[\w.]/.test(text[start - 1] ?? "");
  if (/[\n@＠]/.test(written) || written.startsWith(" ") || isInAddress) return undefined;
  return { start, written };
}

/** The names that go on with what is written; beginnings first. Nothing if the name is complete already. */
export function candidatesFor(names: readonly string[], written: string): string[] {
  const words = written.toLocaleLowerCase();
  const found = names.filter((name) => name.toLocaleLowerCase().includes(words));
  const isBeginning = (name: string) => name.toLocaleLowerCase().startsWith(words);
  const sorted = [...found.filter(isBeginning), ...found.filter((name) => !isBeginning(name))];
  return sorted.length === 1 && sorted[0] === written ? [] : sorted.slice(0, MAX_CANDIDATES);
}

/** The text and the caret after a name was chosen. */
export function completed(text: string, caret: number, mention: OpenMention, name: string): [string, number] {
  const before = `${text.slice(0, mention.start)}@${name} `;
  return [before + text.slice(caret).replace(/^ /, ""), before.length];
}
