import { Download } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useTranslation } from "react-i18next";
import { type FileDetails, useExports } from "../files/queries";
import { menuPlace } from "../ui/returnFocus";
import { LABEL } from "./popovers";

const BUTTON =
  "inline-flex min-h-9 items-center gap-2 rounded-lg bg-accent px-3.5 text-sm font-medium text-on-accent hover:opacity-90";
const ITEM = "block cursor-pointer rounded-md px-3 py-1.5 text-sm outline-none data-[highlighted]:bg-well";

/** Download what is handed out: a quiz on paper, with or without its key; everything else as it is. */
export function DownloadButton({ file }: { file: FileDetails }) {
  const { t } = useTranslation();
  const papers = (useExports(file.id).data?.items ?? []).filter((format) => format.hasKey);
  const inside = (
    <>
      <Download size={16} strokeWidth={1.8} aria-hidden />
      <span className={LABEL}>{t("files.download")}</span>
    </>
  );
  if (file.kind !== "quiz") {
    return (
      <a href={file.url} download={file.name} className={BUTTON}>
        {inside}
      </a>
    );
  }
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className={BUTTON}>{inside}</DropdownMenu.Trigger>
      <DropdownMenu.Portal container={menuPlace()}>
        <DropdownMenu.Content
          align="end"
          sideOffset={6}
          collisionPadding={12}
          className="z-40 min-w-52 rounded-xl border border-line bg-sheet p-1 shadow-[var(--lift)]"
        >
          {[false, true].map((hasKey) => (
            <DropdownMenu.Group key={String(hasKey)}>
              <DropdownMenu.Label className="px-3 pt-2 pb-1 text-xs text-soft">
                {t(hasKey ? "view.download.key" : "view.download.students")}
              </DropdownMenu.Label>
              {papers.map((format) => (
                <DropdownMenu.Item key={format.format} asChild>
                  <a href={`${format.url}${hasKey ? "?key=true" : ""}`} download className={ITEM}>
                    {format.title} <span className="text-soft">{format.extension}</span>
                  </a>
                </DropdownMenu.Item>
              ))}
            </DropdownMenu.Group>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
