import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { focusMessage } from "../talk/focusMessage";
import { Button } from "../ui/Button";
import { isFocusLost } from "../ui/returnFocus";
import type { Ask } from "./answers";
import { OutlineRows } from "./OutlineRows";
import { readOutline, writeOutline } from "./outline";

/** An outline to use as it is, to change line by line or as a text, or to refuse. */
export function OutlineForm({ ask, onAnswer }: { ask: Ask; onAnswer: (answer: unknown) => void }) {
  const { t } = useTranslation();
  const proposed = readOutline(ask.outlineLines ?? []);
  const [rows, setRows] = useState(proposed);
  const [before, setBefore] = useState<(typeof proposed)[]>([]);
  const [text, setText] = useState<string>();
  const [isSent, setSent] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isFocusLost()) form.current?.querySelector("textarea")?.focus({ preventScroll: true });
  }, []);
  const lines = text === undefined ? writeOutline(rows) : text.trimEnd().split("\n");
  const isEdited = lines.join("\n") !== writeOutline(proposed).join("\n");
  // What takes a line away or moves it is undone with a button; what is typed, with the keys of the browser.
  const change = (next: typeof proposed) => {
    if (next.length !== rows.length || next.some((row, at) => row.id !== rows[at]?.id)) setBefore([...before, rows]);
    setRows(next);
  };
  const undo = () => {
    setRows(before.at(-1) ?? rows);
    setBefore(before.slice(0, -1));
  };
  const answer = (given: object) => {
    setSent(true);
    focusMessage();
    onAnswer(given);
  };
  const switchView = () => {
    if (text !== undefined) setRows(readOutline(lines));
    setText(text === undefined ? lines.join("\n") : undefined);
  };
  return (
    <form
      ref={form}
      aria-label={ask.title}
      className="rounded-2xl border border-accent/40 bg-paper p-4"
      onSubmit={(event) => {
        event.preventDefault();
        answer(isEdited ? { status: "edited", outline_lines: lines } : { status: "adopted" });
      }}
    >
      {(text !== undefined || proposed[0]?.text !== ask.title) && (
        <p className="font-serif text-lg leading-snug">{ask.title}</p>
      )}
      {ask.preface && <p className="mt-1 text-sm whitespace-pre-wrap text-soft">{ask.preface}</p>}
      {text === undefined ? (
        <OutlineRows rows={rows} onChange={change} />
      ) : (
        <textarea
          aria-label={t("ask.outline")}
          value={text}
          onChange={(event) => setText(event.target.value)}
          spellCheck={false}
          className="field-sizing-content mt-3 max-h-96 min-h-40 w-full rounded-lg border border-line bg-sheet p-3 text-sm leading-relaxed"
        />
      )}
      <div className="mt-3 flex flex-wrap justify-end gap-2">
        <Button look="quiet" className={before.length && text === undefined ? "" : "mr-auto"} onClick={switchView}>
          {t(text === undefined ? "ask.outline.text" : "ask.outline.rows")}
        </Button>
        {before.length > 0 && text === undefined && (
          <Button look="quiet" className="mr-auto" onClick={undo}>
            {t("app.undo")}
          </Button>
        )}
        <Button look="quiet" disabled={isSent} onClick={() => answer({ status: "abandoned" })}>
          {t("ask.abandon")}
        </Button>
        <Button type="submit" look="solid" disabled={isSent || !lines.join("").trim()}>
          {t(isEdited ? "ask.adopt.edited" : "ask.adopt")}
        </Button>
      </div>
    </form>
  );
}
