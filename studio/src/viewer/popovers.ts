/** How the buttons and panels above a file look. */
export const TRIGGER =
  "inline-flex min-h-9 items-center gap-2 rounded-lg px-2.5 text-sm text-soft hover:bg-well hover:text-ink data-[state=open]:bg-well";
/** Where the bar is narrow there is room for the icon only; the label stays for screen readers. */
export const LABEL = "@max-xl:sr-only";
export const PANEL = "z-40 w-80 max-w-[calc(100vw-2rem)] rounded-xl border border-line bg-sheet p-4 text-sm shadow-lg";
