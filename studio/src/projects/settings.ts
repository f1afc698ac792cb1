import type { BlockSettings, SettingsChange } from "./queries";

const EDITABLE = [
  "phase",
  "prompt",
  "constraints",
  "preQuestions",
  "preAnswers",
  "dependsOn",
  "modelOverride",
  "needReview",
  "autoGenerate",
] as const satisfies readonly (keyof BlockSettings & keyof SettingsChange)[];

/** The settings that a person changed; only those are sent, so that the changes of others stay. */
export function changedSettings(before: BlockSettings, after: BlockSettings): SettingsChange {
  const changed = EDITABLE.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(changed.map((name) => [name, after[name]])) as SettingsChange;
}

/** One question per line, each once. */
export function questionLines(written: string): string[] {
  return [...new Set(written.split("\n").map((line) => line.trim()))].filter(Boolean);
}
