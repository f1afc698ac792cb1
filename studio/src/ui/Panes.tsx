import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type Pane, usePlace } from "../app/place";
import { PaneTabs } from "./PaneTabs";

interface PanesProps {
  /** What there is: a list, or a tree. */
  work?: ReactNode;
  /** What is worked on. */
  view: ReactNode;
  talk?: ReactNode;
}

/** The panes of an area: beside each other, or below 900 pixels one at a time with tabs. */
export function Panes({ work, view, talk }: PanesProps) {
  const { t } = useTranslation();
  const asked = usePlace().pane;
  const panes: Pane[] = [...(work ? ["work" as const] : []), "view", ...(talk ? ["talk" as const] : [])];
  const pane = panes.includes(asked) ? asked : "view";
  const paneClass = (name: Pane) => (pane === name ? "" : "max-wide:hidden");
  return (
    <>
      <main className="flex min-h-0 flex-1 max-wide:flex-col">
        {work && (
          <nav
            aria-label={t("app.work")}
            className={`flex min-h-0 w-64 shrink-0 flex-col border-r border-line max-wide:w-full max-wide:flex-1 max-wide:border-0 max-[1150px]:w-56 ${paneClass("work")}`}
          >
            {work}
          </nav>
        )}
        <section
          id="view"
          tabIndex={-1}
          aria-label={t("app.view")}
          className={`min-h-0 min-w-0 flex-1 outline-none ${paneClass("view")}`}
        >
          {view}
        </section>
        {talk && (
          <section
            aria-label={t("app.talk")}
            className={`flex min-h-0 w-[26rem] shrink-0 flex-col border-l border-line bg-sheet max-wide:w-full max-wide:flex-1 max-wide:border-0 max-[1150px]:w-80 ${paneClass("talk")}`}
          >
            {talk}
          </section>
        )}
      </main>
      {panes.length > 1 && <PaneTabs panes={panes} pane={pane} />}
    </>
  );
}
