import { expect, it } from "vitest";
import { answerText, isRight, movedOrder, type QuizQuestion, readQuiz } from "./quiz";

const words = { true: "True", false: "False" };

function question(
  questionType: string,
  correctAnswer: QuizQuestion["correctAnswer"],
  options?: string[],
): QuizQuestion {
  return { questionType, question: "?", correctAnswer, options };
}

it("reads a quiz and nothing else", () => {
  const quiz = { title: "Q", questions: [question("SHORT_ANSWER", "4")] };
  expect(readQuiz(JSON.stringify(quiz))).toEqual(quiz);
  for (const other of ["", "null", "[1]", "{}", '{"questions": [3]}', '{"questions": "x"}']) {
    expect(readQuiz(other)).toBeUndefined();
  }
});

it("marks the right options of a choice, and none where options are put in order", () => {
  expect(["x", "y"].map((_, index) => isRight(question("SINGLE_CHOICE", "B"), index))).toEqual([false, true]);
  expect(["x", "y"].map((_, index) => isRight(question("MULTIPLE_CHOICE", ["A", "B"]), index))).toEqual([true, true]);
  expect(isRight(question("ORDERING", ["A"]), 0)).toBe(false);
});

it("says every other answer in words", () => {
  expect(answerText(question("TRUE_FALSE", "false"), words)).toBe("False");
  expect(answerText(question("MATCHING", ["1", "2"], ["one", "two"]), words)).toBe("one – 1; two – 2");
  expect(answerText(question("ORDERING", ["B", "A"]), words)).toBe("B → A");
  expect(answerText(question("FILL_IN_BLANK", [["colour", "color"], "red"]), words)).toBe("colour / color; red");
  expect(answerText(question("SINGLE_CHOICE", "A"), words)).toBe("");
});

it("numbers the questions after one of them was moved or taken out", () => {
  expect([movedOrder(3, 2, 0), movedOrder(3, 0, 1), movedOrder(3, 1)]).toEqual([
    [3, 1, 2],
    [2, 1, 3],
    [1, 3],
  ]);
});
