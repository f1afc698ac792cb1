import { expect, test } from "vitest";
import { addRow, indentRow, moveRow, readOutline, stepRow, writeOutline } from "./outline";

const LINES = [
  "# Rain",
  "> 20 minutes",
  "",
  "## Clouds [bullets]",
  "- White",
  "> Say hello",
  "",
  "## Rivers",
  "- Long",
];

test("an outline is read and written without a change", () => {
  expect(writeOutline(readOutline(LINES))).toEqual(LINES);
  expect(readOutline(LINES)[2]).toMatchObject({ kind: "slide", text: "Clouds", layout: "bullets" });
});

test("a slide moves with its points, and never before the title", () => {
  const rows = readOutline(LINES);
  const titles = (moved: typeof rows) => moved.map((row) => row.text);
  expect(titles(moveRow(rows, 5, 2))).toEqual(["Rain", "20 minutes", "Rivers", "Long", "Clouds", "White", "Say hello"]);
  expect(titles(stepRow(rows, 2, 1))).toEqual(titles(moveRow(rows, 5, 2)));
  expect(titles(stepRow(rows, 5, -1))).toEqual(titles(moveRow(rows, 5, 2)));
  expect(titles(moveRow(rows, 5, 0))[0]).toBe("Rain");
  expect(titles(moveRow(rows, 0, 3))).toEqual(titles(rows));
});

test("a slide becomes a point and a point a slide", () => {
  const rows = readOutline(LINES);
  expect(writeOutline(indentRow(rows, 5, true)).slice(-2)).toEqual(["- Rivers", "- Long"]);
  expect(writeOutline(indentRow(rows, 6, false)).slice(-3)).toEqual(["## Rivers", "", "## Long"]);
  expect(addRow(rows, 0)[1]).toMatchObject({ kind: "slide", text: "" });
});
