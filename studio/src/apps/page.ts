/** The page of a run, as the service composes it. */
export type ValueFormat = "text" | "number" | "percent" | "integer";
export type Cell = string | number | boolean | null;

export interface Column {
  key: string;
  label: string;
  format: ValueFormat;
}

interface SlotBase {
  id: string;
  title: string;
}

export interface LeftOut {
  code: string;
  message: string;
}

export type Slot = SlotBase &
  (
    | { type: "kpi_grid"; items: { label: string; text: string; subtext: string }[] }
    | {
        type: "chart";
        variant: "bar" | "line" | "radar" | "pie" | "gauge" | "distribution";
        labels: string[];
        series: { key: string; label: string; format: ValueFormat; values: Cell[] }[];
      }
    | {
        type: "table";
        columns: Column[];
        rows: { cells: Cell[]; style: "warning" | "danger" | "success" | null }[];
        total: number;
      }
    | {
        type: "markdown";
        variant: "default" | "insight" | "warning" | "success";
        text: string;
        leftOut: LeftOut | null;
      }
    | {
        type: "suggestion_list";
        items: { title: string; description: string; priority: "high" | "medium" | "low"; category: string }[];
      }
    | { type: "question_set"; questions: Record<string, unknown>[]; missing: number; leftOut: LeftOut | null }
  );

export interface AppPage {
  title: string;
  language: string;
  layout: "tabs" | "single_page";
  inputs: Record<string, string>;
  tabs: { id: string; title: string; slots: Slot[] }[];
}

/** A value as it is shown. */
export function valueText(value: Cell, format: ValueFormat, language: string): string {
  if (value === null || value === "") return "–";
  if (typeof value !== "number") return String(value);
  const options: Intl.NumberFormatOptions =
    format === "percent" ? { style: "percent", maximumFractionDigits: 1 } : { maximumFractionDigits: 2 };
  return new Intl.NumberFormat(language, options).format(value);
}

export interface Sorting {
  column: number;
  isDescending: boolean;
}

/** Rows in the order of a column: numbers by value, texts by language, and what is missing last. */
export function sortedRows<T extends { cells: Cell[] }>(rows: readonly T[], sorting: Sorting | undefined): T[] {
  if (!sorting) return [...rows];
  const { column, isDescending } = sorting;
  const isMissing = (value: Cell | undefined) => value === null || value === undefined || value === "";
  return rows.toSorted((one, two) => {
    const [left, right] = [one.cells[column], two.cells[column]];
    if (isMissing(left) || isMissing(right)) return Number(isMissing(left)) - Number(isMissing(right));
    const order =
      typeof left === "number" && typeof right === "number"
        ? left - right
        : String(left).localeCompare(String(right), undefined, { numeric: true });
    return isDescending ? -order : order;
  });
}

/** A table as CSV. A cell that a spreadsheet would compute begins with an apostrophe. */
export function tableCsv(columns: readonly Column[], rows: readonly { cells: Cell[] }[]): string {
  const field = (value: Cell | string) => {
    const text = value === null ? "" : String(value);
    const safe = typeof value !== "number" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const lines = [columns.map((each) => each.label), ...rows.map((row) => row.cells)];
  return `\uFEFF${lines.map((line) => line.map(field).join(",")).join("\r\n")}\r\n`;
}
