import { useState } from "react";
import { useTranslation } from "react-i18next";
import { apiFetch } from "../api/client";
import { type FileItem, usePages } from "../files/queries";
import { Failed, Loading } from "../ui/States";

/** Two versions of a deck or a document as pictures, page beside page; the pages that differ say so. */
export function PageComparison({ older, newer }: { older: FileItem; newer: FileItem }) {
  const { t } = useTranslation();
  const [left, right] = [usePages(older.id), usePages(newer.id)];
  if (left.isPending || right.isPending) return <Loading text={t("view.drawing")} />;
  if (left.isError || right.isError) return <Failed text={t("view.failed")} />;
  const [before, after] = [left.data.shown, right.data.shown];
  if (!before || !after) return <Failed text={t("view.undrawn")} />;
  return (
    <ol className="mx-auto max-w-5xl space-y-6 p-4">
      {Array.from({ length: Math.max(before, after) }, (_, index) => (
        <Pair
          key={index}
          number={index + 1}
          sides={[
            { file: older, isThere: index < before },
            { file: newer, isThere: index < after },
          ]}
        />
      ))}
    </ol>
  );
}

interface Side {
  file: FileItem;
  isThere: boolean;
}

function Pair({ number, sides }: { number: number; sides: readonly [Side, Side] }) {
  const { t } = useTranslation();
  const [isOther, setOther] = useState(sides.some((side) => !side.isThere));
  const isDeck = sides[0].file.kind === "pptx";
  const name = t(isDeck ? "view.slide" : "view.page", { number });
  const look = async () => {
    const [one, two] = await Promise.all(sides.map(({ file }) => bytesOf(pictureOf(file, number))));
    setOther(one !== undefined && two !== undefined && !isSame(one, two));
  };
  return (
    <li>
      <p className="mb-1.5 flex gap-3 text-xs text-soft">
        {name}
        {isOther && <span className="font-medium text-warn">{t("view.compare.differs")}</span>}
      </p>
      <div className="grid grid-cols-2 gap-3">
        {sides.map(({ file, isThere }, index) =>
          isThere ? (
            <img
              key={file.id}
              src={pictureOf(file, number)}
              alt={`${t("view.version", { number: file.version })}, ${name}`}
              loading="lazy"
              // Pictures load when they are near; the last one of a pair begins the comparison.
              onLoad={index === 1 && sides[0].isThere ? () => void look().catch(() => undefined) : undefined}
              className={`w-full rounded-lg bg-well shadow-sm ${isDeck ? "aspect-video" : "min-h-40"} ${isOther ? "outline-2 outline-offset-2 outline-warn" : ""}`}
            />
          ) : (
            <p
              key={file.id}
              className={`flex items-center justify-center rounded-lg border border-dashed border-line p-3 text-center text-sm text-soft ${isDeck ? "aspect-video" : "min-h-40"}`}
            >
              {t("view.compare.missing", { number: file.version })}
            </p>
          ),
        )}
      </div>
    </li>
  );
}

function pictureOf(file: FileItem, number: number): string {
  return `/api/artifacts/${file.id}/pages/${number}`;
}

async function bytesOf(address: string): Promise<Uint8Array> {
  return new Uint8Array(await (await apiFetch(address)).arrayBuffer());
}

function isSame(one: Uint8Array, two: Uint8Array): boolean {
  return one.length === two.length && one.every((byte, index) => byte === two[index]);
}
