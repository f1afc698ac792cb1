import { GraduationCap } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Schemas } from "../api/client";
import { go } from "../app/place";
import { schoolLinks } from "./work";

const MOST = 6;

/** The classes and pupils whose results were read, each a way to its page. */
export function SchoolLinks({ read }: { read: Schemas["SchoolRead"] }) {
  const { t } = useTranslation();
  const links = schoolLinks(read).slice(0, MOST);
  if (!links.length) return null;
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm text-soft">
      <GraduationCap size={15} strokeWidth={1.6} aria-hidden className="shrink-0" />
      {links.map((each) => (
        <button
          key={each.id}
          type="button"
          onClick={() => go(each.place)}
          className="rounded-full border border-line px-2.5 py-0.5 hover:bg-well hover:text-ink"
        >
          {t("talk.open", { name: each.name })}
        </button>
      ))}
    </p>
  );
}
