import { expect, it } from "vitest";
import { holdMessage, moveHeld, takeHeld } from "./reading";

it("holds a message until it is taken, once", () => {
  holdMessage("one");
  expect([takeHeld("one"), takeHeld("one"), takeHeld("two")]).toEqual([true, false, false]);
});

it("takes the held message along to the conversation that got the files", () => {
  holdMessage("new");
  moveHeld("new", "stored");
  moveHeld("other", "nothing");
  expect([takeHeld("new"), takeHeld("stored"), takeHeld("nothing")]).toEqual([false, true, false]);
});
