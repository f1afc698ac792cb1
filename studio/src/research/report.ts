/** A finished research, as its job returns it. */
export interface ResearchReport {
  title: string;
  isDossier: boolean;
  markdown: string;
  sources: readonly ReadSource[];
  cited: number;
  unsupported: readonly UnsupportedSentence[];
  /** Sentences of which nobody showed that their source says all of it. */
  unconfirmed: readonly string[];
  problems: readonly string[];
  artifacts: { docx: string; pdf: string };
}

export interface ReadSource {
  number: number;
  title: string;
  address: string;
  text: string;
}

export interface UnsupportedSentence {
  sentence: string;
  problems: readonly string[];
}

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
const numberOf = (value: unknown): number => (typeof value === "number" ? value : 0);
const rowsOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);
const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(textOf).filter(Boolean) : []);

/** The result of a job as a report; undefined if it is none. */
export function readReport(result: unknown): ResearchReport | undefined {
  if (!isFields(result) || typeof result.markdown !== "string") return undefined;
  const files = isFields(result.artifacts) ? result.artifacts : {};
  return {
    title: textOf(result.title),
    isDossier: result.is_dossier === true,
    markdown: result.markdown,
    sources: rowsOf(result.sources).map((each) => ({
      number: numberOf(each.number),
      title: textOf(each.title),
      address: textOf(each.address),
      text: textOf(each.text),
    })),
    cited: numberOf(result.cited),
    unsupported: rowsOf(result.unsupported).map((each) => ({
      sentence: textOf(each.sentence),
      problems: textsOf(each.problems),
    })),
    unconfirmed: textsOf(result.unconfirmed),
    problems: textsOf(result.problems),
    artifacts: { docx: textOf(files.docx), pdf: textOf(files.pdf) },
  };
}

const CITATION = /(?<!\\)\[(\d{1,3}(?:\s?[,，、]\s?\d{1,3})*)\](?!\()/g;

/** Citations as links: `#source-3`, or `#unsupported-3` in a sentence whose source does not say so. */
export function withCitationLinks(report: Pick<ResearchReport, "markdown" | "unsupported">): string {
  let text = report.markdown;
  for (const { sentence } of report.unsupported) {
    if (sentence) text = text.replace(sentence, () => linked(sentence, "unsupported"));
  }
  return linked(text, "source");
}

function linked(text: string, target: string): string {
  return text.replace(CITATION, (_, numbers: string) =>
    numbers
      .split(/[,，、]/)
      .map((each) => `[\\[${each.trim()}\\]](#${target}-${each.trim()})`)
      .join(""),
  );
}

export interface Citation {
  number: number;
  isSupported: boolean;
}

/** The citation that a link means; undefined for any other link. */
export function citationOf(href: string | undefined): Citation | undefined {
  const found = /^#(source|unsupported)-(\d{1,3})$/.exec(href ?? "");
  return found ? { number: Number(found[2]), isSupported: found[1] === "source" } : undefined;
}

/** A web page that a link may lead to; a document of the library has no address for people. */
export function webAddress(address: string): string | undefined {
  return /^https?:\/\//i.test(address) ? address : undefined;
}
