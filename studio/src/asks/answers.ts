/** A question to the person, as the stream carries it. */
export interface Ask {
  id: string;
  kind: "clarification" | "outline_edit" | "permission";
  title: string;
  preface?: string;
  questions?: AskQuestion[];
  outlineLines?: string[];
}

export interface AskQuestion {
  id: string;
  question: string;
  options?: AskOption[];
  recommended?: string;
  allowFreeform?: boolean;
  placeholder?: string;
  multiSelect?: boolean;
}

export interface AskOption {
  label: string;
  value: string;
  description?: string;
}

/** What is chosen for one question so far. `other` is an answer in the person's own words. */
export interface Choice {
  values: string[];
  other: string;
  isOther: boolean;
  note: string;
  isSkipped: boolean;
}

export interface AskState {
  step: number;
  choices: Record<string, Choice>;
}

export type AskAction =
  | { do: "choose"; question: AskQuestion; value: string }
  | { do: "other"; question: AskQuestion; text: string }
  | { do: "note"; question: AskQuestion; text: string }
  | { do: "skip"; question: AskQuestion }
  | { do: "go"; step: number };

const NOTHING: Choice = { values: [], other: "", isOther: false, note: "", isSkipped: false };

export function firstState(ask: Ask): AskState {
  const entries = (ask.questions ?? []).map((question) => [
    question.id,
    { ...NOTHING, values: question.recommended ? [question.recommended] : [] },
  ]);
  return { step: 0, choices: Object.fromEntries(entries) };
}

export function choiceOf(state: AskState, question: AskQuestion): Choice {
  return state.choices[question.id] ?? NOTHING;
}

export function isAnswered(choice: Choice): boolean {
  return choice.values.length > 0 || (choice.isOther && choice.other.trim() !== "");
}

function chosen(choice: Choice, question: AskQuestion, value: string): Choice {
  if (!question.multiSelect) return { ...choice, values: [value], isOther: false, isSkipped: false };
  const values = choice.values.includes(value)
    ? choice.values.filter((each) => each !== value)
    : [...choice.values, value];
  return { ...choice, values, isSkipped: false };
}

export function askReducer(state: AskState, action: AskAction): AskState {
  if (action.do === "go") return { ...state, step: Math.max(0, action.step) };
  const choice = choiceOf(state, action.question);
  const change = (next: Choice, step = state.step): AskState => ({
    step,
    choices: { ...state.choices, [action.question.id]: next },
  });
  switch (action.do) {
    case "choose":
      return change(chosen(choice, action.question, action.value));
    case "other":
      return change({
        ...choice,
        other: action.text,
        isOther: true,
        isSkipped: false,
        values: action.question.multiSelect ? choice.values : [],
      });
    case "note":
      return change({ ...choice, note: action.text });
    case "skip":
      return change({ ...NOTHING, isSkipped: true }, state.step + 1);
  }
}

/** An answer as a message shows it. `said` is what the person wrote instead of using the form. */
export interface AnswerData {
  askId: string;
  status: string;
  items?: { question: string; words?: string; note?: string }[];
  said?: string;
}

interface QuestionAnswer {
  id: string;
  value?: string;
  label?: string;
  note?: string;
  skipped?: boolean;
}

/** The answer to send. Each option of a question with several is an answer of its own; a note goes with the first. */
export function answerOf(ask: Ask, state: AskState): { status: "answered"; answers: QuestionAnswer[] } {
  const answers = (ask.questions ?? []).flatMap((question) => {
    const choice = choiceOf(state, question);
    if (!isAnswered(choice)) return [{ id: question.id, skipped: true }];
    const picked: QuestionAnswer[] = choice.values.map((value) => ({
      id: question.id,
      value,
      label: question.options?.find((option) => option.value === value)?.label,
    }));
    const other = choice.other.trim();
    if (choice.isOther && other) picked.push({ id: question.id, value: other });
    const note = choice.note.trim();
    return picked.map((each, index) => (index === 0 && note ? { ...each, note } : each));
  });
  return { status: "answered", answers };
}

/** The answer of a choice in words, for the review. */
export function wordsOf(question: AskQuestion, choice: Choice): string {
  const labels = choice.values.map(
    (value) => question.options?.find((option) => option.value === value)?.label ?? value,
  );
  const other = choice.isOther ? choice.other.trim() : "";
  return [...labels, ...(other ? [other] : [])].join(", ");
}

/** What a message shows of an answer that is being sent. */
export function answerData(ask: Ask, given: unknown): AnswerData {
  const { status, answers = [] } = given as { status: string; answers?: QuestionAnswer[] };
  const items = (ask.questions ?? []).map((question) => {
    const own = answers.filter((each) => each.id === question.id && !each.skipped);
    return {
      question: question.question,
      words: own.map((each) => each.label ?? each.value ?? "").join(", "),
      note: own.map((each) => each.note ?? "").join(""),
    };
  });
  return { askId: ask.id, status, items };
}
