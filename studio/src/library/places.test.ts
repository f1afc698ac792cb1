import { expect, it } from "vitest";
import { neighbours, partStart, piecesOf, readPart, writePart } from "./places";

it("keeps a place in the address, and reads anything else as the first page", () => {
  const place = { page: 12, start: 340, end: 980 };
  expect(readPart(writePart(place))).toEqual(place);
  expect(writePart({ page: 3, start: 0, end: 0 })).toBe("3");
  for (const written of [undefined, "", "x", "-1", "1.2", "1.2.x", "0", "9".repeat(40)])
    expect(readPart(written)).toEqual({ page: 1, start: 0, end: 0 });
  expect(readPart("2.90.10")).toEqual({ page: 2, start: 90, end: 90 });
});

it("marks what was found by the characters that people see", () => {
  const found = (text: string, ...ranges: number[][]) =>
    piecesOf(text, ranges).map((piece) => (piece.isFound ? `<${piece.text}>` : piece.text));
  expect(found("光合作用的条件", [0, 4])).toEqual(["<光合作用>", "的条件"]);
  expect(found("𠮷野家的菜", [2, 3])).toEqual(["𠮷野", "<家>", "的菜"]);
  expect(found("abcdef", [4, 5], [0, 2], [1, 3])).toEqual(["<ab>", "<c>", "d", "<e>", "f"]);
  expect(found("ab", [5, 9], [1, 1])).toEqual(["ab"]);
  expect(found("")).toEqual([]);
});

it("shows a long page in parts that overlap, so that no passage is cut", () => {
  expect([0, 29_999, 30_000, 70_000].map(partStart)).toEqual([0, 0, 30_000, 60_000]);
  expect(neighbours(0, 900, 900)).toEqual([undefined, undefined]);
  expect(neighbours(30_000, 70_000, 90_000)).toEqual([0, 60_000]);
});
