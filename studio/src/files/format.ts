import type { TFunction } from "i18next";

const UNITS = ["slides", "questions", "pages"] as const;

/** The size of a file, as people say it. */
export function sizeText(bytes: number, language: string): string {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1_000, "kilobyte"] : [bytes / 1_000_000, "megabyte"];
  const digits = value < 10 ? 1 : 0;
  return new Intl.NumberFormat(language, { style: "unit", unit, maximumFractionDigits: digits }).format(value);
}

/** What a file holds, such as "8 slides". Units without words of their own are left out. */
export function unitsText(units: Record<string, number> | undefined, t: TFunction): string {
  const known = UNITS.filter((unit) => units?.[unit] !== undefined);
  return known.map((unit) => t(`unit.${unit}`, { count: units?.[unit] ?? 0 })).join(", ");
}

export function dayText(iso: string, language: string): string {
  return new Intl.DateTimeFormat(language, {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  }).format(new Date(iso));
}

export type FileLook = "pages" | "quiz" | "page" | "text" | "none";

/** How a file is shown, by the ending of its name. */
export function lookOf(name: string): FileLook {
  const ending = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  if (["pptx", "docx", "pdf"].includes(ending)) return "pages";
  if (ending === "json") return "quiz";
  if (["html", "htm"].includes(ending)) return "page";
  if (["md", "txt", "tex", "csv"].includes(ending)) return "text";
  return "none";
}
