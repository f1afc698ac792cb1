import { letterOf, type QuizQuestion } from "./quiz";

/** A question while it is edited: its options with marks, and every other answer as lines of text. */
export interface QuestionDraft {
  question: string;
  options: string[];
  right: boolean[];
  answer: string;
  explanation: string;
}

const CHOICES = ["SINGLE_CHOICE", "MULTIPLE_CHOICE"];
const MAX_OPTIONS = 26;

export function isChoice(question: QuizQuestion): boolean {
  return CHOICES.includes(question.questionType);
}

/** Whether the options can be edited: of a choice, an order or pairs. */
export function hasOptions(question: QuizQuestion): boolean {
  return isChoice(question) || question.questionType === "ORDERING" || question.questionType === "MATCHING";
}

export function draftOf(question: QuizQuestion): QuestionDraft {
  const options = [...(question.options ?? [])];
  const answer = question.correctAnswer ?? "";
  const letters = [answer].flat(2);
  return {
    question: question.question,
    options,
    right: options.map((_, index) => isChoice(question) && letters.includes(letterOf(index))),
    answer: isChoice(question) ? "" : linesOf(question, answer),
    explanation: question.explanation ?? "",
  };
}

function linesOf(question: QuizQuestion, answer: NonNullable<QuizQuestion["correctAnswer"]>): string {
  if (!Array.isArray(answer)) return answer;
  // The alternatives of a short answer are one list; those of a gap are a list in the list.
  if (question.questionType === "SHORT_ANSWER") return answer.flat().join(" | ");
  return answer.map((each) => (Array.isArray(each) ? each.join(" | ") : each)).join("\n");
}

/** Mark an option: of a single choice only one is right. */
export function markRight(draft: QuestionDraft, question: QuizQuestion, index: number): QuestionDraft {
  const isSingle = question.questionType === "SINGLE_CHOICE";
  const right = draft.right.map((each, at) => (at === index ? isSingle || !each : !isSingle && each));
  return { ...draft, right };
}

export function addOption(draft: QuestionDraft): QuestionDraft {
  if (draft.options.length >= MAX_OPTIONS) return draft;
  return { ...draft, options: [...draft.options, ""], right: [...draft.right, false] };
}

export function removeOption(draft: QuestionDraft, index: number): QuestionDraft {
  const without = <T>(list: T[]) => list.filter((_, at) => at !== index);
  return { ...draft, options: without(draft.options), right: without(draft.right) };
}

/** The question that a draft describes. What is not edited stays as it was. */
export function questionOf(original: QuizQuestion, draft: QuestionDraft): Record<string, unknown> {
  return {
    ...original,
    question: draft.question,
    ...(hasOptions(original) ? { options: draft.options } : {}),
    ...(original.subQuestions ? {} : { correctAnswer: answerOf(original, draft) }),
    explanation: draft.explanation,
  };
}

function answerOf(original: QuizQuestion, draft: QuestionDraft): unknown {
  const letters = draft.right.flatMap((isRight, index) => (isRight ? [letterOf(index)] : []));
  const lines = draft.answer.split("\n").flatMap((line) => (line.trim() ? [line.trim()] : []));
  const alternatives = (line: string) => line.split("|").flatMap((each) => (each.trim() ? [each.trim()] : []));
  const oneOrMore = (line: string) => {
    const found = alternatives(line);
    return found.length > 1 ? found : (found[0] ?? "");
  };
  switch (original.questionType) {
    case "SINGLE_CHOICE":
      return letters[0] ?? "";
    case "MULTIPLE_CHOICE":
      return letters;
    case "FILL_IN_BLANK":
      return lines.map(oneOrMore);
    case "MATCHING":
    case "ORDERING":
      return lines;
    case "SHORT_ANSWER":
      return oneOrMore(draft.answer.replaceAll("\n", "|"));
    default:
      return draft.answer;
  }
}
