/** When conversations began, as people say it. */
export type Age = "today" | "yesterday" | "week" | "month" | "older";

const DAY_MS = 86_400_000;

/** How long ago a day was, by the calendar and not by hours. */
export function ageOf(iso: string, now: Date): Age {
  const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  const days = Math.round((midnight(now) - midnight(new Date(iso))) / DAY_MS);
  if (days <= 0) return "today";
  if (days === 1) return "yesterday";
  return days < 7 ? "week" : days < 30 ? "month" : "older";
}

/** The items, which are newest first, with the age of each group before it. */
export function withAges<T extends { startedAt: string }>(items: readonly T[], now: Date): (T | Age)[] {
  let last: Age | undefined;
  return items.flatMap((item) => {
    const age = ageOf(item.startedAt, now);
    const isNew = age !== last;
    last = age;
    return isNew ? [age, item] : [item];
  });
}
