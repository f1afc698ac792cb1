import { Switch } from "radix-ui";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { type FileDetails, useFileText } from "../files/queries";
import { Failed, Loading } from "../ui/States";
import { answerText, isRight, letterOf, type QuizQuestion, readQuiz } from "./quiz";
import { TextView } from "./TextView";

/** A quiz as students see it, and with its key. */
export function QuizView({ file }: { file: FileDetails }) {
  const { t } = useTranslation();
  const query = useFileText(file.url);
  const [hasKey, setKey] = useState(false);
  const id = useId();
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={t("view.failed")} retry={() => void query.refetch()} />;
  const quiz = readQuiz(query.data);
  if (!quiz) return <TextView file={file} />;
  return (
    <section tabIndex={0} aria-label={quiz.title} className="h-full overflow-y-auto px-6 py-6 max-wide:px-4">
      <div className="mx-auto max-w-2xl">
        <div className="mb-6 flex items-center justify-end gap-3 text-sm">
          <label htmlFor={id}>{t("view.quiz.key")}</label>
          <Switch.Root
            id={id}
            checked={hasKey}
            onCheckedChange={setKey}
            className="h-6 w-10 rounded-full bg-soft p-0.5 data-[state=checked]:bg-accent"
          >
            <Switch.Thumb className="block size-5 rounded-full bg-sheet transition-transform data-[state=checked]:translate-x-4" />
          </Switch.Root>
        </div>
        <ol className="space-y-7">
          {quiz.questions.map((question, index) => (
            <QuestionItem key={question.id ?? index} question={question} number={String(index + 1)} hasKey={hasKey} />
          ))}
        </ol>
      </div>
    </section>
  );
}

function QuestionItem({ question, number, hasKey }: { question: QuizQuestion; number: string; hasKey: boolean }) {
  const { t } = useTranslation();
  const answer = answerText(question, { true: t("view.quiz.true"), false: t("view.quiz.false") });
  const options =
    question.questionType === "TRUE_FALSE" ? [t("view.quiz.true"), t("view.quiz.false")] : (question.options ?? []);
  const hasPairs = question.questionType === "MATCHING";
  const pairs = hasPairs ? [...[question.correctAnswer ?? []].flat(2), ...(question.distractors ?? [])].sort() : [];
  return (
    <li className="grid grid-cols-[2rem_1fr]">
      <span className="font-serif text-lg leading-6 text-soft tabular-nums">{number}</span>
      <div className="min-w-0">
        <p className="whitespace-pre-wrap">{question.question}</p>
        {options.length > 0 && (
          <ul className="mt-2 space-y-1">
            {options.map((option, index) => (
              <Option key={index} text={option} mark={letterOf(index)} isMarked={hasKey && isRight(question, index)} />
            ))}
          </ul>
        )}
        {pairs.length > 0 && <p className="mt-2 text-soft">{pairs.join("  ·  ")}</p>}
        {question.subQuestions?.map((part, index) => (
          <ol key={part.id ?? index} className="mt-3">
            <QuestionItem question={part} number={`${index + 1}`} hasKey={hasKey} />
          </ol>
        ))}
        {hasKey && answer && (
          <p className="mt-2 text-good">
            {t("view.quiz.answer")}: {answer}
          </p>
        )}
        {hasKey && question.explanation && (
          <p className="mt-1 text-sm text-soft">
            {t("view.quiz.why")}: {question.explanation}
          </p>
        )}
      </div>
    </li>
  );
}

function Option({ text, mark, isMarked }: { text: string; mark: string; isMarked: boolean }) {
  return (
    <li className={`flex gap-3 ${isMarked ? "font-medium text-good" : ""}`}>
      <span className={isMarked ? "" : "text-soft"}>{mark}</span>
      <span className="min-w-0 break-words">{text}</span>
    </li>
  );
}
