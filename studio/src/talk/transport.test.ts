import type { UIMessageChunk } from "ai";
import { describe, expect, it } from "vitest";
import type { StudioMessage } from "./messages";
import { keepTextIds, requestOf } from "./transport";

const said = [
  { id: "1", role: "user", parts: [{ type: "text", text: "Earlier" }] },
  { id: "2", role: "assistant", parts: [] },
  { id: "3", role: "user", parts: [{ type: "text", text: "Now" }] },
] as StudioMessage[];

describe("a request", () => {
  it("sends the last message only: the service has the others", () => {
    expect(requestOf("conv_1", said, {})).toEqual({
      api: "/api/agent/stream",
      body: { id: "conv_1", messages: [{ role: "user", parts: [{ type: "text", text: "Now" }] }] },
    });
  });

  it("answers, retries, continues and edits at the address of each", () => {
    const answer = { askId: "ask_1", answer: { status: "cancelled" } };
    expect(requestOf("c", said, { answer })).toEqual({ api: "/api/agent/answer", body: answer });
    expect(requestOf("c", said, { retry: "t" })).toEqual({ api: "/api/agent/retry", body: { turnId: "t" } });
    expect(requestOf("c", said, { advance: "t" })).toEqual({ api: "/api/agent/advance", body: { turnId: "t" } });
    expect(requestOf("c", said, { edit: "t" })).toEqual({
      api: "/api/agent/edit",
      body: { turnId: "t", message: "Now" },
    });
  });
});

it("keeps the id of each text of a stream", async () => {
  const chunks: UIMessageChunk[] = [
    { type: "text-start", id: "t1" },
    { type: "text-delta", id: "t1", delta: "So" },
  ];
  const read: UIMessageChunk[] = [];
  const stream = new ReadableStream<UIMessageChunk>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  await stream.pipeThrough(keepTextIds()).pipeTo(new WritableStream({ write: (chunk) => void read.push(chunk) }));
  expect(read).toEqual([{ ...chunks[0], providerMetadata: { inkwright: { textId: "t1" } } }, chunks[1]]);
});
