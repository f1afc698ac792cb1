import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Schemas } from "../api/client";
import { type FileDetails, usePages } from "../files/queries";
import { Failed } from "../ui/States";
import { FilmStrip } from "./FilmStrip";
import { Undrawn } from "./Undrawn";

/** The pages of a document or the slides of a deck as pictures, with the notes of each slide. */
export function PagesView({ file, onSuggest }: { file: FileDetails; onSuggest: (words: string) => void }) {
  const { t } = useTranslation();
  const query = usePages(file.id);
  const scroller = useRef<HTMLElement>(null);
  if (query.isPending) return <Drawing isDeck={file.kind === "pptx"} />;
  if (query.isError) return <Failed text={t("view.failed")} retry={() => void query.refetch()} />;
  const { count, shown, how, notes = [], outline = [] } = query.data;
  if (!shown) return <Undrawn file={file} />;
  const isDeck = file.name.toLowerCase().endsWith(".pptx");
  const addressOf = (page: number) => `/api/artifacts/${file.id}/pages/${page}`;
  const goTo = (page: number) =>
    scroller.current?.querySelector(`[data-page="${page}"]`)?.scrollIntoView({ block: "start" });
  return (
    <div className="@container h-full">
      <div className="flex h-full flex-col @2xl:flex-row">
        {outline.length > 1 && !isDeck && (
          <Outline headings={outline.filter((each) => each.page <= shown)} onChoose={goTo} />
        )}
        {isDeck && shown > 1 && <FilmStrip count={shown} address={addressOf} scroller={scroller} onChoose={goTo} />}
        <section
          ref={scroller}
          tabIndex={0}
          aria-label={file.title || file.name}
          className="min-h-0 min-w-0 flex-1 overflow-y-auto px-6 py-6 max-wide:px-4"
        >
          <div className="mx-auto max-w-3xl space-y-7">
            {how === "sketch" && <p className="rounded-xl bg-well p-3 text-sm text-warn">{t("view.sketch")}</p>}
            {shown < count && <p className="rounded-xl bg-well p-3 text-sm">{t("view.first", { shown, count })}</p>}
            {Array.from({ length: shown }, (_, index) => (
              <PagePicture
                key={index}
                number={index + 1}
                address={addressOf(index + 1)}
                label={t(isDeck ? "view.slide" : "view.page", { number: index + 1 })}
                position={t("view.of", { number: index + 1, count })}
                note={isDeck ? (notes[index] ?? "") : undefined}
                onChange={isDeck ? () => onSuggest(t("view.slide.prompt", { number: index + 1 })) : undefined}
              />
            ))}
          </div>
        </section>
      </div>
    </div>
  );
}

/** Where the pages will be, while they are drawn. */
function Drawing({ isDeck }: { isDeck: boolean }) {
  const { t } = useTranslation();
  return (
    <div className="mx-auto h-full max-w-3xl overflow-hidden px-6 py-6 max-wide:px-4">
      <p role="status" className="breathe pb-4 text-sm text-soft">
        {t("view.drawing")}
      </p>
      <div aria-hidden className={`breathe rounded-lg bg-well ${isDeck ? "aspect-video" : "aspect-[1/1.414]"}`} />
    </div>
  );
}

/** The headings of a document: a list beside its pages, folded above them where there is little room. */
function Outline({ headings, onChoose }: { headings: Schemas["OutlineItem"][]; onChoose: (page: number) => void }) {
  const { t } = useTranslation();
  const list = (
    <ul className="space-y-0.5">
      {headings.map((heading, index) => (
        <li key={index}>
          <button
            type="button"
            onClick={() => onChoose(heading.page)}
            style={{ paddingLeft: `${0.5 + Math.min(heading.level, 4) * 0.8}rem` }}
            className="flex w-full items-baseline justify-between gap-2 rounded-md py-1 pr-2 text-left hover:bg-well"
          >
            <span className="min-w-0 break-words">{heading.title}</span>
            <span className="shrink-0 text-xs text-soft tabular-nums">{heading.page}</span>
          </button>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      <nav
        aria-label={t("view.outline")}
        className="w-52 shrink-0 overflow-y-auto border-r border-line p-3 text-sm @max-2xl:hidden"
      >
        {list}
      </nav>
      <details className="shrink-0 border-b border-line px-4 py-1.5 text-sm @2xl:hidden">
        <summary className="cursor-pointer py-1">{t("view.outline")}</summary>
        <nav aria-label={t("view.outline")} className="max-h-60 overflow-y-auto">
          {list}
        </nav>
      </details>
    </>
  );
}

interface PagePictureProps {
  number: number;
  address: string;
  label: string;
  position: string;
  note?: string;
  onChange?: () => void;
}

function PagePicture({ number, address, label, position, note, onChange }: PagePictureProps) {
  const { t } = useTranslation();
  const [times, setTimes] = useState(0);
  const [isBroken, setBroken] = useState(false);
  return (
    <figure data-page={number}>
      {isBroken ? (
        <div className="flex aspect-video w-full items-center justify-center rounded-lg bg-well">
          <Failed
            text={t("view.picture.failed")}
            retry={() => {
              setTimes(times + 1);
              setBroken(false);
            }}
          />
        </div>
      ) : (
        <img
          src={times ? `${address}?again=${times}` : address}
          alt={label}
          loading="lazy"
          onError={() => setBroken(true)}
          className={`w-full rounded-lg bg-well shadow-[0_1px_3px_rgb(0_0_0/0.14),0_6px_24px_rgb(0_0_0/0.07)] ${note === undefined ? "min-h-80" : "aspect-video"}`}
        />
      )}
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
            className="ml-auto shrink-0 self-start -my-1 min-h-7 py-1 text-xs leading-5 text-accent underline underline-offset-2"
          >
            {t("view.slide.change")}
          </button>
        )}
      </figcaption>
    </figure>
  );
}
