/** How the tabs of a view look. */
export const TAB =
  "shrink-0 border-b-2 border-transparent px-1 pb-2 text-sm text-soft hover:text-ink data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink";
