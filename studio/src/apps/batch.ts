import type { AppInput, RunValues } from "./queries";

/** How many runs a batch has at most. */
export const MOST_RUNS = 200;

type InputValue = NonNullable<RunValues[string]>;

const DATE = /\d{4}-\d{2}-\d{2}/g;

/** The values in a text, one in each line and each once; of dates, a line has the first and the last day. */
export function valuesIn(text: string, type: AppInput["type"]): { values: InputValue[]; wrong: string[] } {
  const lines = [...new Set(text.split("\n").map((line) => line.trim()))].filter(Boolean);
  if (type !== "date_range") return { values: lines, wrong: [] };
  const ranges = lines.map((line) => ({ line, days: line.match(DATE) ?? [] }));
  const isRange = ({ days }: { days: string[] }) => days.length === 2 && (days[0] ?? "") <= (days[1] ?? "");
  return {
    values: ranges.filter(isRange).map(({ days }) => ({ start: days[0] ?? "", end: days[1] ?? "" })),
    wrong: ranges.filter((each) => !isRange(each)).map(({ line }) => line),
  };
}

export function hasValue(value: RunValues[string] | undefined): boolean {
  if (typeof value === "string") return value.trim() !== "";
  return Object.values(value ?? {}).some(Boolean);
}

/** The values that a run is begun with: those that are there. */
export function givenOf(written: RunValues): RunValues {
  return Object.fromEntries(Object.entries(written).filter(([, value]) => hasValue(value)));
}

/** The inputs of every run of a batch: one input takes each of the values, and the others stay as they are. */
export function runsOf(written: RunValues, varied: string, values: readonly InputValue[]): RunValues[] {
  return values.map((value) => ({ ...givenOf(written), [varied]: value }));
}

/** A value as it is listed. */
export function valueOfInput(value: RunValues[string] | undefined): string {
  return typeof value === "string" ? value : Object.values(value ?? {}).join("–");
}
