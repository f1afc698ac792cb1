import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { type ReadSource, webAddress } from "./report";

interface SourceListProps {
  sources: readonly ReadSource[];
  /** The source to show: another object for each time that the person asks for one. */
  opened: { number: number } | undefined;
}

/** What was read, each source with its whole text. */
export function SourceList({ sources, opened }: SourceListProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const row = opened && list.current?.querySelector<HTMLDetailsElement>(`[data-source="${opened.number}"]`);
    if (!row) return;
    row.open = true;
    row.scrollIntoView({ block: "start" });
    row.querySelector("summary")?.focus({ preventScroll: true });
  }, [opened]);
  return (
    <section aria-label={t("research.read", { count: sources.length })}>
      <h3 className="mb-2 text-sm font-semibold">{t("research.read", { count: sources.length })}</h3>
      <ol ref={list} className="space-y-2">
        {sources.map((source) => (
          <li key={source.number}>
            <details data-source={source.number} className="rounded-xl border border-line bg-sheet p-3 text-sm">
              <summary className="cursor-pointer break-words">
                [{source.number}] {source.title}
              </summary>
              {webAddress(source.address) && (
                <a
                  href={webAddress(source.address)}
                  target="_blank"
                  rel="noreferrer noopener"
                  className="mt-2 block text-xs break-all text-accent underline underline-offset-2"
                >
                  {source.address}
                </a>
              )}
              <p tabIndex={0} className="mt-2 max-h-96 overflow-y-auto font-serif break-words whitespace-pre-wrap">
                {source.text}
              </p>
            </details>
          </li>
        ))}
      </ol>
    </section>
  );
}
