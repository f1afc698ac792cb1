import { Plus, X } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button, IconButton } from "../ui/Button";
import {
  addOption,
  draftOf,
  hasOptions,
  isChoice,
  markRight,
  type QuestionDraft,
  questionOf,
  removeOption,
} from "./questionDraft";
import { letterOf, type QuizQuestion } from "./quiz";

const FIELD = "mt-1 block w-full rounded-lg border border-line bg-sheet px-3 py-2 text-sm focus:border-accent";

interface QuestionEditorProps {
  question: QuizQuestion;
  number: string;
  isBusy: boolean;
  onSave: (question: Record<string, unknown>) => void;
  onClose: () => void;
}

/** One question in place, to be edited. Saving makes the next version of the quiz. */
export default function QuestionEditor({ question, number, isBusy, onSave, onClose }: QuestionEditorProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(() => draftOf(question));
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // Also after a refused save: its button lost the focus while it was disabled.
    if (!isBusy) form.current?.querySelector("textarea")?.focus();
  }, [isBusy]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSave(questionOf(question, draft));
  };
  return (
    <form
      ref={form}
      aria-label={t("quiz.edit", { number })}
      onSubmit={submit}
      onKeyDown={(event) => event.key === "Escape" && !isBusy && onClose()}
      className="space-y-3 rounded-2xl border border-accent/40 bg-paper p-4 text-sm"
    >
      <label className="block">
        {t("quiz.question")}
        <textarea
          value={draft.question}
          maxLength={4_000}
          required
          onChange={(event) => setDraft({ ...draft, question: event.target.value })}
          className={`${FIELD} field-sizing-content min-h-16`}
        />
      </label>
      {hasOptions(question) && <OptionFields question={question} draft={draft} onChange={setDraft} />}
      {!isChoice(question) && <AnswerField question={question} draft={draft} onChange={setDraft} />}
      <label className="block">
        {t("quiz.explanation")}
        <textarea
          value={draft.explanation}
          maxLength={4_000}
          onChange={(event) => setDraft({ ...draft, explanation: event.target.value })}
          className={`${FIELD} field-sizing-content min-h-12`}
        />
      </label>
      <div className="flex flex-wrap items-center justify-end gap-2">
        {isBusy && (
          <span role="status" className="breathe mr-auto text-soft">
            {t("view.saving")}
          </span>
        )}
        <Button look="quiet" disabled={isBusy} onClick={onClose}>
          {t("talk.cancel")}
        </Button>
        <Button type="submit" look="solid" disabled={isBusy || !draft.question.trim()}>
          {t("quiz.save")}
        </Button>
      </div>
    </form>
  );
}

interface FieldsProps {
  question: QuizQuestion;
  draft: QuestionDraft;
  onChange: (draft: QuestionDraft) => void;
}

function OptionFields({ question, draft, onChange }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <div className="space-y-1.5">
      {draft.options.map((option, index) => {
        const letter = letterOf(index);
        return (
          <div key={index} className="flex items-center gap-2">
            {isChoice(question) ? (
              <input
                type={question.questionType === "SINGLE_CHOICE" ? "radio" : "checkbox"}
                name="right"
                checked={draft.right[index] ?? false}
                aria-label={t("quiz.option.right", { letter })}
                onChange={() => onChange(markRight(draft, question, index))}
                className="size-4 shrink-0 accent-accent"
              />
            ) : (
              <span className="w-4 text-soft">{letter}</span>
            )}
            <input
              value={option}
              maxLength={1_000}
              aria-label={t("quiz.option", { letter })}
              onChange={(event) =>
                onChange({
                  ...draft,
                  options: draft.options.map((each, at) => (at === index ? event.target.value : each)),
                })
              }
              className={`${FIELD} !mt-0 min-w-0 flex-1`}
            />
            <IconButton
              label={t("quiz.option.remove", { letter })}
              className="!size-8"
              disabled={draft.options.length < 3}
              onClick={() => onChange(removeOption(draft, index))}
            >
              <X size={14} aria-hidden />
            </IconButton>
          </div>
        );
      })}
      <Button look="quiet" onClick={() => onChange(addOption(draft))}>
        <Plus size={14} aria-hidden />
        {t("quiz.option.add")}
      </Button>
    </div>
  );
}

const ANSWER_LABELS = { FILL_IN_BLANK: "quiz.answers", MATCHING: "quiz.pairs", ORDERING: "quiz.order" } as const;

function AnswerField({ question, draft, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const type = question.questionType;
  if (question.subQuestions) return <p className="text-soft">{t("quiz.parts")}</p>;
  if (type === "TRUE_FALSE") {
    return (
      <label className="block">
        {t("quiz.answer")}
        <select
          value={draft.answer}
          onChange={(event) => onChange({ ...draft, answer: event.target.value })}
          className={FIELD}
        >
          <option value="true">{t("view.quiz.true")}</option>
          <option value="false">{t("view.quiz.false")}</option>
        </select>
      </label>
    );
  }
  return (
    <label className="block">
      {t(type in ANSWER_LABELS ? ANSWER_LABELS[type as keyof typeof ANSWER_LABELS] : "quiz.answer")}
      <textarea
        value={draft.answer}
        maxLength={10_000}
        onChange={(event) => onChange({ ...draft, answer: event.target.value })}
        className={`${FIELD} field-sizing-content min-h-12`}
      />
    </label>
  );
}
