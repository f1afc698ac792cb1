import { CloudAlert, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "./Button";

const LINES = ["w-2/5", "w-full", "w-11/12", "w-4/5"];

/** Lines where the content will be. They come after a moment, so that what is there soon does not flicker. */
export function Loading({ text }: { text?: string }) {
  const { t } = useTranslation();
  return (
    <div role="status" className="breathe late mx-auto w-full max-w-xl space-y-3 p-6">
      {LINES.map((width) => (
        <div key={width} aria-hidden className={`h-3.5 rounded-full bg-well first:mb-5 first:h-5 ${width}`} />
      ))}
      <span className={text ? "block text-sm text-soft" : "sr-only"}>{text ?? t("app.loading")}</span>
    </div>
  );
}

export function Failed({ text, retry }: { text: string; retry?: () => void }) {
  const { t } = useTranslation();
  return (
    <div role="alert" className="flex flex-col items-center gap-3 p-6 text-center text-sm text-soft">
      <CloudAlert size={22} strokeWidth={1.5} aria-hidden className="text-warn" />
      <p className="max-w-sm">{text}</p>
      {retry && <Button onClick={retry}>{t("app.retry")}</Button>}
    </div>
  );
}

/** The sign above the title of an empty place. */
export function Emblem({ icon: Icon }: { icon: LucideIcon }) {
  return (
    <span className="mb-1 flex size-14 shrink-0 items-center justify-center rounded-2xl bg-tint text-accent">
      <Icon size={26} strokeWidth={1.4} aria-hidden />
    </span>
  );
}

interface EmptyProps {
  icon?: LucideIcon;
  title: string;
  about?: string;
  children?: ReactNode;
}

/** What an area shows before there is anything in it: what it is for, and how to begin. */
export function Empty({ icon, title, about, children }: EmptyProps) {
  return (
    <div className="mx-auto flex h-full max-w-md flex-col items-center justify-center gap-3 p-6 text-center">
      {icon && <Emblem icon={icon} />}
      <h2 className="font-serif text-2xl leading-snug text-balance">{title}</h2>
      {about && <p className="text-sm text-pretty text-soft">{about}</p>}
      {children && <div className="mt-2 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  );
}
