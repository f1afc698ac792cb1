import { keep, kept } from "../app/preferences";

/** The panes beside the one in the middle. */
export type SidePane = "work" | "talk";

/** How narrow and how wide each of them may be, and one press of a key. */
export const LIMITS: Record<SidePane, readonly [least: number, most: number]> = { work: [180, 480], talk: [280, 800] };
const STEP = 24;

export function withinLimits(pane: SidePane, width: number): number {
  const [least, most] = LIMITS[pane];
  return Math.round(Math.max(least, Math.min(most, width)));
}

/** The width that the person gave a pane; undefined if it has its own. */
export function keptWidth(pane: SidePane): number | undefined {
  const width = Number(kept(`pane.${pane}`) ?? "");
  return width > 0 ? withinLimits(pane, width) : undefined;
}

export function keepWidth(pane: SidePane, width: number | undefined): void {
  keep(`pane.${pane}`, width === undefined ? "" : String(width));
}

/** The width that a key gives a pane; undefined if the key means something else. The handle moves as the arrow points. */
export function widthAfter(pane: SidePane, key: string, width: number): number | undefined {
  const [least, most] = LIMITS[pane];
  const towardsRight = pane === "work" ? STEP : -STEP;
  const next = { ArrowRight: width + towardsRight, ArrowLeft: width - towardsRight, Home: least, End: most }[key];
  return next === undefined ? undefined : withinLimits(pane, next);
}
