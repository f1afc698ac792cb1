import { expect, it } from "vitest";
import type { BlockSettings } from "./queries";
import { changedSettings, questionLines } from "./settings";

const STORED: BlockSettings = {
  id: "block_1",
  name: "A",
  parentId: null,
  orderIndex: 0,
  textVersion: 1,
  status: "pending",
  needsRegeneration: false,
  digest: "",
  blockType: "field",
  contentKind: "markdown",
  phase: "",
  prompt: "Write.",
  constraints: {
    maxLength: 0,
    outputFormat: "",
    structure: "",
    example: "",
    tone: "",
    counting: "characters",
    platform: "",
  },
  preQuestions: [],
  preAnswers: {},
  dependsOn: [],
  specialHandler: "",
  modelOverride: "",
  needReview: false,
  autoGenerate: false,
};

it("sends only what was changed", () => {
  expect(changedSettings(STORED, { ...STORED })).toEqual({});
  expect(changedSettings(STORED, { ...STORED, needReview: true, name: "B", dependsOn: ["block_2"] })).toEqual({
    needReview: true,
    dependsOn: ["block_2"],
  });
  const constraints = { ...STORED.constraints, maxLength: 80 };
  expect(changedSettings(STORED, { ...STORED, constraints })).toEqual({ constraints });
});

it("reads one question per line, each once", () => {
  expect(questionLines("给谁看？\n\n Why? \nWhy?\n")).toEqual(["给谁看？", "Why?"]);
});
