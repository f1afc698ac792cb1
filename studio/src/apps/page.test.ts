import { expect, it } from "vitest";
import { type Cell, sortedRows, tableCsv, valueText } from "./page";

const rows = (...values: Cell[]) => values.map((value) => ({ cells: [value] }));
const column = { key: "a", label: "A", format: "text" } as const;

it("sorts numbers by value and texts by language, with missing ones last in both orders", () => {
  const sorted = (values: Cell[], isDescending: boolean) =>
    sortedRows(rows(...values), { column: 0, isDescending }).map((row) => row.cells[0]);
  expect(sorted([10, null, 9, 2], false)).toEqual([2, 9, 10, null]);
  expect(sorted([10, null, 9, 2], true)).toEqual([10, 9, 2, null]);
  expect(sorted(["Test 10", "Test 9", ""], false)).toEqual(["Test 9", "Test 10", ""]);
  expect(sortedRows(rows(3, 1), undefined)).toEqual(rows(3, 1));
});

it("writes values as they are read", () => {
  expect(valueText(0.625, "percent", "en")).toBe("62.5%");
  expect(valueText(12.345, "number", "en")).toBe("12.35");
  expect(valueText(null, "number", "en")).toBe("–");
  expect(valueText("王小明", "text", "zh")).toBe("王小明");
});

it("writes CSV that a spreadsheet does not run", () => {
  const csv = tableCsv([column], rows('a "quoted", cell', "=1+1", -3, null));
  expect(csv).toBe('\uFEFFA\r\n"a ""quoted"", cell"\r\n\'=1+1\r\n-3\r\n\r\n');
});
