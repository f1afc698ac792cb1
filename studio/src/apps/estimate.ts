import type { TFunction } from "i18next";
import type { Schemas } from "../api/client";
import { dollarsText, spanText } from "../jobs/progress";

export type Estimate = Schemas["EstimateItem"];
export type Budget = Schemas["Budget"];

/** The limit of a run as it is written in its two fields. */
export interface WrittenCap {
  dollars: string;
  tokens: string;
}

export const NO_CAP: WrittenCap = { dollars: "", tokens: "" };

/** The limit that was written; a field that is empty, or is no amount, sets none. */
export function capOf(written: WrittenCap): Budget {
  const amount = (text: string) => {
    const value = Number(text.trim().replace(",", "."));
    return text.trim() !== "" && Number.isFinite(value) && value >= 0 ? value : undefined;
  };
  const [dollars, tokens] = [amount(written.dollars), amount(written.tokens)];
  return {
    ...(dollars === undefined ? {} : { dollars }),
    ...(tokens === undefined ? {} : { tokens: Math.floor(tokens) }),
  };
}

/** Whether a model writes something, so that a run costs anything at all. */
export function costsSomething(estimate: Estimate): boolean {
  return estimate.mostCalls > 0;
}

/** What a run probably takes, and at most; for several runs, all of them if each is like this one. */
export function estimateText(estimate: Estimate, runs: number, t: TFunction, language: string): string {
  const time = spanText(estimate.seconds * runs, language);
  if (!costsSomething(estimate)) return t("apps.estimate.free", { time });
  const count = (value: number) => new Intl.NumberFormat(language).format(value * runs);
  const most = {
    mostTokens: count(estimate.mostTokens),
    mostDollars: dollarsText(estimate.mostDollars * runs, language),
  };
  const usual = { tokens: count(estimate.tokens), time };
  if (estimate.dollars === null) return t("apps.estimate.unpriced", { ...usual, ...most });
  return t("apps.estimate", { ...usual, ...most, dollars: dollarsText(estimate.dollars * runs, language) });
}

/** What the estimate says is missing; the run would fail with it. */
export function estimateProblem(estimate: Estimate): string | undefined {
  const message = estimate.error?.message;
  return typeof message === "string" ? message : undefined;
}

interface RunUsage {
  calls?: number;
  tokens?: number;
  dollars?: number;
  isEstimate?: boolean;
}

/** What the models of a run have used; nothing if none was asked. */
export function usageText(usage: RunUsage, t: TFunction, language: string): string {
  if (!usage.calls) return "";
  const tokens = new Intl.NumberFormat(language).format(usage.tokens ?? 0);
  const dollars = dollarsText(usage.dollars ?? 0, language);
  return t(usage.isEstimate ? "apps.used.unpriced" : "apps.used", { tokens, dollars });
}
