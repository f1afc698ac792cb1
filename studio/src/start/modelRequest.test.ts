import { expect, test } from "vitest";
import { needsModel } from "./modelRequest";

test("the form for models is offered where another model can help", () => {
  expect(["too_small", "model_denied", "no_model_left"].map(needsModel)).toEqual([true, true, true]);
  expect(["cancelled", "not_found", undefined].map(needsModel)).toEqual([false, false, false]);
});
