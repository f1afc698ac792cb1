import { Printer } from "lucide-react";
import { Switch } from "radix-ui";
import { lazy, type ReactNode, Suspense, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, dataOf } from "../api/client";
import { type FileDetails, useFileText } from "../files/queries";
import { focusWhenLost } from "../ui/returnFocus";
import { Failed, Loading } from "../ui/States";
import { QuestionActions } from "./QuestionActions";
import { answerText, isRight, letterOf, movedOrder, type QuizQuestion, quizLanguage, readQuiz } from "./quiz";
import { TextView } from "./TextView";
import { useEdit } from "./useEdit";

const QuestionEditor = lazy(() => import("./QuestionEditor"));

type QuizChange = { order: number[] } | { number: number; question: Record<string, unknown> };

/** The quizzes whose key is shown. It stays so when an edit makes the next version. */
const shownKeys = new Set<string>();

/** A quiz as students see it, and with its key. Its questions are edited, moved and deleted one by one. */
export function QuizView({ file, onSuggest }: { file: FileDetails; onSuggest: (words: string) => void }) {
  const { t } = useTranslation();
  const query = useFileText(file.url);
  const [hasKey, setKey] = useState(shownKeys.has(file.lineage));
  const [edited, setEdited] = useState<number>();
  const id = useId();
  const change = useEdit(file, (given: QuizChange) => changeQuiz(file, given));
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={t("view.failed")} retry={() => void query.refetch()} />;
  const quiz = readQuiz(query.data);
  if (!quiz) return <TextView file={file} />;
  return (
    <section tabIndex={0} aria-label={quiz.title} className="printed h-full overflow-y-auto px-6 py-6 max-wide:px-4">
      <div className="mx-auto max-w-2xl">
        <h2 className="hidden font-serif text-2xl print:mb-6 print:block">{quiz.title}</h2>
        <div className="mb-6 flex items-center justify-end gap-3 text-sm print:hidden">
          <button
            type="button"
            onClick={() => window.print()}
            className="mr-auto inline-flex min-h-9 items-center gap-2 rounded-lg px-2.5 text-soft hover:bg-well hover:text-ink"
          >
            <Printer size={16} strokeWidth={1.6} aria-hidden />
            {t("view.print")}
          </button>
          <label htmlFor={id}>{t("view.quiz.key")}</label>
          <Switch.Root
            id={id}
            checked={hasKey}
            onCheckedChange={(isShown) => {
              if (isShown) shownKeys.add(file.lineage);
              else shownKeys.delete(file.lineage);
              setKey(isShown);
            }}
            className="h-6 w-10 rounded-full bg-soft p-0.5 data-[state=checked]:bg-accent"
          >
            <Switch.Thumb className="block size-5 rounded-full bg-sheet transition-transform data-[state=checked]:translate-x-4" />
          </Switch.Root>
        </div>
        <ol className="space-y-7">
          {quiz.questions.map((question, index) =>
            edited === index ? (
              <li key={question.id ?? index}>
                <Suspense fallback={<Loading />}>
                  <QuestionEditor
                    question={question}
                    number={String(index + 1)}
                    isBusy={change.isPending}
                    onSave={(changed) => change.mutate({ number: index + 1, question: changed })}
                    onClose={() => {
                      setEdited(undefined);
                      focusWhenLost(`[data-edit="${index + 1}"]`);
                    }}
                  />
                </Suspense>
              </li>
            ) : (
              <QuestionItem
                key={question.id ?? index}
                question={question}
                number={String(index + 1)}
                hasKey={hasKey}
                language={quiz.language}
              >
                <QuestionActions
                  number={index + 1}
                  count={quiz.questions.length}
                  isBusy={change.isPending}
                  onEdit={() => setEdited(index)}
                  onMove={(step) => change.mutate({ order: movedOrder(quiz.questions.length, index, index + step) })}
                  onDelete={() => change.mutate({ order: movedOrder(quiz.questions.length, index) })}
                  onReplace={() => onSuggest(t("quiz.replace.prompt", { number: index + 1 }))}
                />
              </QuestionItem>
            ),
          )}
        </ol>
      </div>
    </section>
  );
}

function changeQuiz(file: FileDetails, given: QuizChange) {
  const path = { artifact_id: file.id };
  if ("order" in given) {
    return dataOf(
      api.PUT("/api/artifacts/{artifact_id}/questions", { params: { path }, body: { questions: given.order } }),
    );
  }
  const params = { path: { ...path, number: given.number } };
  const body = { question: given.question };
  return dataOf(api.PUT("/api/artifacts/{artifact_id}/questions/{number}", { params, body }));
}

interface QuestionItemProps {
  question: QuizQuestion;
  number: string;
  hasKey: boolean;
  /** The language of the quiz, if it says it. */
  language?: string;
  children?: ReactNode;
}

export function QuestionItem({ question, number, hasKey, language, children }: QuestionItemProps) {
  const { t, i18n } = useTranslation();
  // These words belong to the quiz, not to the page.
  const own = i18n.getFixedT(quizLanguage(language) ?? i18n.language);
  const words = { true: own("view.quiz.true"), false: own("view.quiz.false") };
  const answer = answerText(question, words);
  const options = question.questionType === "TRUE_FALSE" ? [words.true, words.false] : (question.options ?? []);
  const hasPairs = question.questionType === "MATCHING";
  const pairs = hasPairs ? [...[question.correctAnswer ?? []].flat(2), ...(question.distractors ?? [])].sort() : [];
  return (
    <li className="grid grid-cols-[2rem_1fr_auto] break-inside-avoid">
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
        {pairs.length > 0 && (
          <ol aria-label={t("view.quiz.pairs")} className="mt-2 space-y-1 border-l-2 border-line pl-4">
            {pairs.map((pair, index) => (
              <Option key={index} text={pair} mark={`${index + 1}`} isMarked={false} />
            ))}
          </ol>
        )}
        {question.subQuestions?.map((part, index) => (
          <ol key={part.id ?? index} className="mt-3">
            <QuestionItem question={part} number={`${index + 1}`} hasKey={hasKey} language={language} />
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
      {children}
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
