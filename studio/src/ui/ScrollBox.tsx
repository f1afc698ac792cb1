import type { ReactNode } from "react";

/** What may be wider than the page, such as a table: it scrolls by itself, also with the keyboard. */
export function ScrollBox({
  label,
  className = "",
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <section tabIndex={0} aria-label={label} className={`overflow-x-auto ${className}`}>
      {children}
    </section>
  );
}
