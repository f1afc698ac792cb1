import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { en } from "./en";
import { zh } from "./zh";

declare module "i18next" {
  interface CustomTypeOptions {
    resources: { translation: typeof en };
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
