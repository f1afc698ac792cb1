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
