/** A quiz, as its file has it. */
export interface Quiz {
  title: string;
  language?: string;
  questions: QuizQuestion[];
}

export interface QuizQuestion {
  id?: string;
  questionType: string;
  question: string;
  options?: string[];
  correctAnswer?: string | (string | string[])[];
  distractors?: string[];
  explanation?: string;
  subQuestions?: QuizQuestion[];
}

/** Read a quiz; undefined if the file is something else. */
export function readQuiz(text: string): Quiz | undefined {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return undefined;
  }
  const quiz = read as Partial<Quiz> | null;
  const isQuiz = typeof quiz === "object" && quiz !== null && Array.isArray(quiz.questions);
  return isQuiz && quiz.questions?.every((each) => typeof each?.question === "string") ? (quiz as Quiz) : undefined;
}

/** A question, if a value is one. */
export function readQuestion(value: unknown): QuizQuestion | undefined {
  const found = value as Partial<QuizQuestion> | null;
  const isQuestion = typeof found === "object" && found !== null && typeof found.question === "string";
  return isQuestion && typeof found.questionType === "string" ? (found as QuizQuestion) : undefined;
}

/** The numbers of the questions, from 1, after one of them was moved to another place, or taken out. */
export function movedOrder(count: number, from: number, to?: number): number[] {
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const [moved] = numbers.splice(from, 1);
  if (moved !== undefined && to !== undefined) numbers.splice(to, 0, moved);
  return numbers;
}

/** The language of this page in which the words of a quiz are written; undefined if it is another one. */
export function quizLanguage(written: string | undefined): "en" | "zh" | undefined {
  const language = String(written ?? "")
    .slice(0, 2)
    .toLowerCase();
  return language === "en" || language === "zh" ? language : undefined;
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

export function letterOf(index: number): string {
  return LETTERS[index] ?? String(index + 1);
}

/** Whether an option is right, where options are chosen. Where they are paired or ordered, none is. */
export function isRight(question: QuizQuestion, index: number): boolean {
  const answer = question.correctAnswer ?? [];
  if (!["SINGLE_CHOICE", "MULTIPLE_CHOICE"].includes(question.questionType)) return false;
  return [answer].flat(2).includes(letterOf(index));
}

/** The answer in words, where it is not an option to choose. */
export function answerText(question: QuizQuestion, words: { true: string; false: string }): string {
  const answer = question.correctAnswer;
  if (answer === undefined || answer === "") return "";
  switch (question.questionType) {
    case "SINGLE_CHOICE":
    case "MULTIPLE_CHOICE":
      return "";
    case "TRUE_FALSE":
      return answer === "true" ? words.true : words.false;
    case "MATCHING":
      return (question.options ?? []).map((option, index) => `${option} – ${[answer].flat(2)[index] ?? ""}`).join("; ");
    case "ORDERING":
      return [answer].flat(2).join(" → ");
    default:
      return [answer]
        .flat()
        .map((each) => (Array.isArray(each) ? each.join(" / ") : each))
        .join("; ");
  }
}
