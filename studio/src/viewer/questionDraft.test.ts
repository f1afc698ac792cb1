import { expect, it } from "vitest";
import { addOption, draftOf, markRight, questionOf, removeOption } from "./questionDraft";
import type { QuizQuestion } from "./quiz";

const single: QuizQuestion = {
  id: "q1",
  questionType: "SINGLE_CHOICE",
  question: "Which?",
  options: ["x", "y", "z"],
  correctAnswer: "B",
  explanation: "Because.",
};

it("gives back every kind of question as it was, if nothing is edited", () => {
  const answers: [string, QuizQuestion["correctAnswer"], string[]?][] = [
    ["SINGLE_CHOICE", "B", ["x", "y"]],
    ["MULTIPLE_CHOICE", ["A", "B"], ["x", "y"]],
    ["TRUE_FALSE", "false"],
    ["FILL_IN_BLANK", [["colour", "color"], "red"]],
    ["SHORT_ANSWER", ["4", "four"]],
    ["SHORT_ANSWER", "4"],
    ["LONG_ANSWER", "Two lines\nof it"],
    ["MATCHING", ["one", "two"], ["1", "2"]],
    ["ORDERING", ["B", "A"], ["x", "y"]],
  ];
  for (const [questionType, correctAnswer, options] of answers) {
    const question: QuizQuestion = { questionType, question: "?", correctAnswer, explanation: "" };
    if (options) question.options = options;
    expect(questionOf(question, draftOf(question))).toEqual(question);
  }
});

it("marks one option of a single choice and any of a multiple one", () => {
  expect(questionOf(single, markRight(draftOf(single), single, 2)).correctAnswer).toBe("C");
  const multiple = { ...single, questionType: "MULTIPLE_CHOICE", correctAnswer: ["B"] };
  const both = markRight(draftOf(multiple), multiple, 0);
  expect(questionOf(multiple, both).correctAnswer).toEqual(["A", "B"]);
  expect(questionOf(multiple, markRight(both, multiple, 0)).correctAnswer).toEqual(["B"]);
});

it("moves the letters of the right options when an option goes", () => {
  const left = removeOption(draftOf(single), 0);
  expect(questionOf(single, left)).toMatchObject({ options: ["y", "z"], correctAnswer: "A", id: "q1" });
  expect(questionOf(single, addOption(left)).options).toEqual(["y", "z", ""]);
});

it("leaves the parts of a composite question alone", () => {
  const composite: QuizQuestion = { questionType: "COMPOSITE", question: "Read.", subQuestions: [single] };
  const changed = questionOf(composite, { ...draftOf(composite), question: "Read on." });
  expect(changed).toEqual({ ...composite, question: "Read on.", explanation: "" });
});
