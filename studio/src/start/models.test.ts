import { expect, it } from "vitest";
import { modelInUse } from "./models";

type Tiers = Parameters<typeof modelInUse>[0]["tiers"];

it("names the model that the service was started with, else that of the settings, else none", () => {
  const tiers = [
    { tier: "fast", models: [{ name: "a" }] },
    { tier: "standard", models: [{ name: "local" }] },
  ];
  const known = tiers as unknown as Tiers;
  expect(modelInUse({ tiers: known })).toEqual({ name: "local", isEmbedded: true, isRule: false });
  expect(modelInUse({ tiers: known, startedWith: "ollama:x" })).toEqual({
    name: "ollama:x",
    isEmbedded: false,
    isRule: false,
  });
  expect(modelInUse({ tiers: [] })).toEqual({ name: undefined, isEmbedded: false, isRule: false });
  expect(modelInUse({ tiers: [], startedWith: "rule" }).isRule).toBe(true);
});
