import { BookOpen } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Schemas } from "../api/client";
import { go } from "../app/place";
import { writePart } from "../library/places";

/** The passages that a search in the person's documents found, each a way to its page. */
export function FoundPassages({ found }: { found: Schemas["RagSources"] }) {
  const { t } = useTranslation();
  if (!found.sources.length) return null;
  return (
    <Sources text={t("talk.passages", { count: found.sources.length })}>
      {found.sources.map((each) => (
        <li key={`${each.documentId} ${each.page} ${each.start}`}>
          <button
            type="button"
            onClick={() => go({ area: "library", item: each.documentId, part: writePart(each), pane: "view" })}
            className="text-left text-accent underline underline-offset-2"
          >
            {t("talk.passage", { name: each.name, page: each.page })}
          </button>
        </li>
      ))}
    </Sources>
  );
}

/** The sources that a research has read. */
export function ReadSources({ read }: { read: Schemas["ResearchSources"] }) {
  const { t } = useTranslation();
  if (!read.sources.length) return null;
  return (
    <Sources text={t("talk.sources", { count: read.sources.length })}>
      {read.sources.map((each) => (
        <li key={each.number} className="break-words">
          {/^https?:/.test(each.address) ? (
            <a
              href={each.address}
              target="_blank"
              rel="noreferrer"
              className="text-accent underline underline-offset-2"
            >
              {each.title || each.address}
            </a>
          ) : (
            each.title || each.address
          )}
        </li>
      ))}
    </Sources>
  );
}

function Sources({ text, children }: { text: string; children: ReactNode }) {
  return (
    <details className="text-sm text-soft">
      <summary className="flex cursor-pointer items-center gap-2 rounded hover:text-ink">
        <BookOpen size={15} strokeWidth={1.6} aria-hidden className="shrink-0" />
        {text}
      </summary>
      <ol className="mt-1 ml-6 list-decimal space-y-0.5 pl-4">{children}</ol>
    </details>
  );
}
