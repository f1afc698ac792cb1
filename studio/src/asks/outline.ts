/** The layouts that a slide of an outline can have; without one, the text decides. */
export const LAYOUTS = [
  "agenda",
  "big_number",
  "bullets",
  "chart",
  "closing",
  "code",
  "comparison",
  "formula",
  "process",
  "quote",
  "section",
  "table",
  "two_columns",
] as const;
export type OutlineLayout = (typeof LAYOUTS)[number];

export type RowKind = "title" | "section" | "slide" | "point" | "note";

/** One line of an outline. */
export interface OutlineRow {
  id: number;
  kind: RowKind;
  text: string;
  layout?: OutlineLayout;
}

const MARKS: Record<RowKind, string> = { title: "# ", section: "# ", slide: "## ", point: "- ", note: "> " };
const LINE = /^\s*(#+|>|[-*+•·])?\s*(.*?)\s*$/;
const LAYOUT = /^(.*\S)\s+\[([a-z_]+)\]$/;

export function readOutline(lines: readonly string[]): OutlineRow[] {
  const rows: OutlineRow[] = [];
  for (const line of lines) {
    const [, mark = "", text = ""] = LINE.exec(line) ?? [];
    if (!text && !mark) continue;
    rows.push(readRow(rows.length, kindOf(mark, rows.length === 0), text));
  }
  return rows;
}

function kindOf(mark: string, isFirst: boolean): RowKind {
  if (mark.startsWith("#")) return mark.length > 1 ? "slide" : isFirst ? "title" : "section";
  return mark === ">" ? "note" : "point";
}

function readRow(id: number, kind: RowKind, text: string): OutlineRow {
  const [, head, name] = (kind === "slide" && LAYOUT.exec(text)) || [];
  const layout = LAYOUTS.find((each) => each === name);
  return layout && head ? { id, kind, text: head, layout } : { id, kind, text };
}

export function writeOutline(rows: readonly OutlineRow[]): string[] {
  return rows.flatMap((row, index) => {
    const line = `${MARKS[row.kind]}${row.text.trim()}${row.layout ? ` [${row.layout}]` : ""}`.trimEnd();
    return index > 0 && (row.kind === "slide" || row.kind === "section") ? ["", line] : [line];
  });
}

/** The rows that move together with one: a slide has its points and notes, a section only itself. */
function blockEnd(rows: readonly OutlineRow[], start: number): number {
  if (rows[start]?.kind !== "slide") return start + 1;
  const next = rows.findIndex((row, index) => index > start && row.kind !== "point" && row.kind !== "note");
  return next < 0 ? rows.length : next;
}

/** Move a row, with what belongs to it, before another one; `before` may be the end. The title stays first. */
export function moveRow(rows: readonly OutlineRow[], from: number, before: number): OutlineRow[] {
  const end = blockEnd(rows, from);
  if (rows[from]?.kind === "title" || (before >= from && before <= end)) return [...rows];
  const block = rows.slice(from, end);
  const rest = [...rows.slice(0, from), ...rows.slice(end)];
  const target = before > from ? before - block.length : before;
  const at = Math.max(target, rest[0]?.kind === "title" ? 1 : 0);
  return [...rest.slice(0, at), ...block, ...rest.slice(at)];
}

/** Move a row one step up or down, past what belongs together. */
export function stepRow(rows: readonly OutlineRow[], from: number, step: 1 | -1): OutlineRow[] {
  const row = rows[from];
  if (!row) return [...rows];
  if (step > 0) return moveRow(rows, from, blockEnd(rows, Math.min(blockEnd(rows, from), rows.length)));
  let before = from - 1;
  while (row.kind === "slide" && before > 0 && ["point", "note"].includes(rows[before]?.kind ?? "")) before--;
  return moveRow(rows, from, Math.max(before, 0));
}

/** Make a slide a point of the one before it, or a point a slide of its own. */
export function indentRow(rows: readonly OutlineRow[], at: number, isIn: boolean): OutlineRow[] {
  return rows.map((row, index) => {
    if (index !== at) return row;
    if (isIn && row.kind === "slide") return { id: row.id, kind: "point", text: row.text };
    return !isIn && row.kind === "point" ? { ...row, kind: "slide" } : row;
  });
}

/** Add an empty row after another one: a point after a slide, and otherwise one of the same kind. */
export function addRow(rows: readonly OutlineRow[], after: number): OutlineRow[] {
  const kind = rows[after]?.kind;
  const next: OutlineRow = {
    id: Math.max(-1, ...rows.map((row) => row.id)) + 1,
    kind: kind === "title" || kind === "section" ? "slide" : "point",
    text: "",
  };
  return [...rows.slice(0, after + 1), next, ...rows.slice(after + 1)];
}
