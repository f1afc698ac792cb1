import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useRef } from "react";

interface VirtualListProps<T> {
  label?: string;
  items: readonly T[];
  rowHeight: number;
  keyOf: (item: T) => string;
  row: (item: T, index: number) => ReactNode;
  /** Called when the end comes near; undefined if there is no more, or more is being loaded. */
  onEnd?: () => void;
  /** The item to keep in sight. */
  reveal?: number;
  className?: string;
}

/** A list of any length: only the rows that are seen are drawn. */
export function VirtualList<T>({ items, rowHeight, keyOf, row, ...rest }: VirtualListProps<T>) {
  const { label, onEnd, reveal, className = "px-2 pb-4" } = rest;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= items.length - 5) onEnd?.();
  }, [last, items.length, onEnd]);
  useEffect(() => {
    if (reveal !== undefined && reveal >= 0) rows.scrollToIndex(reveal, { align: "auto" });
  }, [reveal, rows]);
  return (
    <div ref={scroller} className={`min-h-0 flex-1 overflow-y-auto ${className}`}>
      <ul aria-label={label} className="relative" style={{ height: rows.getTotalSize() }}>
        {shown.map((each) => {
          const item = items[each.index];
          return (
            item !== undefined && (
              <li
                key={keyOf(item)}
                className="absolute inset-x-0 top-0"
                style={{ height: each.size, transform: `translateY(${each.start}px)` }}
              >
                {row(item, each.index)}
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}
