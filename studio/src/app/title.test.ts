import { expect, it } from "vitest";
import { titleOf } from "./title";

it("names the most exact thing that is open", () => {
  expect(titleOf(new Map())).toBe("Inkwright");
  expect(
    titleOf(
      new Map([
        ["item", "Rivers"],
        ["area", "Make"],
      ]),
    ),
  ).toBe("Rivers – Inkwright");
  expect(titleOf(new Map([["area", "制作"]]))).toBe("制作 – Inkwright");
});
