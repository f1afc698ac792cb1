import type { UIMessage } from "ai";
import type { Schemas } from "../api/client";
import type { AnswerData, Ask } from "../asks/answers";
import type { ConversationDetails } from "../conversations/queries";

/** The parts of the stream that the page shows, as `docs/events.md` describes them. */
export type StudioData = {
  conversation: { conversationId?: string; turnId: string };
  retried: { turnId: string };
  "text-retracted": { textId: string };
  "tool-progress": ToolProgress;
  ask: { ask: Ask };
  answer: AnswerData;
  attached: { names: string[] };
  warning: { code: string; message: string };
  error: { code: string; message: string };
  outcome: { outcome: Outcome };
  "file-ready": FileCardData;
  "quiz-complete": FileCardData;
  "interactive-content": FileCardData;
  "school-read": Schemas["SchoolRead"];
  work: Schemas["LongWork"];
  "rag-sources": Schemas["RagSources"];
  "research-sources": Schemas["ResearchSources"];
};

export interface ToolProgress {
  tool: string;
  status: "running" | "done" | "error" | "stopped";
  message?: string;
  durationMs?: number;
  /** When it began, in milliseconds of the service since 1970. */
  startedAt?: number;
}

export interface FileCardData {
  artifactId: string;
  filename: string;
  title?: string;
  url?: string;
  size?: number;
  total?: number;
}

export interface FileReference {
  id: string;
  artifactVersion: number;
  name: string;
  title: string;
  size: number;
  units?: Record<string, number>;
}

/** What was done with something that is not a file, such as a block of a project. */
export type ChangeAction = "added" | "changed" | "proposed" | "moved" | "renamed" | "removed" | "restored" | "advanced";

export interface Receipt {
  made?: FileReference[];
  changed?: FileReference[];
  changes?: { id: string; name: string; action: ChangeAction; version?: number | null }[];
  missing?: { thing: string; name?: string; unit?: string; asked?: number; made?: number; problem?: string }[];
  sources?: { name: string }[];
  words?: "ours" | "checked" | "corrected" | "unchecked";
}

export interface Outcome {
  kind: "answered" | "delivered" | "asked" | "failed";
  message: string;
  code?: string;
  askId?: string;
  artifacts?: FileReference[];
  receipt?: Receipt;
}

export type StudioMessage = UIMessage<{ outcome?: string; messageIds?: string[] }, StudioData>;
export type StudioPart = StudioMessage["parts"][number];

/**
 * The messages of a conversation to begin with. A turn that runs is left out: the stream brings all of it, from its
 * beginning.
 */
export function messagesOf(details: ConversationDetails): StudioMessage[] {
  const messages = details.messages as unknown as StudioMessage[];
  return messages.filter((message) => message.id !== details.runningTurnId);
}

/**
 * The messages after the end of a conversation was loaded again: those before it stay. They do not fit any more when
 * what is shown does not reach up to what was loaded; then only the loaded ones are left.
 */
export function withEarlier(
  shown: readonly StudioMessage[],
  loaded: readonly StudioMessage[],
): { messages: StudioMessage[]; fits: boolean } {
  const places = new Map(shown.map((each, place) => [each.id, place]));
  const common = loaded.findIndex((each) => places.has(each.id));
  const kept = (places.get(loaded[common]?.id ?? "") ?? -1) - common;
  const fits = common >= 0 && kept >= 0;
  return { messages: fits ? [...shown.slice(0, kept), ...loaded] : [...loaded], fits };
}

export function outcomeOf(message: StudioMessage | undefined): Outcome | undefined {
  const part = message && visibleParts(message).findLast((each) => each.type === "data-outcome");
  return part?.type === "data-outcome" ? part.data.outcome : undefined;
}

/** The ask that a message waits for: the one that its outcome names. */
export function openAsk(message: StudioMessage | undefined): Ask | undefined {
  const outcome = outcomeOf(message);
  if (outcome?.kind !== "asked") return undefined;
  const part = message?.parts.find((each) => each.type === "data-ask" && each.data.ask.id === outcome.askId);
  return part?.type === "data-ask" ? part.data.ask : undefined;
}

/** An ask without its preface, if the message says that already. */
export function withoutSaid(ask: Ask | undefined, text: string): Ask | undefined {
  return ask?.preface && text.includes(ask.preface) ? { ...ask, preface: undefined } : ask;
}

/** The texts of a message that count: what was retracted does not. */
export function textOf(message: StudioMessage): string {
  return visibleParts(message)
    .flatMap((part) => (part.type === "text" ? [part.text] : []))
    .join("\n\n");
}

/** The id that the stream gave a text; the transport keeps it, because the message itself does not. */
export function textId(part: StudioPart): string | undefined {
  if (part.type !== "text") return undefined;
  const id = part.providerMetadata?.inkwright?.textId;
  return typeof id === "string" ? id : undefined;
}

const FILE_PARTS: readonly string[] = ["data-file-ready", "data-quiz-complete", "data-interactive-content"];

/**
 * The parts of a message that count. Of a run that was tried again only its files do; retracted texts do not, nor does
 * what a form or the outcome says already.
 */
export function visibleParts(message: StudioMessage): StudioPart[] {
  const retried = message.parts.findLastIndex((part) => part.type === "data-retried");
  const parts = message.parts.filter((part, index) => index > retried || FILE_PARTS.includes(part.type));
  const retracted = new Set(parts.flatMap((part) => (part.type === "data-text-retracted" ? [part.data.textId] : [])));
  const titles = new Set(parts.flatMap((part) => (part.type === "data-ask" ? [part.data.ask.title.trim()] : [])));
  return parts.filter((part) => {
    if (part.type === "text") return !retracted.has(textId(part) ?? "") && !titles.has(part.text.trim());
    return part.type !== "data-error";
  });
}

/** Whether a message shows the stored message with this id. */
export function showsStored(message: StudioMessage, stored: string): boolean {
  return message.id === stored || (message.role === "assistant" && !!message.metadata?.messageIds?.includes(stored));
}

/** The names of the files that came with a message. */
export function attachedTo(message: StudioMessage): string[] {
  return message.parts.flatMap((part) => (part.type === "data-attached" ? part.data.names : []));
}

/** The asks of a message that have an answer. */
export function answeredAsks(message: StudioMessage): ReadonlySet<string> {
  return new Set(message.parts.flatMap((part) => (part.type === "data-answer" ? [part.data.askId] : [])));
}

/** Whether the service has a message: as one of its own, or as an answer to a question. */
export function isKnown(text: string, messages: readonly StudioMessage[]): boolean {
  return messages.some((message) =>
    message.role === "user"
      ? textOf(message) === text
      : message.parts.some((part) => part.type === "data-answer" && part.data.said === text),
  );
}

/** The artifact that a finished turn leaves to look at: the last one that it made or changed. */
export function fileToShow(message: StudioMessage): string | undefined {
  const receipt = outcomeOf(message)?.receipt;
  return [...(receipt?.changed ?? []), ...(receipt?.made ?? [])].at(-1)?.id;
}
