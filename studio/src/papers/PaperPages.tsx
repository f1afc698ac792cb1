import { useTranslation } from "react-i18next";
import { Failed, Loading } from "../ui/States";
import { usePaperPages } from "./queries";

/** The pages of the PDF file as pictures. `version` changes with every time that it is written. */
export function PaperPages({ id, version }: { id: string; version: string }) {
  const { t } = useTranslation();
  const query = usePaperPages(id, true);
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={query.error.message} retry={() => void query.refetch()} />;
  return (
    <section aria-label={t("papers.pages")} className="space-y-5">
      {Array.from({ length: query.data.shown }, (_, index) => (
        <img
          key={index}
          src={`/api/papers/${id}/pages/${index + 1}?v=${encodeURIComponent(version)}`}
          alt={t("papers.page", { number: index + 1 })}
          loading="lazy"
          className="min-h-80 w-full rounded-lg bg-well shadow-[0_1px_3px_rgb(0_0_0/0.14)]"
        />
      ))}
    </section>
  );
}
