const STEPS: Record<string, number> = {
  ArrowRight: 1,
  ArrowDown: 1,
  PageDown: 1,
  " ": 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  PageUp: -1,
  Backspace: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** The slide that a key leads to, as in every program for slides; undefined if the key means something else. */
export function slideAfter(key: string, index: number, count: number): number | undefined {
  const step = STEPS[key];
  return step === undefined ? undefined : Math.max(0, Math.min(count - 1, index + step));
}
