import { type CSSProperties, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Pane, usePlace } from "../app/place";
import { PaneHandle } from "./PaneHandle";
import { PaneTabs } from "./PaneTabs";
import { keepWidth, keptWidth, type SidePane } from "./paneWidths";

interface PanesProps {
  /** What there is: a list, or a tree. */
  work?: ReactNode;
  /** What is worked on. */
  view: ReactNode;
  talk?: ReactNode;
  /** Whether the talk is there without being shown, because nothing was said yet. */
  isTalkHidden?: boolean;
}

/** The panes of an area: beside each other with handles between them, or below 900 pixels one at a time with tabs. */
export function Panes({ work, view, talk, isTalkHidden = false }: PanesProps) {
  const { t } = useTranslation();
  const asked = usePlace().pane;
  const panes: Pane[] = [
    ...(work ? ["work" as const] : []),
    "view",
    ...(talk && !isTalkHidden ? ["talk" as const] : []),
  ];
  const pane = panes.includes(asked) ? asked : "view";
  const paneClass = (name: Pane) => (pane === name ? "" : "max-wide:hidden");
  const [widths, setWidths] = useState({ work: keptWidth("work"), talk: keptWidth("talk") });
  const resize = (name: SidePane) => (width: number | undefined) => {
    keepWidth(name, width);
    setWidths((before) => ({ ...before, [name]: width }));
  };
  const chosen = { "--work": pixels(widths.work), "--talk": pixels(widths.talk) } as CSSProperties;
  return (
    <>
      <main style={chosen} className="flex min-h-0 flex-1 max-wide:flex-col">
        {work && (
          <nav
            aria-label={t("app.work")}
            className={`flex min-h-0 flex-col max-wide:w-full max-wide:flex-1 wide:w-[var(--work,14rem)] wide:max-w-[30vw] wide:shrink-0 min-[1150px]:w-[var(--work,16rem)] ${paneClass("work")}`}
          >
            {work}
          </nav>
        )}
        {work && <PaneHandle pane="work" width={widths.work} onResize={resize("work")} />}
        <section
          id="view"
          tabIndex={-1}
          aria-label={t("app.view")}
          className={`min-h-0 min-w-0 flex-1 outline-none ${paneClass("view")}`}
        >
          {view}
        </section>
        {talk && !isTalkHidden && <PaneHandle pane="talk" width={widths.talk} onResize={resize("talk")} />}
        {talk && (
          <section
            aria-label={t("app.talk")}
            hidden={isTalkHidden}
            className={`${isTalkHidden ? "" : "flex"} min-h-0 flex-col bg-sheet max-wide:w-full max-wide:flex-1 wide:w-[var(--talk,20rem)] wide:max-w-[45vw] wide:shrink-0 min-[1150px]:w-[var(--talk,26rem)] ${paneClass("talk")}`}
          >
            {talk}
          </section>
        )}
      </main>
      {panes.length > 1 && <PaneTabs panes={panes} pane={pane} />}
    </>
  );
}

function pixels(width: number | undefined): string | undefined {
  return width === undefined ? undefined : `${width}px`;
}
