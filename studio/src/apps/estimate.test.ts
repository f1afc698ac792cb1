import type { TFunction } from "i18next";
import { expect, it } from "vitest";
import { capOf, type Estimate, estimateProblem, estimateText, usageText } from "./estimate";

const t = ((key: string, values: object) => `${key} ${JSON.stringify(values)}`) as unknown as TFunction;
const ESTIMATE: Estimate = {
  calls: 2,
  mostCalls: 4,
  tokens: 1_200,
  mostTokens: 5_000,
  dollars: 0.012,
  mostDollars: 0.1,
  seconds: 16,
  error: null,
};

it("says what a run takes and at most, and multiplies it for several runs", () => {
  expect(estimateText(ESTIMATE, 1, t, "en")).toBe(
    'apps.estimate {"tokens":"1,200","time":"16 seconds","mostTokens":"5,000","mostDollars":"$0.10","dollars":"$0.012"}',
  );
  expect(estimateText(ESTIMATE, 30, t, "en")).toContain('"tokens":"36,000","time":"8 minutes"');
});

it("says that a run without a model costs nothing, and that a price is not known", () => {
  const free = { ...ESTIMATE, calls: 0, mostCalls: 0, tokens: 0, dollars: 0, seconds: 0.01 };
  expect(estimateText(free, 1, t, "en")).toBe('apps.estimate.free {"time":"1 second"}');
  expect(estimateText({ ...ESTIMATE, dollars: null }, 1, t, "en")).toMatch(/^apps\.estimate\.unpriced /);
});

it("reads a limit that is an amount, and no other", () => {
  expect(capOf({ dollars: "0,5", tokens: " 2000.7 " })).toEqual({ dollars: 0.5, tokens: 2000 });
  expect(capOf({ dollars: "0", tokens: "" })).toEqual({ dollars: 0 });
  expect(capOf({ dollars: "much", tokens: "-3" })).toEqual({});
});

it("tells what is missing before the run, and what was used after it", () => {
  expect(estimateProblem({ ...ESTIMATE, error: { message: "There is no class 9Z." } })).toBe("There is no class 9Z.");
  expect(estimateProblem(ESTIMATE)).toBeUndefined();
  expect(usageText({ calls: 1, tokens: 900, dollars: 0.01 }, t, "en")).toBe(
    'apps.used {"tokens":"900","dollars":"$0.01"}',
  );
  expect(usageText({ calls: 1, isEstimate: true }, t, "en")).toMatch(/^apps\.used\.unpriced /);
  expect(usageText({ calls: 0 }, t, "en")).toBe("");
});
