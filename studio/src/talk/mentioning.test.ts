import { expect, it } from "vitest";
import { candidatesFor, completed, mentionAt } from "./mentioning";

const at = (text: string) => mentionAt(text, text.length)?.written;

it("finds the mention that is being written, also without a space before it", () => {
  expect(at("Use @Cha")).toBe("Cha");
  expect(at("参考@第一")).toBe("第一");
  expect(at("参考@第一章修改@")).toBe("");
  expect(at("@My chap")).toBe("My chap");
  expect(at("参考＠第一")).toBe("第一");
  expect(at("a＠b@c")).toBeUndefined();
});

it("sees no mention in an address, on another line, or far away", () => {
  expect(at("mail a@b")).toBeUndefined();
  expect(at("@a\nnew line")).toBeUndefined();
  expect(at("@ then")).toBeUndefined();
  expect(at(`@${"a".repeat(60)}`)).toBeUndefined();
  expect(at("none")).toBeUndefined();
});

it("offers beginnings first, and nothing for a name that is complete", () => {
  const names = ["The end", "End", "第一章", "第一章 概述"];
  expect(candidatesFor(names, "en")).toEqual(["End", "The end"]);
  expect(candidatesFor(names, "第一章")).toEqual(["第一章", "第一章 概述"]);
  expect(candidatesFor(names, "第一章 概述")).toEqual([]);
  expect(candidatesFor(names, "x")).toEqual([]);
});

it("writes the whole name and one space", () => {
  const text = "参考@第修改";
  const mention = mentionAt(text, 4);
  expect(mention && completed(text, 4, mention, "第一章")).toEqual(["参考@第一章 修改", 7]);
});
