import i18next from "i18next";
import { useSyncExternalStore } from "react";
import { type Language, loadLanguage } from "../i18n";
import { toast } from "../ui/Toasts";

export type Theme = "light" | "dark";

/** A private window may refuse to keep anything; then it is kept until the page is left. */
const memory = new Map<string, string>();

export function kept(name: string): string | null {
  try {
    return window.localStorage.getItem(`inkwright.${name}`);
  } catch {
    return memory.get(name) ?? null;
  }
}

/** Keep something for the next visit; an empty value removes it. */
export function keep(name: string, value: string): void {
  try {
    if (value) window.localStorage.setItem(`inkwright.${name}`, value);
    else window.localStorage.removeItem(`inkwright.${name}`);
  } catch {
    memory.set(name, value);
  }
}

export function firstTheme(chosen: string | null, prefersDark: boolean): Theme {
  if (chosen === "light" || chosen === "dark") return chosen;
  return prefersDark ? "dark" : "light";
}

export function showTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function currentTheme(): Theme {
  return document.documentElement.dataset.theme === "dark" ? "dark" : "light";
}

function switchTheme(): void {
  const next = currentTheme() === "dark" ? "light" : "dark";
  keep("theme", next);
  showTheme(next);
  for (const listener of listeners) listener();
}

export function useTheme(): [Theme, () => void] {
  return [useSyncExternalStore(subscribe, currentTheme), switchTheme];
}

/** Show the page in another language; where its texts cannot be loaded, say so and stay. */
export async function switchTo(language: Language): Promise<void> {
  await chooseLanguage(language).catch((problem: unknown) => {
    toast(problem instanceof Error ? problem.message : String(problem));
  });
}

/** Show the page in another language, and keep that for the next visit. */
async function chooseLanguage(language: Language): Promise<void> {
  await loadLanguage(language);
  keep("language", language);
  showLanguage(language);
  await i18next.changeLanguage(language);
}

export function showLanguage(language: Language): void {
  document.documentElement.lang = language === "zh" ? "zh-Hans" : language;
}
