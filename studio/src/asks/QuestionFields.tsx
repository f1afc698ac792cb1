import { type Dispatch, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AskAction, AskQuestion, Choice } from "./answers";

interface QuestionFieldsProps {
  question: AskQuestion;
  choice: Choice;
  act: Dispatch<AskAction>;
}

const OPTION =
  "flex cursor-pointer items-start gap-3 rounded-xl border border-line bg-sheet p-3 transition-colors hover:border-accent has-checked:border-accent has-checked:bg-tint has-focus-visible:outline-2 has-focus-visible:outline-accent";
const FIELD = "w-full rounded-lg border border-line bg-sheet px-3 py-2 text-sm";

export function QuestionFields({ question, choice, act }: QuestionFieldsProps) {
  const { t } = useTranslation();
  const name = useId();
  const options = question.options ?? [];
  const type = question.multiSelect ? "checkbox" : "radio";
  return (
    <fieldset className="mt-1">
      <legend className="mb-2 font-medium">{question.question}</legend>
      {question.multiSelect && <p className="mb-2 text-xs text-soft">{t("ask.several")}</p>}
      <div className="space-y-2">
        {options.map((option) => (
          <label key={option.value} className={OPTION}>
            <input
              type={type}
              name={name}
              checked={choice.values.includes(option.value)}
              onChange={() => act({ do: "choose", question, value: option.value })}
              className="mt-1 outline-none accent-accent"
            />
            <span className="min-w-0 text-sm">
              {option.label}
              {option.value === question.recommended && <span className="text-soft"> ({t("ask.recommended")})</span>}
              {option.description && <span className="block text-soft">{option.description}</span>}
            </span>
          </label>
        ))}
        {question.allowFreeform && (
          <input
            type="text"
            aria-label={t(options.length ? "ask.other" : "ask.free")}
            placeholder={question.placeholder ?? t(options.length ? "ask.other" : "ask.free")}
            value={choice.other}
            maxLength={2_000}
            onChange={(event) => act({ do: "other", question, text: event.target.value })}
            className={FIELD}
          />
        )}
      </div>
      <NoteField note={choice.note} onChange={(text) => act({ do: "note", question, text })} />
      {options.length > 0 && <p className="mt-2 text-xs text-soft max-wide:hidden">{t("ask.keys")}</p>}
    </fieldset>
  );
}

function NoteField({ note, onChange }: { note: string; onChange: (text: string) => void }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(note !== "");
  if (!isOpen) {
    return (
      <button
        type="button"
        className="mt-1 min-h-8 text-sm text-accent underline underline-offset-2"
        onClick={() => setOpen(true)}
      >
        {t("ask.note")}
      </button>
    );
  }
  return (
    <input
      type="text"
      // biome-ignore lint/a11y/noAutofocus: the person asked for this field
      autoFocus={note === ""}
      aria-label={t("ask.note.label")}
      placeholder={t("ask.note.label")}
      value={note}
      maxLength={2_000}
      onChange={(event) => onChange(event.target.value)}
      className={`${FIELD} mt-2`}
    />
  );
}
