import { AppWindow, FileText, ListChecks, Presentation } from "lucide-react";
import { useTranslation } from "react-i18next";
import { DropZone } from "./DropZone";
import { Examples } from "./Examples";
import { ModelLine } from "./ModelLine";

const KINDS = [
  ["slides", Presentation, "--chart-1"],
  ["document", FileText, "--chart-2"],
  ["quiz", ListChecks, "--chart-3"],
  ["page", AppWindow, "--chart-4"],
] as const;

/** What an empty studio shows: what can be made, from what, and with which model. */
export function StartScreen({ hasFiles, onChoose }: { hasFiles: boolean; onChoose: (words: string) => void }) {
  const { t } = useTranslation();
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto flex min-h-full max-w-xl flex-col justify-center px-6 py-10">
        <h2 className="font-serif text-4xl leading-tight tracking-tight max-wide:text-3xl">{t("start.title")}</h2>
        <p className="mt-3 max-w-md text-pretty text-soft">{t("start.intro")}</p>
        <ul className="mt-8 grid grid-cols-2 gap-3">
          {KINDS.map(([kind, Icon, colour]) => (
            <li key={kind}>
              <button
                type="button"
                onClick={() => onChoose(t(hasFiles ? `start.${kind}.from_file` : `start.${kind}.prompt`))}
                className="lift flex h-full w-full items-start gap-3.5 rounded-2xl border border-line bg-sheet p-4 text-left max-[480px]:flex-col max-[480px]:gap-2.5"
              >
                <span
                  style={{
                    color: `var(${colour})`,
                    background: `color-mix(in oklab, var(${colour}) 12%, transparent)`,
                  }}
                  className="flex size-11 shrink-0 items-center justify-center rounded-xl"
                >
                  <Icon size={22} strokeWidth={1.5} aria-hidden />
                </span>
                <span>
                  <span className="block font-serif text-lg leading-snug">{t(`start.${kind}`)}</span>
                  <span className="mt-0.5 block text-sm text-pretty text-soft">{t(`start.${kind}.about`)}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
        <DropZone hasFiles={hasFiles} />
        <Examples />
        <ModelLine />
      </div>
    </div>
  );
}
