import { expect, it } from "vitest";
import { firstTheme } from "../app/preferences";
import { en } from "./en";
import { firstLanguage } from "./index";
import { zh } from "./zh";

it("has the same gaps in every text of both languages", () => {
  const gaps = (text: string) => [...text.matchAll(/\{\{\w+\}\}|<\w+>/g)].map(String).sort();
  for (const [key, text] of Object.entries(en))
    expect([key, gaps(zh[key as keyof typeof en])]).toEqual([key, gaps(text)]);
});

it("begins in the language and the theme that were chosen, else in those of the browser", () => {
  expect(firstLanguage("zh", ["en-GB"])).toBe("zh");
  expect(firstLanguage(null, ["fr", "zh-TW", "en"])).toBe("zh");
  expect(firstLanguage("xx", ["fr"])).toBe("en");
  expect([firstTheme(null, true), firstTheme("light", true), firstTheme("x", false)]).toEqual([
    "dark",
    "light",
    "light",
  ]);
});
