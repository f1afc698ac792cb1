import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../ui/Button";
import type { Ask } from "./answers";

/** An outline to use as it is, to change, or to refuse. */
export function OutlineForm({ ask, onAnswer }: { ask: Ask; onAnswer: (answer: unknown) => void }) {
  const { t } = useTranslation();
  const proposed = (ask.outlineLines ?? []).join("\n");
  const [text, setText] = useState(proposed);
  const [isSent, setSent] = useState(false);
  const isEdited = text.trimEnd() !== proposed.trimEnd();
  const answer = (given: object) => {
    setSent(true);
    onAnswer(given);
  };
  const use = () =>
    answer(isEdited ? { status: "edited", outline_lines: text.trimEnd().split("\n") } : { status: "adopted" });
  return (
    <form
      aria-label={ask.title}
      className="rounded-2xl border border-accent/40 bg-paper p-4"
      onSubmit={(event) => {
        event.preventDefault();
        use();
      }}
    >
      <p className="font-serif text-lg leading-snug">{ask.title}</p>
      {ask.preface && <p className="mt-1 text-sm whitespace-pre-wrap text-soft">{ask.preface}</p>}
      <textarea
        aria-label={t("ask.outline")}
        value={text}
        onChange={(event) => setText(event.target.value)}
        spellCheck={false}
        className="field-sizing-content mt-3 max-h-96 min-h-40 w-full rounded-lg border border-line bg-sheet p-3 text-sm leading-relaxed"
      />
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        <Button look="quiet" disabled={isSent} onClick={() => answer({ status: "abandoned" })}>
          {t("ask.abandon")}
        </Button>
        <Button type="submit" look="solid" disabled={isSent || !text.trim()}>
          {t(isEdited ? "ask.adopt.edited" : "ask.adopt")}
        </Button>
      </div>
    </form>
  );
}
