import { Link2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FileDetails } from "../files/queries";
import { LABEL, TRIGGER } from "../viewer/popovers";

const ShareDialog = lazy(() => import("./ShareDialog"));

/** Opens the links of a file. */
export function ShareButton({ file }: { file: FileDetails }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" title={t("view.share")} className={TRIGGER} onClick={() => setOpen(true)}>
        <Link2 size={16} strokeWidth={1.6} aria-hidden />
        <span className={LABEL}>{t("view.share")}</span>
      </button>
      {isOpen && (
        <Suspense>
          <ShareDialog file={file} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
