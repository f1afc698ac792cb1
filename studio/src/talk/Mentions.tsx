import { type KeyboardEvent, type RefObject, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { candidatesFor, completed, mentionAt } from "./mentioning";

/** The completion of names after an @ in the message field. */
export function useMention(
  field: RefObject<HTMLTextAreaElement | null>,
  names: readonly string[],
  text: string,
  setText: (text: string) => void,
) {
  const id = useId();
  const [caret, setCaret] = useState<number>();
  const [chosen, setChosen] = useState(0);
  const mention = caret === undefined || !names.length ? undefined : mentionAt(text, caret);
  const candidates = mention ? candidatesFor(names, mention.written) : [];
  const at = Math.min(chosen, candidates.length - 1);

  const close = () => setCaret(undefined);
  const choose = (name: string) => {
    if (!mention || caret === undefined) return;
    const [next, place] = completed(text, caret, mention, name);
    setText(next);
    close();
    window.setTimeout(() => {
      field.current?.focus();
      field.current?.setSelectionRange(place, place);
    });
  };
  return {
    id,
    candidates,
    at,
    choose,
    close,
    look: () => {
      const now = field.current?.selectionEnd;
      if (now === caret) return;
      setCaret(now);
      setChosen(0);
    },
    /** Whether the key was for the list. */
    onKey: (event: KeyboardEvent): boolean => {
      const name = candidates[at];
      if (name === undefined) return false;
      if (event.key === "ArrowDown") setChosen((at + 1) % candidates.length);
      else if (event.key === "ArrowUp") setChosen((at + candidates.length - 1) % candidates.length);
      else if (event.key === "Enter" || event.key === "Tab") choose(name);
      else if (event.key === "Escape") close();
      else return false;
      event.preventDefault();
      return true;
    },
    attributes: candidates.length
      ? { "aria-autocomplete": "list" as const, "aria-controls": id, "aria-activedescendant": `${id}-${at}` }
      : {},
  };
}

export function MentionList({ mention }: { mention: ReturnType<typeof useMention> }) {
  const { t } = useTranslation();
  const { id, candidates, at, choose } = mention;
  if (!candidates.length) return null;
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t("talk.mentions")}
      className="absolute inset-x-0 bottom-full z-30 mb-1 max-h-72 overflow-y-auto rounded-xl border border-line bg-sheet p-1 shadow-[var(--lift)]"
    >
      {candidates.map((name, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the message field handles the keys
        <div
          key={name}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(name)}
          className="cursor-pointer truncate rounded-lg px-3 py-1.5 text-sm hover:bg-well aria-selected:bg-tint"
        >
          {name}
        </div>
      ))}
    </div>
  );
}
