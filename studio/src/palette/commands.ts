import { go } from "../app/place";

/** Something that the palette can do: words to find it by, and a word on what kind of thing it is. */
export interface Command {
  id: string;
  title: string;
  hint: string;
  run: () => void;
}

const MAX_SHOWN = 40;

/** The commands that contain every word that was written, those that begin with it first. */
export function matching(commands: readonly Command[], written: string): Command[] {
  const words = written.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const found = commands.filter(({ title, hint }) => {
    const text = `${title} ${hint}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
  const first = words[0] ?? "";
  const rank = ({ title }: Command) => (title.toLocaleLowerCase().startsWith(first) ? 0 : 1);
  return found.sort((one, two) => rank(one) - rank(two)).slice(0, MAX_SHOWN);
}

/** Where a conversation says something. */
interface Saying {
  conversationId: string;
  messageId?: string | null;
  isReplaced?: boolean;
  before: string;
  found: string;
  after: string;
}

/** Commands that lead to the messages in which something was said, one of each conversation that is not listed. */
export function saying(matches: readonly Saying[], listed: readonly Command[], hint: string): Command[] {
  const known = new Set(listed.map(({ id }) => id));
  const fresh = matches.filter(({ conversationId: id }) => !known.has(id) && known.add(id));
  return fresh.map((match) => ({
    id: match.conversationId,
    title: `${match.before}${match.found}${match.after}`.replace(/\s+/g, " ").trim(),
    hint,
    run: () =>
      go({
        area: undefined,
        conversation: match.conversationId,
        message: match.isReplaced ? undefined : (match.messageId ?? undefined),
        file: undefined,
        pane: "talk",
      }),
  }));
}
