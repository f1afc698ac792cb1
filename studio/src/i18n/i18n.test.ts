import { expect, it } from "vitest";
import { firstTheme } from "../app/preferences";
import { en } from "./en";
import { firstLanguage, languageOf } from "./index";
import { zh } from "./zh";
import traditional from "./zh-Hant.json";

type Texts = Record<string, string>;
const areas = import.meta.glob<Record<string, Texts>>("./*/*.ts", { eager: true });
const textsIn = (language: string): Texts[] =>
  Object.entries(areas)
    .filter(([path]) => path.startsWith(`./${language}/`))
    .flatMap(([, module]) => Object.values(module));

it("has the same gaps in every text of every language", () => {
  const gaps = (text: string) => [...text.matchAll(/\{\{\w+\}\}|<\w+>/g)].map(String).sort();
  const chinese: Texts = Object.assign({}, zh, ...textsIn("zh"));
  for (const [key, text] of Object.entries<string>(Object.assign({}, en, ...textsIn("en"))))
    for (const texts of [chinese, traditional as Texts])
      expect([key, gaps(texts[key] ?? "")]).toEqual([key, gaps(text)]);
});

it("has every key once, whichever area it belongs to", () => {
  const keys = [en, ...textsIn("en")].flatMap((texts) => Object.keys(texts));
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

it("begins in the language and the theme that were chosen, else in those of the browser", () => {
  expect(firstLanguage("zh", ["en-GB"])).toBe("zh");
  expect(firstLanguage(null, ["fr", "zh-TW", "en"])).toBe("zh-Hant");
  expect(["zh-HK", "zh-Hans-HK", "zh", "yue", "EN-us", "fr"].map(languageOf)).toEqual([
    "zh-Hant",
    "zh",
    "zh",
    "zh",
    "en",
    undefined,
  ]);
  expect(firstLanguage("xx", ["fr"])).toBe("en");
  expect([firstTheme(null, true), firstTheme("light", true), firstTheme("x", false)]).toEqual([
    "dark",
    "light",
    "light",
  ]);
});
