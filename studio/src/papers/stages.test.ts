import { expect, it } from "vitest";
import { moved, STAGES, shownStages } from "./stages";

const stage = (name: string, skipped = false) => ({ stage: name, file: "", skipped, reason: skipped ? "short" : "" });

it("shows every stage: finished, skipped with its reason, being written, not begun", () => {
  const finished = [stage("sources"), stage("overview", true)];
  const states = (isBeingWritten: boolean) =>
    shownStages(finished, isBeingWritten)
      .slice(0, 4)
      .map(({ state, reason }) => [state, reason]);
  expect(states(true)).toEqual([
    ["done", ""],
    ["skipped", "short"],
    ["running", ""],
    ["waiting", ""],
  ]);
  expect(states(false)[2]).toEqual(["waiting", ""]);
  expect(shownStages([stage("poem")], false)).toHaveLength(STAGES.length);
});

it("moves a file in the order, and not beyond its ends", () => {
  expect(moved(["a", "b", "c"], 2, -1)).toEqual(["a", "c", "b"]);
  expect(moved(["a", "b", "c"], 0, 1)).toEqual(["b", "a", "c"]);
  expect(moved(["a", "b"], 0, -1)).toEqual(["a", "b"]);
  expect(moved(["a", "b"], 1, 1)).toEqual(["a", "b"]);
});
