import { type QuizQuestion, readQuestion } from "../viewer/quiz";

/** What a running turn has made so far, and that its checks have not seen as a whole: questions, or the text of a page. */
export interface LiveWork {
  questions: (QuizQuestion | undefined)[];
  page?: { title: string; html: string; css: string };
}

export const NOTHING_YET: LiveWork = { questions: [] };
const MAX_QUESTIONS = 200;
const MAX_PAGE = 400_000;

/** What there is after one more part of the stream. Parts that are about something else change nothing. */
export function withPart(work: LiveWork, part: { type: string; data?: unknown }): LiveWork {
  const data = (part.data ?? {}) as { index?: unknown; question?: unknown; content?: unknown; title?: unknown };
  switch (part.type) {
    case "data-quiz-question": {
      const question = readQuestion(data.question);
      const index = Number(data.index);
      if (!question || !Number.isInteger(index) || index < 0 || index >= MAX_QUESTIONS) return work;
      const questions = [...work.questions];
      questions[index] = question;
      return { ...work, questions };
    }
    case "data-interactive-content-start":
      return { ...work, page: { title: String(data.title ?? ""), html: "", css: "" } };
    case "data-interactive-html-delta":
      return grown(work, "html", data.content);
    case "data-interactive-css-delta":
      return grown(work, "css", data.content);
    case "data-quiz-complete":
    case "data-interactive-content":
    case "data-conversation":
      return NOTHING_YET;
    default:
      return work;
  }
}

function grown(work: LiveWork, field: "html" | "css", content: unknown): LiveWork {
  const page = work.page ?? { title: "", html: "", css: "" };
  if (typeof content !== "string" || page[field].length > MAX_PAGE) return work;
  return { ...work, page: { ...page, [field]: page[field] + content } };
}

/** A page that grows, as a document. No script of it runs: the frame forbids them, and so does this policy. */
export function liveDocument({ html, css }: { html: string; css: string }): string {
  const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
  const styles = css.replaceAll("</", "<\\/");
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><style>${styles}</style><body>${html}`;
}
