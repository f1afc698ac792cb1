import type { TFunction } from "i18next";
import { expect, it } from "vitest";
import type { Schemas } from "../api/client";
import { schoolLinks, workPlace, workTitle } from "./work";

const t = ((key: string) => key) as unknown as TFunction;
const PAPER: Schemas["LongWork"] = {
  kind: "paper",
  status: "running",
  title: "gauges.md",
  stage: "methods",
  done: 6,
  total: 12,
  paperId: "paper_1",
  projectId: null,
};

it("leads to the paper and to the evaluation, and nowhere for what has no page", () => {
  expect(workPlace(PAPER)).toEqual({ area: "papers", item: "paper_1", pane: "view" });
  expect(workPlace({ ...PAPER, kind: "evaluation", paperId: null, projectId: "proj_1" })).toEqual({
    area: "projects",
    item: "proj_1",
    part: "evaluation",
    pane: "view",
  });
  expect(workPlace({ ...PAPER, kind: "research", paperId: null })).toBeUndefined();
});

it("is called by its title, or by what it is", () => {
  expect([workTitle(PAPER, t), workTitle({ ...PAPER, title: "" }, t)]).toEqual(["gauges", "work.paper"]);
});

it("leads to the classes and the pupils that were read", () => {
  const read = {
    classes: [{ id: "c0", name: "1A" }],
    pupils: [
      { number: "S01", name: "Amy", classId: "c0" },
      { number: "S02", name: "Ben", classId: null },
    ],
    tests: ["Quiz 1"],
  };
  expect(schoolLinks(read).map((each) => [each.name, each.place.item, each.place.part])).toEqual([
    ["1A", "c0", undefined],
    ["Amy", "c0", "S01"],
  ]);
});
