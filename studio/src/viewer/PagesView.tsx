import { useTranslation } from "react-i18next";
import { type FileDetails, usePages } from "../files/queries";
import { Failed, Loading } from "../ui/States";

/** The pages of a document or the slides of a deck as pictures, with the notes of each slide. */
export function PagesView({ file, onSuggest }: { file: FileDetails; onSuggest: (words: string) => void }) {
  const { t } = useTranslation();
  const query = usePages(file.id);
  if (query.isPending) return <Loading text={t("view.drawing")} />;
  if (query.isError) return <Failed text={t("view.failed")} retry={() => void query.refetch()} />;
  const { count, shown, how, notes = [] } = query.data;
  if (!shown) return <Failed text={t("view.undrawn")} />;
  const isDeck = file.name.toLowerCase().endsWith(".pptx");
  return (
    <section
      tabIndex={0}
      aria-label={file.title || file.name}
      className="h-full overflow-y-auto px-6 py-6 max-wide:px-4"
    >
      <div className="mx-auto max-w-3xl space-y-7">
        {how === "sketch" && <p className="rounded-xl bg-well p-3 text-sm text-warn">{t("view.sketch")}</p>}
        {shown < count && <p className="rounded-xl bg-well p-3 text-sm">{t("view.first", { shown, count })}</p>}
        {Array.from({ length: shown }, (_, index) => (
          <PagePicture
            key={index}
            address={`/api/artifacts/${file.id}/pages/${index + 1}`}
            label={t(isDeck ? "view.slide" : "view.page", { number: index + 1 })}
            position={t("view.of", { number: index + 1, count })}
            note={isDeck ? (notes[index] ?? "") : undefined}
            onChange={isDeck ? () => onSuggest(t("view.slide.prompt", { number: index + 1 })) : undefined}
          />
        ))}
      </div>
    </section>
  );
}

interface PagePictureProps {
  address: string;
  label: string;
  position: string;
  note?: string;
  onChange?: () => void;
}

function PagePicture({ address, label, position, note, onChange }: PagePictureProps) {
  const { t } = useTranslation();
  return (
    <figure>
      <img
        src={address}
        alt={label}
        loading="lazy"
        className={`w-full rounded-lg bg-well shadow-[0_1px_3px_rgb(0_0_0/0.14),0_6px_24px_rgb(0_0_0/0.07)] ${note === undefined ? "min-h-80" : "aspect-video"}`}
      />
      <figcaption className="mt-2 flex flex-wrap gap-x-4 px-1 text-sm text-soft">
        <span className="shrink-0 text-xs leading-5 tabular-nums">{position}</span>
        {note?.trim() && (
          <details open className="order-last w-full min-w-0">
            <summary className="cursor-pointer text-xs leading-5">{t("view.notes")}</summary>
            <p className="mt-1 whitespace-pre-wrap">{note.trim()}</p>
          </details>
        )}
        {onChange && (
          <button
            type="button"
            aria-label={`${t("view.slide.change")} ${position}`}
            onClick={onChange}
            className="ml-auto shrink-0 self-start text-xs leading-5 text-accent underline underline-offset-2"
          >
            {t("view.slide.change")}
          </button>
        )}
      </figcaption>
    </figure>
  );
}
