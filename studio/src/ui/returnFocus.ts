import { useState } from "react";

/** Where menus are shown: inside the main part, so that screen readers find them in a landmark. */
export function menuPlace(): HTMLElement | undefined {
  return document.querySelector("main") ?? undefined;
}

/** For a dialog without a button of its own: gives the focus back to what had it, unless something else has taken it. */
export function useReturnFocus(): (event: Event) => void {
  const [before] = useState(() => document.activeElement);
  return (event) => {
    event.preventDefault();
    if (before instanceof HTMLElement && isFocusLost()) before.focus();
  };
}

/** Move the focus once the page is drawn again, if what had it is gone. */
export function focusWhenLost(selector: string): void {
  window.setTimeout(() => {
    if (isFocusLost()) document.querySelector<HTMLElement>(selector)?.focus();
  });
}

export function isFocusLost(): boolean {
  return !document.activeElement || document.activeElement === document.body;
}
