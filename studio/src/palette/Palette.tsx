import { Dialog } from "radix-ui";
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useHidden } from "../conversations/deletions";
import { useSearch } from "../conversations/queries";
import { useReturnFocus } from "../ui/returnFocus";
import { useStable } from "../ui/useStable";
import { type Command, matching, saying } from "./commands";
import { useCommands } from "./useCommands";

interface PaletteProps {
  onNew: () => void;
  onClose: () => void;
  onOpen: () => void;
  /** What was written before it was there. */
  typed: () => string;
}

/** Find a conversation, a file or an action by its words. */
export default function Palette({ onNew, onClose, onOpen, typed }: PaletteProps) {
  const { t } = useTranslation();
  const returnFocus = useReturnFocus();
  const commands = useCommands(onNew);
  const [written, setWritten] = useState("");
  const begin = useStable(() => {
    setWritten(typed());
    onOpen();
  });
  useEffect(begin, [begin]);
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const words = useDeferredValue(written.trim());
  const hidden = useHidden();
  const matches = useSearch(words.length > 1 ? words : "").data?.items ?? [];
  const said = matches.filter((match) => !hidden.has(match.conversationId));
  const named = matching(commands, written);
  const shown = [...named, ...saying(said, named, t("palette.message"))];
  const run = (command: Command | undefined) => {
    if (!command) return;
    onClose();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const next = chosen + (event.key === "ArrowDown" ? 1 : -1);
      setChosen((next + shown.length) % Math.max(shown.length, 1));
    } else if (event.key === "Enter") {
      event.preventDefault();
      run(shown[chosen]);
    }
  };
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Content
          onCloseAutoFocus={returnFocus}
          aria-describedby={undefined}
          className="fixed top-[12vh] left-1/2 z-50 w-[32rem] max-w-[calc(100vw-2rem)] -translate-x-1/2 rounded-2xl border border-line bg-sheet p-2 shadow-[var(--lift)]"
        >
          <Dialog.Title className="sr-only">{t("palette.title")}</Dialog.Title>
          <input
            role="combobox"
            aria-label={t("palette.title")}
            aria-expanded
            aria-controls={id}
            aria-activedescendant={shown[chosen] ? `${id}-${chosen}` : undefined}
            placeholder={t("palette.placeholder")}
            value={written}
            onChange={(event) => {
              setWritten(event.target.value);
              setChosen(0);
            }}
            onKeyDown={onKeyDown}
            className="w-full rounded-xl bg-transparent px-3 py-2.5 outline-none"
          />
          <div id={id} role="listbox" aria-label={t("palette.title")} className="max-h-[50vh] overflow-y-auto">
            {shown.map((command, index) => (
              <div
                key={command.id}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === chosen}
                ref={(element) => {
                  if (index === chosen) element?.scrollIntoView({ block: "nearest" });
                }}
                onMouseMove={() => setChosen(index)}
                onClick={() => run(command)}
                onKeyDown={onKeyDown}
                className="flex cursor-pointer items-baseline justify-between gap-3 rounded-lg px-3 py-2 text-sm aria-selected:bg-tint"
              >
                <span className="min-w-0 truncate">{command.title}</span>
                <span className="shrink-0 text-xs text-soft">{command.hint}</span>
              </div>
            ))}
          </div>
          {!shown.length && <p className="px-3 py-2 text-sm text-soft">{t("palette.none")}</p>}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
