import { ArrowLeft, ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { go, usePlace } from "../app/place";
import { useTitle } from "../app/title";
import { sizeText } from "../files/format";
import { Button, IconButton } from "../ui/Button";
import { Failed, Loading } from "../ui/States";
import { StatusBadge } from "../ui/StatusBadge";
import { STATUS_TONES } from "./DocumentList";
import { type DocumentPlace, neighbours, partStart, piecesOf, readPart, writePart } from "./places";
import { type DocumentItem, useDocument, useDocumentPart } from "./queries";

/** A document at any place; the passage that was found is marked and in sight. */
export function DocumentReader({ id, hasResults }: { id: string; hasResults: boolean }) {
  const { t } = useTranslation();
  const query = useDocument(id);
  useTitle("item", query.data?.name);
  const place = readPart(usePlace().part);
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={query.error.message} retry={() => void query.refetch()} />;
  const document = query.data;
  return (
    <div tabIndex={0} className="h-full overflow-y-auto p-6 max-wide:p-4">
      <article className="mx-auto max-w-3xl space-y-4">
        {hasResults && (
          <Button look="quiet" onClick={() => go({ item: undefined, part: undefined })}>
            <ArrowLeft size={15} aria-hidden />
            {t("library.back")}
          </Button>
        )}
        <DocumentHead document={document} />
        {document.status === "ready" && (
          <>
            <PageNav document={document} page={place.page} />
            <PageText document={document} place={place} />
          </>
        )}
      </article>
    </div>
  );
}

function DocumentHead({ document }: { document: DocumentItem }) {
  const { t, i18n } = useTranslation();
  const problems = document.pageProblems;
  const facts = [
    sizeText(document.size, i18n.language),
    document.pages ? t("library.pages", { count: document.pages }) : "",
    document.characters ? t("library.characters", { count: document.characters }) : "",
    document.projectId ? t("library.shelf") : "",
  ];
  return (
    <header className="space-y-2">
      <div className="flex flex-wrap items-center gap-3">
        <h2 className="min-w-0 font-serif text-2xl break-words">{document.name}</h2>
        <StatusBadge tone={STATUS_TONES[document.status]}>{t(`library.status.${document.status}`)}</StatusBadge>
      </div>
      <p className="text-sm text-soft">{facts.filter(Boolean).join(" · ")}</p>
      {document.problem && <p className="rounded-xl bg-well p-3 text-sm text-warn">{document.problem}</p>}
      {problems.length > 0 && (
        <details className="rounded-xl bg-well p-3 text-sm">
          <summary className="cursor-pointer text-warn">{t("library.unread", { count: problems.length })}</summary>
          <ul className="mt-2 space-y-1">
            {problems.map(({ page, problem }) => (
              <li key={page}>{t("library.unread.page", { page, problem })}</li>
            ))}
          </ul>
        </details>
      )}
    </header>
  );
}

function PageNav({ document, page }: { document: DocumentItem; page: number }) {
  const { t } = useTranslation();
  if (document.pages < 2) return null;
  const turn = (to: number) => go({ part: writePart({ page: to, start: 0, end: 0 }) });
  return (
    <div className="flex items-center gap-2">
      <IconButton label={t("library.page.before")} disabled={page <= 1} onClick={() => turn(page - 1)}>
        <ChevronLeft size={18} aria-hidden />
      </IconButton>
      <span className="text-sm tabular-nums">{t("library.page", { page, pages: document.pages })}</span>
      <IconButton label={t("library.page.after")} disabled={page >= document.pages} onClick={() => turn(page + 1)}>
        <ChevronRight size={18} aria-hidden />
      </IconButton>
    </div>
  );
}

function PageText({ document, place }: { document: DocumentItem; place: DocumentPlace }) {
  const { t } = useTranslation();
  const start = partStart(place.start);
  const query = useDocumentPart(document.id, place.page, start, true);
  const found = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text or place brings another mark into sight
  useEffect(() => {
    found.current?.scrollIntoView({ block: "center" });
  }, [query.data, place.page, place.start]);
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={query.error.message} retry={() => void query.refetch()} />;
  const part = query.data;
  const [before, after] = neighbours(part.start, part.end, part.characters);
  const read = (at: number) => go({ part: writePart({ page: place.page, start: at, end: at }) });
  const ranges = place.end > place.start ? [[place.start - part.start, place.end - part.start]] : [];
  if (!part.text.trim()) return <p className="text-sm text-soft">{t("library.empty.page")}</p>;
  return (
    <>
      {before !== undefined && <Button onClick={() => read(before)}>{t("library.part.before")}</Button>}
      <div className="rounded-xl border border-line bg-sheet p-6 font-serif leading-relaxed break-words whitespace-pre-wrap max-wide:p-4">
        {piecesOf(part.text, ranges).map((piece) =>
          piece.isFound ? (
            <mark key="found" ref={found} className="rounded bg-tint text-ink">
              {piece.text}
            </mark>
          ) : (
            piece.text
          ),
        )}
      </div>
      {after !== undefined && <Button onClick={() => read(after)}>{t("library.part.after")}</Button>}
    </>
  );
}
