import { type PointerEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { LIMITS, type SidePane, widthAfter, withinLimits } from "./paneWidths";

interface PaneHandleProps {
  pane: SidePane;
  /** The width that the person chose; undefined if the pane has its own. */
  width: number | undefined;
  onResize: (width: number | undefined) => void;
}

/** The edge of a pane: dragged, or moved with the arrow keys; a double click gives the pane its own width again. */
export function PaneHandle({ pane, width, onResize }: PaneHandleProps) {
  const { t } = useTranslation();
  const handle = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(0);
  const side = () => (pane === "work" ? handle.current?.previousElementSibling : handle.current?.nextElementSibling);
  const widthNow = () => side()?.getBoundingClientRect().width ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another width is seen only after it was drawn
  useEffect(() => setSeen(Math.round(widthNow())), [width]);
  const drag = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = side()?.getBoundingClientRect();
    if (box) onResize(withinLimits(pane, pane === "work" ? event.clientX - box.left : box.right - event.clientX));
  };
  const [least, most] = LIMITS[pane];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line between texts cannot be moved
    <div
      ref={handle}
      role="separator"
      aria-orientation="vertical"
      aria-label={t(pane === "work" ? "app.resize.work" : "app.resize.talk")}
      title={t("app.resize.about")}
      aria-valuenow={Math.max(least, Math.min(most, width ?? seen))}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        event.preventDefault();
      }}
      onPointerMove={drag}
      onDoubleClick={() => onResize(undefined)}
      onKeyDown={(event) => {
        const next = widthAfter(pane, event.key, widthNow());
        if (next === undefined) return;
        event.preventDefault();
        onResize(next);
      }}
      className="relative z-10 w-px shrink-0 cursor-col-resize touch-none bg-line outline-none before:absolute before:inset-y-0 before:-left-1 before:w-[9px] hover:bg-accent focus-visible:bg-accent focus-visible:ring-2 focus-visible:ring-accent max-wide:hidden"
    />
  );
}
