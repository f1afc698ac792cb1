import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { go } from "../app/place";
import { FileIcon } from "../files/FileIcon";
import { kindText, plainName, sizeText } from "../files/format";
import type { FileCardData } from "./messages";

export function FileCard({ file }: { file: FileCardData }) {
  const { t, i18n } = useTranslation();
  const count = file.total === undefined ? "" : t("unit.questions", { count: file.total });
  const size = file.size === undefined ? "" : sizeText(file.size, i18n.language);
  const isQuiz = file.filename.endsWith(".quiz.json");
  const address = isQuiz ? `/api/artifacts/${file.artifactId}/exports/docx` : file.url;
  const name = isQuiz ? undefined : file.filename;
  const about = [kindText(file.filename, t), count, size].filter(Boolean).join(" · ");
  return (
    <div className="flex items-center rounded-2xl lift border border-line bg-paper">
      <button
        type="button"
        onClick={() => go({ file: file.artifactId, pane: "view" })}
        className="flex min-w-0 flex-1 items-center gap-3 rounded-2xl p-3 text-left"
      >
        <span className="flex size-10 shrink-0 items-center justify-center rounded-xl bg-tint text-accent">
          <FileIcon name={file.filename} size={20} />
        </span>
        <span className="min-w-0">
          <span className="block truncate font-medium">{file.title || plainName(file.filename)}</span>
          <span className="block truncate text-sm text-soft">{about}</span>
        </span>
      </button>
      {address && (
        <a
          href={address}
          download={name ?? true}
          aria-label={`${t("files.download")}: ${name ?? "Word"}`}
          title={t("files.download")}
          className="mr-2 flex size-9 shrink-0 items-center justify-center rounded-lg text-soft hover:bg-well hover:text-ink"
        >
          <Download size={17} strokeWidth={1.6} aria-hidden />
        </a>
      )}
    </div>
  );
}
