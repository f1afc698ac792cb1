import { useTranslation } from "react-i18next";
import { type Ask, type AskState, choiceOf, isAnswered, wordsOf } from "./answers";

interface AskReviewProps {
  ask: Ask;
  state: AskState;
  onChange: (step: number) => void;
}

export function AskReview({ ask, state, onChange }: AskReviewProps) {
  const { t } = useTranslation();
  return (
    <div className="mt-3">
      <p className="text-xs text-soft">{t("ask.review.title")}</p>
      <ul className="divide-y divide-line">
        {(ask.questions ?? []).map((question, step) => {
          const choice = choiceOf(state, question);
          return (
            <li key={question.id} className="flex items-baseline gap-3 py-2 text-sm">
              <span className="min-w-0 flex-1">
                <span className="block text-soft">{question.question}</span>
                <span className="block break-words">
                  {isAnswered(choice) ? wordsOf(question, choice) : <i>{t("ask.skipped")}</i>}
                  {choice.note.trim() && <span className="text-soft"> · {choice.note.trim()}</span>}
                </span>
              </span>
              <button type="button" className="text-accent underline underline-offset-2" onClick={() => onChange(step)}>
                {t("ask.change")}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
