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

/** The languages of the page, each with its own name for itself. */
export const LANGUAGES = { en: "English", zh: "简体中文", "zh-Hant": "繁體中文" } as const;

export type Language = keyof typeof LANGUAGES;

/** The language of the page that a browser's name of a language means; undefined for those without texts. */
export function languageOf(tag: string): Language | undefined {
  const [language, ...rest] = tag.toLowerCase().split("-");
  if (language === "en") return "en";
  if (language !== "zh" && language !== "yue") return undefined;
  if (rest.includes("hans")) return "zh";
  return rest.some((each) => ["hant", "tw", "hk", "mo"].includes(each)) ? "zh-Hant" : "zh";
}

/** The language to begin with: the one that was chosen before, or the first of the browser's that there are texts for. */
export function firstLanguage(chosen: string | null, preferred: readonly string[]): Language {
  if (chosen !== null && chosen in LANGUAGES) return chosen as Language;
  return preferred.map(languageOf).find((each) => each !== undefined) ?? "en";
}

/** Have the texts of a language. Those in traditional Chinese are made from the simplified ones, and come when wanted. */
export async function loadLanguage(language: Language): Promise<void> {
  if (language !== "zh-Hant" || i18next.hasResourceBundle(language, "translation")) return;
  const texts = await import("./zh-Hant.json");
  i18next.addResourceBundle(language, "translation", texts.default);
}

export function startI18n(language: Language): void {
  i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: { "zh-Hant": ["zh"], default: ["en"] },
    resources: { en: { translation: en }, zh: { translation: zh } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
  });
}

/** Add the texts of an area. Its module calls this when it is loaded, so that the first load does not carry them. */
export function addTexts(texts: Record<"en" | "zh", Record<string, string>>): void {
  for (const language of ["en", "zh"] as const) {
    i18next.addResourceBundle(language, "translation", texts[language], true, true);
  }
}
