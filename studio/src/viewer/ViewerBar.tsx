import { LayoutGrid, Palette, PencilLine, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { go } from "../app/place";
import { sizeText, unitsText } from "../files/format";
import type { FileDetails, FileItem } from "../files/queries";
import { ShareButton } from "../shares/ShareButton";
import { IconButton } from "../ui/Button";
import { DownloadButton } from "./DownloadButton";
import { Exports } from "./Exports";
import { LABEL, TRIGGER } from "./popovers";
import { Report } from "./Report";
import { Versions } from "./Versions";

interface ViewerBarProps {
  file: FileDetails;
  onCompare: (other: FileItem) => void;
  onEdit?: () => void;
  onArrange?: () => void;
  onTheme?: () => void;
}

export function ViewerBar({ file, onCompare, onEdit, onArrange, onTheme }: ViewerBarProps) {
  const { t, i18n } = useTranslation();
  const about = [file.kind === "quiz" ? "" : file.name, unitsText(file.units, t), sizeText(file.size, i18n.language)]
    .filter(Boolean)
    .join(" · ");
  return (
    <header className="flex shrink-0 items-start gap-1 border-b border-line py-2.5 pr-3 pl-5">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-1">
        <div className="mr-auto min-w-0 max-w-full">
          <h2 className="truncate font-serif text-lg leading-tight">{file.title || file.name}</h2>
          <p className="truncate text-xs text-soft">{about}</p>
        </div>
        <div className="-ml-2.5 flex flex-wrap items-center gap-1">
          {onEdit && (
            <button type="button" data-mode="source" className={TRIGGER} onClick={onEdit}>
              <PencilLine size={16} strokeWidth={1.6} aria-hidden />
              <span className={LABEL}>{t("view.source.edit")}</span>
            </button>
          )}
          {onArrange && (
            <button type="button" data-mode="slides" className={TRIGGER} onClick={onArrange}>
              <LayoutGrid size={16} strokeWidth={1.6} aria-hidden />
              <span className={LABEL}>{t("view.arrange.short")}</span>
            </button>
          )}
          {onTheme && (
            <button type="button" data-mode="theme" className={TRIGGER} onClick={onTheme}>
              <Palette size={16} strokeWidth={1.6} aria-hidden />
              <span className={LABEL}>{t("view.theme")}</span>
            </button>
          )}
          <Report file={file} />
          <Versions file={file} onCompare={onCompare} />
          <ShareButton file={file} />
          <Exports file={file} />
          <DownloadButton file={file} />
        </div>
      </div>
      <IconButton label={t("view.close")} onClick={() => go({ file: undefined })}>
        <X size={18} strokeWidth={1.6} aria-hidden />
      </IconButton>
    </header>
  );
}
