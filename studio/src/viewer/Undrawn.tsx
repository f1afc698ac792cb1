import { FileQuestion } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { FileDetails } from "../files/queries";
import { Empty } from "../ui/States";
import { DownloadButton } from "./DownloadButton";

/** A file without a picture: it says so, and can be downloaded. */
export function Undrawn({ file }: { file: FileDetails }) {
  const { t } = useTranslation();
  return (
    <Empty icon={FileQuestion} title={file.name} about={t("view.undrawn")}>
      <DownloadButton file={file} />
    </Empty>
  );
}
