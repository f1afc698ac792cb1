import { expect, it } from "vitest";
import { changedPlace, readPlace, writePlace } from "./place";

const NOWHERE = { area: undefined, item: undefined, part: undefined, conversation: undefined, file: undefined };

it("writes a place into the address and reads it back", () => {
  for (const place of [
    { pane: "view" },
    { conversation: "conv_1", pane: "talk" },
    { conversation: "conv_1", file: "art_1", pane: "work" },
    { area: "projects", item: "proj_1", part: "block_1", conversation: "conv_1", pane: "talk" },
  ] as const) {
    expect(readPlace(new URL(writePlace(place), "http://x").search)).toEqual({ ...NOWHERE, ...place });
  }
});

it("reads any address", () => {
  expect(readPlace("?pane=elsewhere&c=&a=%00&i=1&i=2")).toEqual({ ...NOWHERE, area: "\0", item: "1", pane: "view" });
});

it("keeps what is not named, and nothing of an area that is left", () => {
  const from = { area: "projects", item: "proj_1", conversation: "conv_1", pane: "talk" } as const;
  expect(changedPlace(from, { part: "block_1" })).toEqual({ ...from, part: "block_1" });
  expect(changedPlace(from, { area: "projects", pane: "view" })).toEqual({ ...from, pane: "view" });
  expect(changedPlace(from, { area: undefined, file: "art_1" })).toEqual({
    area: undefined,
    file: "art_1",
    pane: "view",
  });
});
