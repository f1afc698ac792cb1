import { ChevronRight } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSeconds } from "../ui/useSeconds";

/** What the model wrote for itself before it replied, folded. It says of itself that nothing has checked it. */
export function Reasoning({ text, isGrowing }: { text: string; isGrowing: boolean }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [wasGrowing] = useState(isGrowing);
  const seconds = useSeconds(undefined, isGrowing);
  const box = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new piece is followed
  useEffect(() => {
    if (isGrowing && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [text, isOpen, isGrowing]);
  if (!text.trim()) return null;
  const took = wasGrowing && seconds > 0 ? t("talk.seconds", { seconds }) : "";
  return (
    <div className="text-sm">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="-ml-1 flex min-h-7 items-center gap-1.5 rounded-md pr-2 pl-1 text-soft hover:bg-well hover:text-ink"
      >
        <ChevronRight
          size={15}
          strokeWidth={1.8}
          aria-hidden
          className={`shrink-0 transition-transform ${isOpen ? "rotate-90" : ""}`}
        />
        <span className={isGrowing ? "shimmer" : ""}>{t(isGrowing ? "talk.thinking" : "talk.thought")}</span>
        {took && <span className="tabular-nums">{took}</span>}
      </button>
      {isOpen && (
        <section
          ref={box}
          tabIndex={0}
          aria-label={t("talk.thought")}
          className="mt-1 ml-1.5 max-h-72 overflow-y-auto border-l-2 border-line pl-3.5"
        >
          <p className="pb-1 text-xs text-soft">{t("talk.thought.about")}</p>
          <p className="break-words whitespace-pre-wrap text-soft">{text.trim()}</p>
        </section>
      )}
    </div>
  );
}
