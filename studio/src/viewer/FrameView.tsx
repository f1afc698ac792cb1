import { Monitor, Smartphone } from "lucide-react";
import { ToggleGroup } from "radix-ui";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type FileItem, usePageAddress } from "../files/queries";
import { Failed, Loading } from "../ui/States";
import { frameAddress } from "./frames";

const WIDTHS = { wide: "w-full", narrow: "w-[390px] max-w-full" };
const ITEM =
  "flex size-8 items-center justify-center rounded-md text-soft data-[state=on]:bg-sheet data-[state=on]:text-ink";

/**
 * An interactive page in its frame. The service says where it is: on an origin of its own, so that its script reaches
 * nothing of the studio.
 */
export function FrameView({ file }: { file: FileItem }) {
  const { t } = useTranslation();
  const [width, setWidth] = useState<keyof typeof WIDTHS>("wide");
  const query = usePageAddress(file.id);
  if (query.isPending) return <Loading />;
  const address = query.data && frameAddress(query.data.url, window.location.origin);
  if (!address) return <Failed text={t("view.failed")} retry={() => void query.refetch()} />;
  return (
    <div className="flex h-full flex-col items-center gap-3 p-4">
      <ToggleGroup.Root
        type="single"
        value={width}
        aria-label={t("view.wide")}
        onValueChange={(chosen) => chosen && setWidth(chosen as keyof typeof WIDTHS)}
        className="flex gap-1 rounded-lg bg-well p-1 max-wide:hidden"
      >
        <ToggleGroup.Item value="wide" aria-label={t("view.wide")} title={t("view.wide")} className={ITEM}>
          <Monitor size={16} strokeWidth={1.6} aria-hidden />
        </ToggleGroup.Item>
        <ToggleGroup.Item value="narrow" aria-label={t("view.narrow")} title={t("view.narrow")} className={ITEM}>
          <Smartphone size={16} strokeWidth={1.6} aria-hidden />
        </ToggleGroup.Item>
      </ToggleGroup.Root>
      <iframe
        src={address}
        title={file.title || file.name}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        className={`min-h-0 flex-1 rounded-lg border border-line bg-white ${WIDTHS[width]}`}
      />
    </div>
  );
}
