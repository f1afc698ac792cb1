import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { plainName, unitsText } from "../files/format";
import { en, type MessageKey } from "../i18n/en";
import type { Receipt } from "./messages";

/** The kind of a thing in words; those of other packages keep their names. */
function thingText(thing: string, t: TFunction): string {
  const key = `thing.${thing}`;
  return key in en ? t(key as MessageKey & `thing.${string}`) : thing;
}

/** What happened, reported by the program and not by the model. */
export function ReceiptLine({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation();
  const files = (list: Receipt["made"]) =>
    (list ?? [])
      .map((file) => [plainName(file.name), unitsText(file.units, t)].filter(Boolean).join(t("list.comma")))
      .join(t("list.semicolon"));
  const missing = (receipt.missing ?? []).map((item) => {
    const name = item.name ? plainName(item.name) : thingText(item.thing, t);
    return item.asked === undefined
      ? [name, item.problem].filter(Boolean).join(": ")
      : t("receipt.missing.count", { name, made: item.made ?? 0, asked: item.asked });
  });
  const changes = (receipt.changes ?? []).map(({ name, action, version }) => {
    const done = t(`receipt.change.${action}`, { name });
    return version ? `${done} (${t("view.version", { number: version })})` : done;
  });
  const rows = [
    ["receipt.made", files(receipt.made)],
    ["receipt.changed", files(receipt.changed)],
    ["receipt.changes", changes.join(t("list.semicolon"))],
    ["receipt.missing", missing.join(t("list.semicolon"))],
    ["receipt.sources", (receipt.sources ?? []).map((source) => source.name).join(t("list.comma"))],
    ["receipt.words", receipt.words ? t(`receipt.words.${receipt.words}`) : ""],
  ] as const;
  const shown = rows.filter(([, words]) => words);
  if (!shown.length) return null;
  return (
    <dl
      aria-label={t("receipt.title")}
      className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 border-l-2 border-line pl-3 text-xs text-soft"
    >
      {shown.map(([key, words]) => (
        <div key={key} className="contents">
          <dt>{t(key)}</dt>
          <dd className={`break-words ${key === "receipt.missing" ? "text-warn" : ""}`}>{words}</dd>
        </div>
      ))}
    </dl>
  );
}
