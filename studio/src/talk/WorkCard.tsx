import { ChartNoAxesCombined, ScrollText } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Schemas } from "../api/client";
import { go } from "../app/place";
import { StatusBadge, type Tone } from "../ui/StatusBadge";
import { workPlace, workTitle } from "./work";

const TONES: Record<Schemas["LongWork"]["status"], Tone> = { running: "busy", finished: "good", stopped: "warn" };

/** Long work that has a page of its own: how far it is, and the way there. */
export function WorkCard({ work }: { work: Schemas["LongWork"] }) {
  const { t } = useTranslation();
  const place = workPlace(work);
  if (!place) return null;
  const Icon = work.kind === "paper" ? ScrollText : ChartNoAxesCombined;
  const isCounted = work.status === "running" && (work.total ?? 0) > 0;
  return (
    <button
      type="button"
      onClick={() => go(place)}
      className="flex w-full lift items-center gap-3 rounded-2xl border border-line bg-paper p-3 text-left"
    >
      <span className="flex size-10 shrink-0 items-center justify-center rounded-xl bg-tint text-accent">
        <Icon size={20} strokeWidth={1.6} aria-hidden />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{workTitle(work, t)}</span>
        <span className="block truncate text-sm text-soft">
          {t(`work.${work.kind}`)}
          {isCounted && ` · ${t("work.parts", { done: work.done ?? 0, total: work.total ?? 0 })}`}
        </span>
      </span>
      <StatusBadge tone={TONES[work.status]}>{t(`work.${work.status}`)}</StatusBadge>
    </button>
  );
}
