import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PendingDeletions } from "./deletions";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function pending(fails = false) {
  const removed: string[] = [];
  const deletions = new PendingDeletions(async (id) => {
    if (fails) throw new Error("busy");
    removed.push(id);
  });
  return { deletions, removed };
}

it("hides at once and deletes when the time is over", async () => {
  const { deletions, removed } = pending();
  deletions.add("a", () => undefined);
  expect([...deletions.snapshot()]).toEqual(["a"]);
  expect(removed).toEqual([]);
  await vi.runAllTimersAsync();
  expect(removed).toEqual(["a"]);
});

it("deletes nothing that was undone", async () => {
  const { deletions, removed } = pending();
  deletions.add("a", () => undefined);
  deletions.undo("a");
  await vi.runAllTimersAsync();
  expect([[...deletions.snapshot()], removed]).toEqual([[], []]);
});

it("deletes what waits when the page is left, once", async () => {
  const { deletions, removed } = pending();
  deletions.add("a", () => undefined);
  deletions.flush();
  await vi.runAllTimersAsync();
  expect(removed).toEqual(["a"]);
});

it("shows the conversation again if it could not be deleted", async () => {
  const { deletions } = pending(true);
  const problems: unknown[] = [];
  deletions.add("a", (problem) => problems.push(problem));
  await vi.runAllTimersAsync();
  expect([...deletions.snapshot()]).toEqual([]);
  expect(problems).toHaveLength(1);
});
