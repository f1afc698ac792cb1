import { AppWindow, FileText, ListChecks, Presentation } from "lucide-react";
import { useTranslation } from "react-i18next";
import { DropZone } from "./DropZone";
import { Examples } from "./Examples";
import { ModelLine } from "./ModelLine";

const KINDS = [
  ["slides", Presentation],
  ["document", FileText],
  ["quiz", ListChecks],
  ["page", AppWindow],
] as const;

/** What an empty studio shows: what can be made, from what, and with which model. */
export function StartScreen({ hasFiles, onChoose }: { hasFiles: boolean; onChoose: (words: string) => void }) {
  const { t } = useTranslation();
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto flex min-h-full max-w-xl flex-col justify-center px-6 py-10">
        <h2 className="font-serif text-4xl leading-tight tracking-tight max-wide:text-3xl">{t("start.title")}</h2>
        <p className="mt-3 max-w-md text-soft">{t("start.intro")}</p>
        <ul className="mt-8 grid grid-cols-2 gap-3">
          {KINDS.map(([kind, Icon]) => (
            <li key={kind}>
              <button
                type="button"
                onClick={() => onChoose(t(hasFiles ? `start.${kind}.from_file` : `start.${kind}.prompt`))}
                className="flex h-full w-full flex-col rounded-2xl border border-line bg-sheet p-4 text-left transition-colors hover:border-accent"
              >
                <Icon size={22} strokeWidth={1.5} aria-hidden className="text-accent" />
                <span className="mt-3 block font-serif text-lg leading-snug">{t(`start.${kind}`)}</span>
                <span className="mt-0.5 block text-sm text-soft">{t(`start.${kind}.about`)}</span>
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
