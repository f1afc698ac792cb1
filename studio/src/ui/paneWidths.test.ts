import { expect, it } from "vitest";
import { widthAfter, withinLimits } from "./paneWidths";

it("moves the edge of a pane as the arrow points, within its limits", () => {
  expect([widthAfter("work", "ArrowRight", 256), widthAfter("talk", "ArrowRight", 416)]).toEqual([280, 392]);
  expect([widthAfter("work", "ArrowLeft", 190), widthAfter("talk", "End", 416)]).toEqual([180, 800]);
  expect([widthAfter("work", "Enter", 256), withinLimits("talk", -5), withinLimits("work", 9_999)]).toEqual([
    undefined,
    280,
    480,
  ]);
});
