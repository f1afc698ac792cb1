import { expect, test } from "vitest";
import { draftOf, keepDraft, suggested } from "./drafts";

test("a draft is kept for its conversation until it is sent", () => {
  keepDraft("one", "Rivers for class 9");
  expect([draftOf("one"), draftOf("two")]).toEqual(["Rivers for class 9", ""]);
  keepDraft("one", "");
  expect(draftOf("one")).toBe("");
});

test("a suggestion replaces an earlier one, and never what a person wrote", () => {
  expect(suggested("", "", "Make a quiz about ")).toBe("Make a quiz about ");
  expect(suggested("Make slides about ", "Make slides about ", "Make a quiz about ")).toBe("Make a quiz about ");
  expect(suggested("photosynthesis", "Make slides about ", "Make a quiz about ")).toBe("photosynthesis");
});
