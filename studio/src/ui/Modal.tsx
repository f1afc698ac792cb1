import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useReturnFocus } from "./returnFocus";

interface ModalProps {
  title: string;
  about?: string;
  isWide?: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** A form above the page; Escape and a click beside it close it. */
export function Modal({ title, about, isWide = false, onClose, children }: ModalProps) {
  const { t } = useTranslation();
  const returnFocus = useReturnFocus();
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Content
          onCloseAutoFocus={returnFocus}
          {...(about ? {} : { "aria-describedby": undefined })}
          className={`fixed top-1/2 left-1/2 z-50 flex max-h-[90vh] max-w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col rounded-2xl border border-line bg-sheet shadow-[var(--lift)] ${isWide ? "w-[52rem]" : "w-[30rem]"}`}
        >
          <div className="flex items-start gap-3 px-6 pt-5 pb-3">
            <div className="min-w-0 flex-1">
              <Dialog.Title className="font-serif text-xl">{title}</Dialog.Title>
              {about && <Dialog.Description className="mt-1 text-sm text-soft">{about}</Dialog.Description>}
            </div>
            <Dialog.Close
              aria-label={t("app.close")}
              className="flex size-8 shrink-0 items-center justify-center rounded-lg text-soft hover:bg-well hover:text-ink"
            >
              <X size={17} aria-hidden />
            </Dialog.Close>
          </div>
          <div className="min-h-0 overflow-y-auto px-6 pt-1 pb-6">{children}</div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
