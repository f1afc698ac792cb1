import { DefaultChatTransport, type UIMessageChunk } from "ai";
import { apiFetch } from "../api/client";
import type { StudioMessage } from "./messages";

/** What is sent: a message by default, or one of the other ways to run a turn. */
export type Sending =
  | { answer: { askId: string; answer: unknown } }
  | { retry: string }
  | { advance: string }
  | { edit: string };

interface Request {
  api: string;
  body: object;
}

/** The request of one sending. The service keeps the history, so only the last message is sent. */
export function requestOf(
  id: string,
  messages: readonly StudioMessage[],
  sending: Partial<SendingFields>,
  projectId?: string,
): Request {
  const last = messages.at(-1);
  const message =
    last?.role === "user" ? last.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n") : "";
  if (sending.answer) return { api: "/api/agent/answer", body: sending.answer };
  if (sending.retry) return { api: "/api/agent/retry", body: { turnId: sending.retry } };
  if (sending.advance) return { api: "/api/agent/advance", body: { turnId: sending.advance } };
  if (sending.edit) return { api: "/api/agent/edit", body: { turnId: sending.edit, message } };
  return {
    api: "/api/agent/stream",
    body: {
      id,
      messages: last ? [{ role: last.role, parts: [{ type: "text", text: message }] }] : [],
      ...(projectId ? { projectId } : {}),
    },
  };
}

interface SendingFields {
  answer: { askId: string; answer: unknown };
  retry: string;
  advance: string;
  edit: string;
}

/** Keep the id of each text, by which a text is retracted later. */
export function keepTextIds(): TransformStream<UIMessageChunk, UIMessageChunk> {
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(
        chunk.type === "text-start" ? { ...chunk, providerMetadata: { inkwright: { textId: chunk.id } } } : chunk,
      );
    },
  });
}

class StudioTransport extends DefaultChatTransport<StudioMessage> {
  protected override processResponseStream(stream: ReadableStream<Uint8Array<ArrayBufferLike>>) {
    return super
      .processResponseStream(stream as Parameters<DefaultChatTransport<StudioMessage>["processResponseStream"]>[0])
      .pipeThrough(keepTextIds());
  }
}

export function createTransport(projectId?: string) {
  return new StudioTransport({
    api: "/api/agent",
    fetch: apiFetch as typeof fetch,
    prepareSendMessagesRequest: ({ id, messages, body }) =>
      requestOf(id, messages, (body ?? {}) as Partial<SendingFields>, projectId),
  });
}
