import { expect, it } from "vitest";
import { dollarsText, isActive, paceOf, secondsLeft, spanText } from "./progress";

it("estimates the time left from what was seen of the present part", () => {
  const pace = paceOf(undefined, { done: 2, total: 12 }, 1_000);
  expect(secondsLeft(pace, 2, 9_000)).toBeUndefined();
  expect(paceOf(pace, { done: 4, total: 12 }, 9_000)).toBe(pace);
  expect(secondsLeft(pace, 4, 11_000)).toBe(40);
  expect(secondsLeft(pace, 12, 60_000)).toBeUndefined();
});

it("begins to count again when another part begins, or a job starts over", () => {
  const pace = paceOf(undefined, { done: 5, total: 24 }, 0);
  expect(paceOf(pace, { done: 0, total: 5 }, 7_000)).toEqual({ done: 0, total: 5, atMs: 7_000 });
  expect(paceOf(pace, { done: 1, total: 24 }, 7_000)).toEqual({ done: 1, total: 24, atMs: 7_000 });
});

it("says spans and costs in both languages", () => {
  expect([0.2, 45, 600, 9_000].map((each) => spanText(each, "en"))).toEqual([
    "1 second",
    "45 seconds",
    "10 minutes",
    "2.5 hours",
  ]);
  expect(spanText(600, "zh")).toBe("10分钟");
  expect([dollarsText(0, "en"), dollarsText(0.0031, "en"), dollarsText(2.5, "zh")]).toEqual([
    "$0.00",
    "$0.0031",
    "$2.50",
  ]);
});

it("knows which jobs go on by themselves", () => {
  const states = ["waiting", "running", "pausing", "paused", "cancelled", "failed", "finished"] as const;
  expect(states.filter((status) => isActive({ status }))).toEqual(["waiting", "running", "pausing"]);
});
