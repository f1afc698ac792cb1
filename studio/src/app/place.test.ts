import { expect, it } from "vitest";
import { readPlace, writePlace } from "./place";

it("writes a place into the address and reads it back", () => {
  for (const place of [
    { pane: "view" },
    { conversation: "conv_1", pane: "talk" },
    { conversation: "conv_1", file: "art_1", pane: "work" },
  ] as const) {
    expect(readPlace(new URL(writePlace(place), "http://x").search)).toEqual({
      conversation: undefined,
      file: undefined,
      ...place,
    });
  }
});

it("reads any address", () => {
  expect(readPlace("?pane=elsewhere&c=")).toEqual({ conversation: undefined, file: undefined, pane: "view" });
});
