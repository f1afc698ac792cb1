import i18next from "i18next";
import { useSyncExternalStore } from "react";
import type { Language } from "../i18n";

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

export function switchLanguage(): void {
  const next: Language = i18next.language === "zh" ? "en" : "zh";
  keep("language", next);
  document.documentElement.lang = next;
  void i18next.changeLanguage(next);
}
