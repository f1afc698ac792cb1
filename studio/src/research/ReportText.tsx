import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import ReactMarkdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { citationOf, type ResearchReport, webAddress, withCitationLinks } from "./report";

interface ReportTextProps {
  report: ResearchReport;
  onCitation: (source: number) => void;
}

/** The report; its citations lead to the sources, and those that are not supported look different and say so. */
export function ReportText({ report, onCitation }: ReportTextProps) {
  const { t } = useTranslation();
  const text = useMemo(() => withCitationLinks(report), [report]);
  const components: Components = {
    h1: ({ children }) => <h3>{children}</h3>,
    h2: ({ children }) => <h4>{children}</h4>,
    h3: ({ children }) => <h5>{children}</h5>,
    img: ({ alt }) => <span>{alt}</span>,
    a: ({ href, children }) => {
      const citation = citationOf(href);
      if (!citation) {
        return (
          <a href={webAddress(href ?? "")} target="_blank" rel="noreferrer noopener">
            {children}
          </a>
        );
      }
      const { number, isSupported } = citation;
      const label = t(isSupported ? "research.source" : "research.source.bad", { number });
      return (
        <button
          type="button"
          aria-label={label}
          title={label}
          onClick={() => onCitation(number)}
          className={`mx-0.5 rounded px-1 font-sans text-xs font-medium ${isSupported ? "bg-tint text-accent" : "bg-well text-warn underline decoration-wavy underline-offset-2"}`}
        >
          {children}
        </button>
      );
    },
  };
  return (
    <div className="prose font-serif break-words">
      <ReactMarkdown remarkPlugins={[remarkGfm]} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  );
}
