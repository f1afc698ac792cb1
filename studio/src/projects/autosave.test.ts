import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Autosave, type SaveState } from "./autosave";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

class Conflict extends Error {}

/** A service with one text, which others may change. */
function service(text = "one") {
  const stored = { text, version: 1 };
  const states: SaveState[] = [];
  const adopted: string[] = [];
  let gate: Promise<void> = Promise.resolve();
  const saving = new Autosave({
    stored: { ...stored },
    save: async (written, basedOn) => {
      await gate;
      if (basedOn !== stored.version) throw new Conflict("changed");
      stored.text = written;
      stored.version += 1;
      return stored.version;
    },
    isConflict: (problem) => problem instanceof Conflict,
    load: async () => ({ ...stored }),
    onState: (state) => states.push(state),
    onAdopt: (each) => adopted.push(each),
  });
  const others = (written: string) => {
    stored.text = written;
    stored.version += 1;
  };
  const hold = () => {
    let open: () => void = () => undefined;
    gate = new Promise((resolve) => {
      open = resolve;
    });
    return () => open();
  };
  return { stored, states, adopted, saving, others, hold };
}

it("saves once, a moment after the last key", async () => {
  const { saving, stored, states } = service();
  saving.edit("one t");
  saving.edit("one two");
  await vi.runAllTimersAsync();
  expect(stored).toEqual({ text: "one two", version: 2 });
  expect(states.at(-1)).toEqual({ kind: "saved" });
});

it("takes the text of somebody else only if nothing was written here", async () => {
  const { saving, stored, others, adopted } = service();
  others("theirs");
  saving.arrive({ ...stored });
  expect(adopted).toEqual(["theirs"]);
  saving.edit("theirs and mine");
  others("theirs again");
  saving.arrive({ ...stored });
  expect(adopted).toEqual(["theirs"]);
  expect(saving.text).toBe("theirs and mine");
  await vi.runAllTimersAsync();
  expect(stored.text).toBe("theirs again");
});

it("never overwrites: a refused save is a conflict with the text of the service", async () => {
  const { saving, stored, others, states } = service();
  others("theirs");
  saving.edit("mine");
  await vi.runAllTimersAsync();
  expect(states.at(-1)).toEqual({ kind: "conflict", theirs: "theirs", version: 2 });
  saving.edit("mine, longer");
  await vi.runAllTimersAsync();
  expect(stored).toEqual({ text: "theirs", version: 2 });
  saving.resolve("both");
  await vi.runAllTimersAsync();
  expect(stored).toEqual({ text: "both", version: 3 });
});

it("shows a newer text of others during a conflict, and is resolved on it", async () => {
  const { saving, stored, others, states } = service();
  saving.edit("mine");
  others("theirs");
  saving.arrive({ ...stored });
  others("theirs 2");
  saving.arrive({ ...stored });
  expect(states.at(-1)).toEqual({ kind: "conflict", theirs: "theirs 2", version: 3 });
  saving.resolve("theirs 2");
  expect([stored, states.at(-1)]).toEqual([{ text: "theirs 2", version: 3 }, { kind: "saved" }]);
});

it("is not confused by its own text, which the feed brings before the answer", async () => {
  const { saving, stored, states, hold } = service();
  saving.edit("mine");
  const open = hold();
  const done = saving.flush();
  saving.arrive({ text: "mine", version: 2 });
  saving.edit("mine and more");
  open();
  await done;
  await vi.runAllTimersAsync();
  expect(stored).toEqual({ text: "mine and more", version: 3 });
  expect(states.some((each) => each.kind === "conflict")).toBe(false);
});

it("tries again after a failure, and keeps what was written", async () => {
  const { states } = service();
  let isUp = false;
  const saved: string[] = [];
  const saving = new Autosave({
    stored: { text: "", version: 1 },
    save: async (text) => {
      if (!isUp) throw new Error("away");
      saved.push(text);
      return 2;
    },
    isConflict: () => false,
    load: async () => ({ text: "", version: 1 }),
    onState: (state) => states.push(state),
    onAdopt: () => undefined,
  });
  saving.edit("mine");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(states.at(-1)).toEqual({ kind: "failed", problem: "away" });
  isUp = true;
  await vi.runAllTimersAsync();
  expect([saved, states.at(-1)]).toEqual([["mine"], { kind: "saved" }]);
});

it("saves nothing if a text was changed back", async () => {
  const { saving, stored } = service();
  saving.edit("two");
  saving.edit("one");
  await vi.runAllTimersAsync();
  expect(stored.version).toBe(1);
});
