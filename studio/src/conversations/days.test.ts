import { expect, it } from "vitest";
import { ageOf, withAges } from "./days";

const NOW = new Date(2026, 2, 10, 0, 30);
const at = (day: number, hour: number) => new Date(2026, 2, day, hour).toISOString();

it("counts days by the calendar: late in the evening was yesterday half an hour after midnight", () => {
  expect(
    [at(10, 0), at(9, 23), at(8, 23), at(4, 1), at(3, 1), at(-18, 1), at(-25, 1)].map((each) => ageOf(each, NOW)),
  ).toEqual(["today", "yesterday", "week", "week", "month", "month", "older"]);
});

it("puts each age once before its group", () => {
  const items = [at(10, 0), at(9, 8), at(9, 7)].map((startedAt) => ({ startedAt }));
  expect(withAges(items, NOW)).toEqual(["today", items[0], "yesterday", items[1], items[2]]);
});
