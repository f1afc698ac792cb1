import { useTranslation } from "react-i18next";
import { go } from "../app/place";
import { Failed, Loading } from "../ui/States";
import { piecesOf, writePart } from "./places";
import { type PassageItem, usePassages } from "./queries";

/** The passages that match, best first; each leads to its place. */
export function SearchResults({ words }: { words: string }) {
  const { t } = useTranslation();
  const query = usePassages(words);
  if (query.isPending) return <Loading />;
  if (query.isError) return <Failed text={query.error.message} retry={() => void query.refetch()} />;
  const { passages } = query.data;
  return (
    <div tabIndex={0} className="h-full overflow-y-auto p-6 max-wide:p-4">
      <div className="mx-auto max-w-3xl">
        <p role="status" className="mb-4 text-sm text-soft">
          {passages.length ? t("library.found", { count: passages.length, words }) : t("library.found.none", { words })}
        </p>
        <ul className="space-y-3">
          {passages.map((passage) => (
            <li key={`${passage.documentId}.${passage.page}.${passage.start}`}>
              <Passage passage={passage} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function Passage({ passage }: { passage: PassageItem }) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      onClick={() => go({ item: passage.documentId, part: writePart(passage) })}
      className="block w-full rounded-xl border border-line bg-sheet p-4 text-left hover:border-accent"
    >
      <span className="block text-xs font-medium text-accent">
        {t("library.place", { name: passage.name, page: passage.page })}
      </span>
      <span className="mt-1 block font-serif leading-relaxed break-words">
        <Pieces text={passage.snippet} ranges={passage.highlights} />
      </span>
    </button>
  );
}

/** A text with what was found in it marked. */
export function Pieces({ text, ranges }: { text: string; ranges: readonly (readonly number[])[] }) {
  return piecesOf(text, ranges).map((piece, index) =>
    piece.isFound ? (
      <mark key={index} className="rounded bg-tint font-semibold text-accent">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  );
}
