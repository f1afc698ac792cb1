import { expect, it } from "vitest";
import { arcPath, linePieces, marksOf, niceTop, polygonText, radarPoint, shortLabel } from "./chartGeometry";

it("has a readable top above every value, also for none, zero and missing ones", () => {
  expect([[], [0], [null], [Number.NaN]].map(niceTop)).toEqual([1, 1, 1, 1]);
  expect([[3], [10], [11], [87.5], [0.07], [2_400]].map(niceTop)).toEqual([5, 10, 20, 100, 0.1, 2_500]);
  expect(marksOf(100)).toEqual([0, 25, 50, 75, 100]);
});

it("puts the first corner of a radar at the top", () => {
  const points = [0, 1, 2, 3].map((index) => radarPoint(index, 4, 1, 10));
  expect(polygonText(points)).toBe("0.0,-10.0 10.0,0.0 0.0,10.0 -10.0,0.0");
});

it("interrupts a line where a value is missing", () => {
  const point = { x: 1, y: 1 };
  expect(linePieces([null, point, point, null, null, point]).map((each) => each.length)).toEqual([2, 1]);
  expect(linePieces([null])).toEqual([]);
});

it("draws a whole ring without an empty path", () => {
  expect(arcPath(0, 1, 50, 30)).toMatch(/^M 0\.00 -50\.00 A 50 50 0 1 1 /);
});

it("shortens a label to its room, in which Chinese characters take twice as much", () => {
  expect(shortLabel("Mid-year exam", 90)).toBe("Mid-year exam");
  expect(shortLabel("Mid-year exam of 2026", 90)).toBe("Mid-year exam …");
  expect(shortLabel("期中考试成绩分析", 60)).toBe("期中考试…");
  expect(shortLabel("abc", 1)).toBe("abc");
});
