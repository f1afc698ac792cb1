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

interface StartScreenProps {
  hasFiles: boolean;
  conversation: string;
  onChoose: (words: string) => void;
  /** Told the place where the message field belongs. */
  composer: (place: HTMLElement | null) => void;
}

/** What an empty studio shows: what can be made, from what, and with which model. */
export function StartScreen({ hasFiles, conversation, onChoose, composer }: StartScreenProps) {
  const { t } = useTranslation();
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto flex min-h-full max-w-2xl flex-col justify-center px-6 py-10 max-wide:px-4 max-wide:py-7">
        <h2 className="text-center font-serif text-4xl leading-tight tracking-tight max-wide:text-3xl">
          {t("start.title")}
        </h2>
        <p className="mx-auto mt-3 max-w-md text-center text-pretty text-soft">{t("start.intro")}</p>
        <div ref={composer} className="mt-7 min-h-28" />
        <ul className="mt-4 grid grid-cols-4 gap-3 max-[640px]:grid-cols-2 max-[640px]:gap-2">
          {KINDS.map(([kind, Icon, colour]) => (
            <li key={kind}>
              <button
                type="button"
                onClick={() => onChoose(t(hasFiles ? `start.${kind}.from_file` : `start.${kind}.prompt`))}
                className="lift flex h-full w-full flex-col gap-2.5 rounded-2xl border border-line bg-sheet p-3.5 text-left"
              >
                <span
                  style={{
                    color: `var(${colour})`,
                    background: `color-mix(in oklab, var(${colour}) 12%, transparent)`,
                  }}
                  className="flex size-9 shrink-0 items-center justify-center rounded-xl"
                >
                  <Icon size={19} strokeWidth={1.5} aria-hidden />
                </span>
                <span>
                  <span className="block font-serif text-lg leading-snug">{t(`start.${kind}`)}</span>
                  <span className="mt-0.5 block text-sm text-pretty text-soft">{t(`start.${kind}.about`)}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
        <DropZone hasFiles={hasFiles} conversation={conversation} />
        <Examples />
        <ModelLine />
      </div>
    </div>
  );
}
