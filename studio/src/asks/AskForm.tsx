import { type FormEvent, type KeyboardEvent, useEffect, useReducer, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { focusMessage } from "../talk/focusMessage";
import { Button } from "../ui/Button";
import { AskReview } from "./AskReview";
import { type Ask, answerOf, askReducer, choiceOf, firstState, isAnswered } from "./answers";
import { QuestionFields } from "./QuestionFields";

/** The questions of an ask, one at a time, and a review before they are sent. */
export function AskForm({ ask, onAnswer }: { ask: Ask; onAnswer: (answer: unknown) => void }) {
  const { t } = useTranslation();
  const [state, act] = useReducer(askReducer, ask, firstState);
  const [isSent, setSent] = useState(false);
  const questions = ask.questions ?? [];
  const question = questions[state.step];
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // The keys of the form work at once, unless the person is writing a message.
    const active = document.activeElement;
    const isWriting = active instanceof HTMLTextAreaElement && active.value !== "";
    if (!isWriting) form.current?.querySelector<HTMLElement>("input, textarea")?.focus({ preventScroll: true });
  }, []);
  const isOnly = questions.length === 1;

  const send = () => {
    setSent(true);
    focusMessage();
    onAnswer(answerOf(ask, state));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!question || (isOnly && isAnswered(choiceOf(state, question)))) send();
    else if (isAnswered(choiceOf(state, question))) act({ do: "go", step: state.step + 1 });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isWriting =
      event.target instanceof HTMLTextAreaElement ||
      (event.target instanceof HTMLInputElement && event.target.type === "text");
    const option = question?.options?.[Number(event.key) - 1];
    if (question && option && !isWriting) {
      event.preventDefault();
      act({ do: "choose", question, value: option.value });
    }
    if (event.key === "Enter" && event.target instanceof HTMLInputElement) submit(event as unknown as FormEvent);
  };

  return (
    <form
      ref={form}
      onSubmit={submit}
      onKeyDown={onKeyDown}
      aria-label={ask.title}
      className="rounded-2xl border border-accent/40 bg-paper p-4"
    >
      <p className="font-serif text-lg leading-snug">{ask.title}</p>
      {ask.preface && <p className="mt-1 text-sm whitespace-pre-wrap text-soft">{ask.preface}</p>}
      {!isOnly && question && (
        <p className="mt-3 text-xs text-soft">{t("ask.step", { number: state.step + 1, count: questions.length })}</p>
      )}
      {question ? (
        <QuestionFields key={question.id} question={question} choice={choiceOf(state, question)} act={act} />
      ) : (
        <AskReview ask={ask} state={state} onChange={(step) => act({ do: "go", step })} />
      )}
      <div className="mt-4 flex flex-wrap items-center justify-end gap-2">
        {state.step > 0 && (
          <Button look="quiet" className="mr-auto" onClick={() => act({ do: "go", step: state.step - 1 })}>
            {t("ask.back")}
          </Button>
        )}
        {question && (
          <Button look="quiet" onClick={() => act({ do: "skip", question })}>
            {t("ask.skip")}
          </Button>
        )}
        <Button
          type="submit"
          look="solid"
          disabled={isSent || (question !== undefined && !isAnswered(choiceOf(state, question)))}
        >
          {t(nextLabel(isOnly || !question, state.step === questions.length - 1))}
        </Button>
      </div>
    </form>
  );
}

function nextLabel(isLast: boolean, isBeforeReview: boolean) {
  if (isLast) return "ask.send";
  return isBeforeReview ? "ask.review" : "ask.next";
}
