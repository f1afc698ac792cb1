import { describe, expect, it } from "vitest";
import type { ConversationDetails } from "../conversations/queries";
import {
  fileToShow,
  messagesOf,
  openAsk,
  outcomeOf,
  type StudioMessage,
  textOf,
  visibleParts,
  withEarlier,
} from "./messages";

function assistant(...parts: unknown[]): StudioMessage {
  return { id: "turn_1", role: "assistant", parts } as StudioMessage;
}

function text(id: string, written: string) {
  return { type: "text", text: written, providerMetadata: { inkwright: { textId: id } } };
}

const asked = { type: "data-outcome", data: { outcome: { kind: "asked", message: "?", askId: "ask_1" } } };
const ask = { type: "data-ask", data: { ask: { id: "ask_1", kind: "clarification", title: "T" } } };

describe("a message", () => {
  it("does not show a text that was retracted, and says that one was", () => {
    const message = assistant(
      text("1", "I made it."),
      { type: "data-text-retracted", data: { textId: "1" } },
      text("2", "Done."),
    );
    expect(textOf(message)).toBe("Done.");
    expect(visibleParts(message).map((part) => part.type)).toEqual(["data-text-retracted", "text"]);
  });

  it("waits for the ask that its last outcome names, and for none after that", () => {
    const delivered = { type: "data-outcome", data: { outcome: { kind: "delivered", message: "" } } };
    expect(openAsk(assistant(ask, asked))?.id).toBe("ask_1");
    expect(openAsk(assistant(ask, asked, delivered))).toBeUndefined();
    expect(openAsk(assistant(asked))).toBeUndefined();
    expect(outcomeOf(undefined)).toBeUndefined();
  });

  it("leaves the last file that it made to look at", () => {
    const receipt = { made: [{ id: "art_1" }, { id: "art_2" }], changed: [{ id: "art_0" }] };
    const message = assistant({ type: "data-outcome", data: { outcome: { kind: "delivered", message: "", receipt } } });
    expect(fileToShow(message)).toBe("art_2");
    expect(fileToShow(assistant())).toBeUndefined();
  });

  it("of a turn that runs is left to the stream", () => {
    const messages = [{ id: "msg_1", role: "user", parts: [] }, assistant(text("1", "So"))];
    const details = { messages, runningTurnId: "turn_1" } as unknown as ConversationDetails;
    expect(messagesOf(details).map((message) => message.id)).toEqual(["msg_1"]);
  });
});

describe("the end of a conversation that was loaded again", () => {
  const some = (...ids: string[]) => ids.map((id) => ({ id, role: "assistant", parts: [] }) as StudioMessage);
  const joined = (shown: string[], loaded: string[]) => {
    const { messages, fits } = withEarlier(some(...shown), some(...loaded));
    return [messages.map((each) => each.id).join(""), fits];
  };

  it("keeps the messages before it, also when some have got other ids or are new", () => {
    expect(joined(["a", "b", "c", "d"], ["c", "d"])).toEqual(["abcd", true]);
    expect(joined(["a", "b", "x", "d"], ["c", "d", "e"])).toEqual(["abcde", true]);
  });

  it("drops what an edit has replaced", () => {
    expect(joined(["a", "b", "c", "d"], ["a", "b", "e"])).toEqual(["abe", true]);
  });

  it("stands alone when what is shown does not reach up to it", () => {
    expect(joined(["a", "b"], ["d", "e"])).toEqual(["de", false]);
    expect(joined(["c", "d"], ["a", "b", "c", "d"])).toEqual(["abcd", false]);
    expect(joined([], ["a"])).toEqual(["a", false]);
  });
});
