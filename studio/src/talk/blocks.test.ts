import { expect, it } from "vitest";
import { growingBlocks } from "./blocks";

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
});

it("does not cut inside code", () => {
  const code = `\`\`\`py\n${"x = 1\n\n".repeat(1_000)}\`\`\`\n`;
  expect(growingBlocks(code)).toEqual([code]);
});
