/** The numbers that a chart draws: pure geometry, without a page. */
export interface Series {
  label: string;
  values: readonly (number | null)[];
}

export interface Point {
  x: number;
  y: number;
}

/** A top of the axis that is easy to read, and at least as high as every value. */
export function niceTop(values: readonly (number | null)[]): number {
  const top = Math.max(0, ...values.filter((each): each is number => each !== null && Number.isFinite(each)));
  if (top === 0) return 1;
  const power = 10 ** Math.floor(Math.log10(top));
  const step = [1, 2, 2.5, 5, 10].find((each) => top <= each * power) ?? 10;
  return step * power;
}

/** The marks of an axis from zero to its top. */
export function marksOf(top: number, count = 4): number[] {
  return Array.from({ length: count + 1 }, (_, index) => (top * index) / count);
}

/** The corner of a radar for one value, from the middle; the first one is at the top. */
export function radarPoint(index: number, count: number, share: number, radius: number): Point {
  const angle = (2 * Math.PI * index) / Math.max(count, 1) - Math.PI / 2;
  return { x: Math.cos(angle) * radius * share, y: Math.sin(angle) * radius * share };
}

export function polygonText(points: readonly Point[]): string {
  return points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
}

/** The pieces of a line: a missing value interrupts it. */
export function linePieces(points: readonly (Point | null)[]): Point[][] {
  const pieces: Point[][] = [[]];
  for (const point of points) {
    if (point) pieces.at(-1)?.push(point);
    else if (pieces.at(-1)?.length) pieces.push([]);
  }
  return pieces.filter((each) => each.length > 0);
}

/** The outline of one piece of a ring, from a share of the circle to another. */
export function arcPath(from: number, to: number, outer: number, inner: number): string {
  const end = Math.min(to, from + 0.9999);
  const at = (share: number, radius: number) => {
    const angle = 2 * Math.PI * share - Math.PI / 2;
    return `${(Math.cos(angle) * radius).toFixed(2)} ${(Math.sin(angle) * radius).toFixed(2)}`;
  };
  const isLong = end - from > 0.5 ? 1 : 0;
  return `M ${at(from, outer)} A ${outer} ${outer} 0 ${isLong} 1 ${at(end, outer)} L ${at(end, inner)} A ${inner} ${inner} 0 ${isLong} 0 ${at(from, inner)} Z`;
}

const LATIN_WIDTH = 6;
const WIDE_WIDTH = 12;

/** A label that fits into its room below an axis; Chinese characters take twice as much of it. */
export function shortLabel(label: string, room: number): string {
  let left = Math.max(room, 4 * WIDE_WIDTH);
  const characters = [...label];
  for (const [index, character] of characters.entries()) {
    left -= character > "\u2e7f" ? WIDE_WIDTH : LATIN_WIDTH;
    if (left < 0) return `${characters.slice(0, Math.max(index - 1, 1)).join("")}…`;
  }
  return label;
}
