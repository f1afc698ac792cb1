import { Eye, List, MessagesSquare } from "lucide-react";
import { useTranslation } from "react-i18next";
import { go, type Pane } from "../app/place";

const ICONS = { work: List, view: Eye, talk: MessagesSquare };

/** Below 900 pixels one pane is shown at a time. */
export function PaneTabs({ panes, pane }: { panes: readonly Pane[]; pane: Pane }) {
  const { t } = useTranslation();
  return (
    <nav aria-label={t("app.panes")} className="flex shrink-0 border-t border-line bg-sheet wide:hidden">
      {panes.map((name) => {
        const Icon = ICONS[name];
        return (
          <button
            key={name}
            type="button"
            aria-current={pane === name ? "page" : undefined}
            onClick={() => go({ pane: name })}
            className="flex flex-1 flex-col items-center gap-0.5 py-2 text-xs text-soft aria-[current]:font-semibold aria-[current]:text-accent"
          >
            <Icon size={20} strokeWidth={1.6} aria-hidden />
            {t(`app.${name}`)}
          </button>
        );
      })}
    </nav>
  );
}
