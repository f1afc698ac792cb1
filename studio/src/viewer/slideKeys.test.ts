import { expect, it } from "vitest";
import { slideAfter } from "./slideKeys";

it("goes through slides with the keys of a presenter, and never past their ends", () => {
  expect(["ArrowRight", "PageDown", " ", "ArrowLeft", "Home", "End"].map((key) => slideAfter(key, 2, 4))).toEqual([
    3, 3, 3, 1, 0, 3,
  ]);
  expect([slideAfter("PageDown", 3, 4), slideAfter("ArrowUp", 0, 4)]).toEqual([3, 0]);
  expect([slideAfter("Escape", 2, 4), slideAfter("Tab", 2, 4)]).toEqual([undefined, undefined]);
});
