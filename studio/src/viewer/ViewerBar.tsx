import { LayoutGrid, type LucideIcon, Palette, PencilLine, Play, X } from "lucide-react";
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
  onPresent?: () => void;
}

export function ViewerBar({ file, onCompare, onEdit, onArrange, onTheme, onPresent }: ViewerBarProps) {
  const { t, i18n } = useTranslation();
  const about = [file.kind === "quiz" ? "" : file.name, unitsText(file.units, t), sizeText(file.size, i18n.language)]
    .filter(Boolean)
    .join(" · ");
  const action = (mode: string, Icon: LucideIcon, label: string, onClick?: () => void) =>
    onClick && (
      <button type="button" data-mode={mode} title={label} className={TRIGGER} onClick={onClick}>
        <Icon size={16} strokeWidth={1.6} aria-hidden />
        <span className={LABEL}>{label}</span>
      </button>
    );
  return (
    <header className="@container shrink-0 border-b border-line py-2.5 pr-3 pl-5">
      <div className="flex flex-wrap items-center gap-x-1 gap-y-1.5">
        <div className="min-w-0 flex-1">
          <h2 title={file.title || file.name} className="truncate font-serif text-lg leading-tight">
            {file.title || file.name}
          </h2>
          <p className="truncate text-xs text-soft">{about}</p>
        </div>
        <div className="order-last -ml-2.5 flex w-full flex-wrap items-center gap-1 @5xl:order-none @5xl:w-auto">
          {action("present", Play, t("view.present"), onPresent)}
          {action("source", PencilLine, t("view.source.edit"), onEdit)}
          {action("slides", LayoutGrid, t("view.arrange.short"), onArrange)}
          {action("theme", Palette, t("view.theme"), onTheme)}
          <Report file={file} />
          <Versions file={file} onCompare={onCompare} />
          <ShareButton file={file} />
          <Exports file={file} />
        </div>
        <DownloadButton file={file} />
        <IconButton label={t("view.close")} onClick={() => go({ file: undefined })}>
          <X size={18} strokeWidth={1.6} aria-hidden />
        </IconButton>
      </div>
    </header>
  );
}
