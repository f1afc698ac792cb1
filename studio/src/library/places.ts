/** A place in a document: its page, and the passage on it if one was found there. */
export interface DocumentPlace {
  page: number;
  start: number;
  end: number;
}

/** How much of a page is shown at once, and where parts begin. A passage that begins in a part ends in it. */
export const PART_LENGTH = 40_000;
const PART_STEP = 30_000;

export function writePart({ page, start, end }: DocumentPlace): string {
  return start || end ? `${page}.${start}.${end}` : String(page);
}

/** The place in an address; anything else is the first page. */
export function readPart(written: string | undefined): DocumentPlace {
  const found = /^(\d{1,7})(?:\.(\d{1,9})\.(\d{1,9}))?$/.exec(written ?? "");
  const [page = 1, start = 0, end = 0] = (found ?? []).slice(1).map((each) => Number(each ?? 0));
  return { page: Math.max(1, page), start, end: Math.max(start, end) };
}

/** Where the part of a page begins that has this position. */
export function partStart(position: number): number {
  return Math.floor(position / PART_STEP) * PART_STEP;
}

/** The start of the part before one, and of the part after it; undefined where there is none. */
export function neighbours(start: number, end: number, characters: number): [number | undefined, number | undefined] {
  return [start > 0 ? Math.max(0, start - PART_STEP) : undefined, end < characters ? start + PART_STEP : undefined];
}

export interface TextPiece {
  text: string;
  isFound: boolean;
}

/**
 * A text in pieces, those in the ranges found. Positions count characters as people see them, not the units of
 * JavaScript, in which a rare Chinese character or an emoji is two.
 */
export function piecesOf(text: string, ranges: readonly (readonly number[])[]): TextPiece[] {
  const points = Array.from(text);
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const [from = 0, to = 0] of ranges.toSorted(([a = 0], [b = 0]) => a - b)) {
    const start = Math.min(Math.max(from, at), points.length);
    const end = Math.min(Math.max(to, start), points.length);
    if (end === start) continue;
    if (start > at) pieces.push({ text: points.slice(at, start).join(""), isFound: false });
    pieces.push({ text: points.slice(start, end).join(""), isFound: true });
    at = end;
  }
  if (at < points.length) pieces.push({ text: points.slice(at).join(""), isFound: false });
  return pieces;
}
