const TONES = {
  plain: "bg-well text-soft",
  busy: "bg-tint text-accent",
  good: "bg-well text-good",
  warn: "bg-well text-warn",
};

export type Tone = keyof typeof TONES;

/** A word on the state of something. */
export function StatusBadge({ tone = "plain", children }: { tone?: Tone; children: string }) {
  return (
    <span className={`inline-flex shrink-0 items-center rounded-full px-2 py-0.5 text-xs font-medium ${TONES[tone]}`}>
      {children}
    </span>
  );
}
