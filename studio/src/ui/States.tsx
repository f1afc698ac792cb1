import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "./Button";

export function Loading({ text }: { text?: string }) {
  const { t } = useTranslation();
  return (
    <p role="status" className="breathe p-6 text-center text-sm text-soft">
      {text ?? t("app.loading")}
    </p>
  );
}

export function Failed({ text, retry }: { text: string; retry?: () => void }) {
  const { t } = useTranslation();
  return (
    <div role="alert" className="space-y-3 p-6 text-center text-sm text-soft">
      <p>{text}</p>
      {retry && <Button onClick={retry}>{t("app.retry")}</Button>}
    </div>
  );
}

interface EmptyProps {
  title: string;
  about?: string;
  children?: ReactNode;
}

/** What an area shows before there is anything in it: what it is for, and how to begin. */
export function Empty({ title, about, children }: EmptyProps) {
  return (
    <div className="mx-auto flex h-full max-w-md flex-col items-center justify-center gap-3 p-6 text-center">
      <h2 className="font-serif text-2xl leading-snug">{title}</h2>
      {about && <p className="text-sm text-soft">{about}</p>}
      {children && <div className="mt-2 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  );
}
