import { expect, it } from "vitest";
import { finishedBlocks, growingBlocks } from "./blocks";

const paragraph = "word ".repeat(200);

it("loses nothing of any text", () => {
  for (const text of [
    "",
    "x",
    "\n\n\n",
    `${paragraph}\n\n`.repeat(20),
    "```\n\n".repeat(900),
    "~~~\n\na\n\n".repeat(300),
  ])
    expect(growingBlocks(text).join("")).toBe(text);
});

it("keeps the earlier pieces as they are when a text grows", () => {
  const text = `${paragraph}\n\n`.repeat(20);
  const before = growingBlocks(text);
  const after = growingBlocks(`${text}And more.`);
  expect(before.length).toBeGreaterThan(5);
  expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
  expect(finishedBlocks(text)).toEqual(before);
});

it("does not cut inside code", () => {
  const code = `\`\`\`py\n${"x = 1\n\n".repeat(1_000)}\`\`\`\n`;
  expect(growingBlocks(code)).toEqual([code]);
});

it("does not cut a list, a text inside it, or what a definition elsewhere is for", () => {
  const list = `1. ${paragraph}\n\n   ${paragraph}\n\n2. ${paragraph}\n\n`.repeat(3);
  expect(growingBlocks(list)).toEqual([list]);
  expect(growingBlocks(`${list}After it.`)).toEqual([list, "After it."]);
  const named = `[the sea][1] ${paragraph}\n\n`.repeat(5);
  expect(finishedBlocks(named).length).toBeGreaterThan(2);
  const defined = `${named}[1]: https://sea.example\n`;
  expect(finishedBlocks(defined)).toEqual([defined]);
});
