import "./texts";
import { BookOpen } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { go, usePlace } from "../app/place";
import { DropArea } from "../ui/DropArea";
import { Panes } from "../ui/Panes";
import { SearchField } from "../ui/SearchField";
import { Emblem } from "../ui/States";
import { useSettled } from "../ui/useSettled";
import { DocumentList } from "./DocumentList";
import { DocumentReader } from "./DocumentReader";
import { documentDeletions } from "./queries";
import { SearchResults } from "./SearchResults";
import { useUploads } from "./useUploads";

const TYPING_MS = 250;

/** The person's own documents: left what there is, in the middle what was found, or a document at any place. */
export default function LibraryArea() {
  const { t } = useTranslation();
  const { item } = usePlace();
  const [written, setWritten] = useState("");
  const words = useSettled(written.trim().slice(0, 400), TYPING_MS);
  useEffect(() => {
    const flush = () => documentDeletions.flush();
    window.addEventListener("pagehide", flush);
    return () => window.removeEventListener("pagehide", flush);
  }, []);
  const search = (next: string) => {
    setWritten(next);
    if (item) go({ item: undefined, part: undefined }, { replace: true });
  };
  return (
    <Panes
      work={<DocumentList />}
      view={
        <div className="flex h-full flex-col">
          <div className="shrink-0 border-b border-line p-3">
            <SearchField label={t("library.search")} value={written} onChange={search} className="mx-auto max-w-3xl" />
          </div>
          <div className="min-h-0 flex-1">
            {item ? (
              <DocumentReader key={item} id={item} hasResults={words !== ""} />
            ) : words ? (
              <SearchResults words={words} />
            ) : (
              <Welcome />
            )}
          </div>
        </div>
      }
    />
  );
}

function Welcome() {
  const { t } = useTranslation();
  const { add, state } = useUploads();
  return (
    <div className="mx-auto flex h-full max-w-md flex-col items-center justify-center gap-3 p-6 text-center">
      <Emblem icon={BookOpen} />
      <h2 className="font-serif text-2xl">{t("library.title")}</h2>
      <p className="text-sm text-pretty text-soft">{t("library.about")}</p>
      <div className="mt-2 w-full text-left">
        <DropArea text={t("library.drop")} about={t("library.drop.about")} multiple onFiles={add} />
      </div>
      <p role="status" className="min-h-5 text-sm text-soft">
        {state && t("library.reading", { ...state })}
      </p>
    </div>
  );
}
