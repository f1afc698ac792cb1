import { expect, test } from "vitest";
import { matching, saying } from "./commands";

const command = (title: string, hint = "") => ({ id: title, title, hint, run: () => undefined });

test("every word has to be found, in the title or the hint, and beginnings come first", () => {
  const commands = [command("Old rivers", "File"), command("Rivers", "Conversation"), command("Hills", "File")];
  const titles = (written: string) => matching(commands, written).map((each) => each.title);
  expect(titles("riv")).toEqual(["Rivers", "Old rivers"]);
  expect(titles("FILE riv")).toEqual(["Old rivers"]);
  expect(titles("")).toHaveLength(3);
  expect(titles("lakes")).toEqual([]);
});

test("a conversation is found by what was said in it, once, unless its title is listed already", () => {
  const match = (conversationId: string) => ({ conversationId, before: "… the ", found: "sea", after: "\n rises" });
  const found = saying([match("one"), match("two"), match("two")], [command("one")], "Message");
  expect(found.map(({ id, title, hint }) => [id, title, hint])).toEqual([["two", "… the sea rises", "Message"]]);
});
