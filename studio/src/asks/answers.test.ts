import { describe, expect, it } from "vitest";
import { type Ask, type AskAction, answerOf, askReducer, choiceOf, firstState, isAnswered, wordsOf } from "./answers";

const level = { id: "level", question: "Level?", options: [option("easy"), option("hard")], recommended: "easy" };
const parts = {
  id: "parts",
  question: "Parts?",
  options: [option("a"), option("b")],
  multiSelect: true,
  allowFreeform: true,
};
const ask: Ask = { id: "ask_1", kind: "clarification", title: "First", questions: [level, parts] };

function option(value: string) {
  return { value, label: value.toUpperCase() };
}

function after(...actions: AskAction[]) {
  return actions.reduce(askReducer, firstState(ask));
}

describe("the answer to an ask", () => {
  it("begins with what is recommended", () => {
    expect(choiceOf(after(), level).values).toEqual(["easy"]);
    expect(isAnswered(choiceOf(after(), parts))).toBe(false);
  });

  it("replaces a choice, and toggles one of several", () => {
    const state = after(
      { do: "choose", question: level, value: "hard" },
      { do: "choose", question: parts, value: "a" },
      { do: "choose", question: parts, value: "b" },
      { do: "choose", question: parts, value: "a" },
    );
    expect(choiceOf(state, level).values).toEqual(["hard"]);
    expect(choiceOf(state, parts).values).toEqual(["b"]);
  });

  it("has each of several options, other words and a note", () => {
    const state = after(
      { do: "choose", question: parts, value: "a" },
      { do: "other", question: parts, text: " mine " },
      { do: "note", question: parts, text: "soon" },
    );
    expect(answerOf(ask, state)).toEqual({
      status: "answered",
      answers: [
        { id: "level", value: "easy", label: "EASY" },
        { id: "parts", value: "a", label: "A", note: "soon" },
        { id: "parts", value: "mine" },
      ],
    });
    expect(wordsOf(parts, choiceOf(state, parts))).toBe("A, mine");
  });

  it("says what was skipped, and a skipped question can be answered after all", () => {
    const skipped = after({ do: "skip", question: level });
    expect(skipped.step).toBe(1);
    expect(answerOf(ask, skipped).answers).toEqual([
      { id: "level", skipped: true },
      { id: "parts", skipped: true },
    ]);
    const again = askReducer(skipped, { do: "choose", question: level, value: "hard" });
    expect(answerOf(ask, again).answers[0]).toEqual({ id: "level", value: "hard", label: "HARD" });
  });

  it("never goes before the first question", () => {
    expect(after({ do: "go", step: -1 }).step).toBe(0);
  });
});
