import { expect, it } from "vitest";
import { givenOf, runsOf, valueOfInput, valuesIn } from "./batch";

it("takes one value from each line, and each once", () => {
  expect(valuesIn(" Rain \n\nRivers\nRain", "text")).toEqual({ values: ["Rain", "Rivers"], wrong: [] });
});

it("takes a range of days from a line, and names the lines that have none", () => {
  const written = "2026-01-01 to 2026-01-31\n2026-03-01–2026-02-01\nMarch";
  expect(valuesIn(written, "date_range")).toEqual({
    values: [{ start: "2026-01-01", end: "2026-01-31" }],
    wrong: ["2026-03-01–2026-02-01", "March"],
  });
});

it("begins a run for each value, with the other inputs as they are", () => {
  const written = { class: "1A", test: "Quiz 1", dates: { start: "", end: "" } };
  expect(runsOf(written, "test", ["Quiz 1", "Quiz 2"])).toEqual([
    { class: "1A", test: "Quiz 1" },
    { class: "1A", test: "Quiz 2" },
  ]);
  expect(givenOf(written)).toEqual({ class: "1A", test: "Quiz 1" });
  expect([valueOfInput({ start: "a", end: "b" }), valueOfInput("x"), valueOfInput(undefined)]).toEqual([
    "a–b",
    "x",
    "",
  ]);
});
