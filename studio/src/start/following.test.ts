import { expect, it } from "vitest";
import { nextOf } from "./following";

it("offers the first message of an example that was not sent", () => {
  const stored = JSON.stringify(["Shorter.", "更短。"]);
  expect(nextOf(stored, ["Make a quiz."])).toBe("Shorter.");
  expect(nextOf(stored, ["Make a quiz.", "Shorter."])).toBe("更短。");
  expect(nextOf(stored, ["Shorter.", "更短。"])).toBeUndefined();
  for (const damaged of [null, "", "{", "3", "[4]"]) expect(nextOf(damaged, [])).toBeUndefined();
});
