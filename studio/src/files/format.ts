import type { TFunction } from "i18next";
import { languageOf } from "../i18n";
import type { FileItem } from "./queries";

/** The language as the browser writes it: its order of day and month, and its 12 or 24 hours. */
export function localeOf(language: string, preferred: readonly string[] = navigator.languages): string {
  return preferred.find((each) => languageOf(each) === language) ?? language;
}

const UNITS = ["slides", "questions", "pages"] as const;

/** The size of a file, as people say it. */
export function sizeText(bytes: number, language: string): string {
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1_000, "kilobyte"] : [bytes / 1_000_000, "megabyte"];
  const digits = value < 10 ? 1 : 0;
  return new Intl.NumberFormat(localeOf(language), { style: "unit", unit, maximumFractionDigits: digits }).format(
    value,
  );
}

/** What a file holds, such as "8 slides". Units without words of their own are left out. */
export function unitsText(units: Record<string, number> | undefined, t: TFunction): string {
  const known = UNITS.filter((unit) => units?.[unit] !== undefined);
  return known.map((unit) => t(`unit.${unit}`, { count: units?.[unit] ?? 0 })).join(t("list.comma"));
}

export function dayText(iso: string, language: string): string {
  return new Intl.DateTimeFormat(localeOf(language), {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  }).format(new Date(iso));
}

export function dateText(iso: string, language: string): string {
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: "medium" }).format(new Date(iso));
}

/** What a file holds and when it was made. */
export function aboutText(item: FileItem, t: TFunction, language: string): string {
  return [unitsText(item.units, t), dayText(item.madeAt, language)].filter(Boolean).join(" · ");
}

/** The newest version of each file, in the order given, which is newest first. */
export function newestOfEach<T extends { lineage: string }>(items: readonly T[]): T[] {
  const known = new Set<string>();
  return items.filter(({ lineage }) => !known.has(lineage) && known.add(lineage));
}

/** The name of a file as people say it; a quiz is kept in a format that nobody opens. */
export function plainName(name: string): string {
  return name.replace(/\.quiz\.json$/, "");
}

const KINDS = ["pptx", "docx", "pdf", "html", "md"] as const;

/** What a file is, in a word; its ending where there is no word for it. A quiz says it by its questions. */
export function kindText(name: string, t: TFunction): string {
  const ending = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  if (ending === "json") return "";
  const known = KINDS.find((kind) => kind === ending);
  return known ? t(`kind.${known}`) : ending.toUpperCase();
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
