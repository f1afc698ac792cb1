import type { Schemas } from "../api/client";

export const STAGES = [
  "sources",
  "overview",
  "framework",
  "checklist",
  "abstract",
  "introduction",
  "related_work",
  "methods",
  "experiments",
  "conclusion",
  "paper",
  "pdf",
] as const;
export type StageName = (typeof STAGES)[number];
export type StageState = "done" | "skipped" | "running" | "waiting";

export interface ShownStage {
  name: StageName;
  state: StageState;
  /** Why it was skipped. */
  reason: string;
}

/** All stages of a paper. The one that runs is the first that is not finished, while a job writes. */
export function shownStages(finished: readonly Schemas["PaperStage"][], isBeingWritten: boolean): ShownStage[] {
  const known = new Map(finished.map((each) => [each.stage, each]));
  const next = isBeingWritten ? STAGES.find((name) => !known.has(name)) : undefined;
  return STAGES.map((name) => {
    const stage = known.get(name);
    if (stage) return { name, state: stage.skipped ? "skipped" : "done", reason: stage.reason };
    return { name, state: name === next ? "running" : "waiting", reason: "" };
  });
}

/** A list with one item moved up or down by one; unchanged at its ends. */
export function moved<T>(items: readonly T[], index: number, by: -1 | 1): T[] {
  const target = index + by;
  if (target < 0 || target >= items.length) return [...items];
  const [item] = items.slice(index, index + 1) as [T];
  return items.toSpliced(index, 1).toSpliced(target, 0, item);
}
