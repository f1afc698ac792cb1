import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { en } from "./en";
import type { apps } from "./en/apps";
import type { classes } from "./en/classes";
import type { jobs } from "./en/jobs";
import type { library } from "./en/library";
import type { papers } from "./en/papers";
import type { projects } from "./en/projects";
import type { research } from "./en/research";
import type { shares } from "./en/shares";
import { zh } from "./zh";

/** Every text: those of the frame, and those that each area adds when it is loaded. */
type Texts = typeof en &
  typeof projects &
  typeof library &
  typeof classes &
  typeof papers &
  typeof research &
  typeof apps &
  typeof jobs &
  typeof shares;

declare module "i18next" {
  interface CustomTypeOptions {
    resources: { translation: Texts };
    keySeparator: false;
    nsSeparator: false;
  }
}

export type Language = "en" | "zh";

/** The language to begin with: the one that was chosen before, or the first of the browser's that there are texts for. */
export function firstLanguage(chosen: string | null, preferred: readonly string[]): Language {
  if (chosen === "en" || chosen === "zh") return chosen;
  const known = preferred.map((each) => each.slice(0, 2).toLowerCase()).find((each) => each === "en" || each === "zh");
  return known === "zh" ? "zh" : "en";
}

export function startI18n(language: Language): void {
  i18next.use(initReactI18next).init({
    lng: language,
    resources: { en: { translation: en }, zh: { translation: zh } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  });
}

/** Add the texts of an area. Its module calls this when it is loaded, so that the first load does not carry them. */
export function addTexts(texts: Record<Language, Record<string, string>>): void {
  for (const language of ["en", "zh"] as const) {
    i18next.addResourceBundle(language, "translation", texts[language], true, true);
  }
}
