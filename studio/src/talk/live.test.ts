import { expect, it } from "vitest";
import { type LiveWork, liveDocument, NOTHING_YET, withPart } from "./live";

const asked = (index: unknown, question: unknown) => ({ type: "data-quiz-question", data: { index, question } });
const rain = { questionType: "TRUE_FALSE", question: "Rain falls." };

it("shows questions in their places as they come, also out of order or twice", () => {
  let work: LiveWork = withPart(NOTHING_YET, asked(1, rain));
  work = withPart(work, asked(0, { ...rain, question: "Snow falls." }));
  work = withPart(work, asked(1, rain));
  expect(work.questions.map((each) => each?.question)).toEqual(["Snow falls.", "Rain falls."]);
});

it("takes nothing that is not a question", () => {
  for (const [index, question] of [
    [-1, rain],
    [1e9, rain],
    ["x", rain],
    [0, null],
    [0, { question: 3 }],
    [0, []],
  ])
    expect(withPart(NOTHING_YET, asked(index, question))).toEqual(NOTHING_YET);
});

it("grows a page and forgets it when the checked one is there", () => {
  const parts = ["<h1>Hi", "</h1>"].map((content) => ({ type: "data-interactive-html-delta", data: { content } }));
  const work = parts.reduce<LiveWork>(withPart, NOTHING_YET);
  expect(work.page?.html).toBe("<h1>Hi</h1>");
  expect(withPart(work, { type: "data-interactive-content" })).toEqual(NOTHING_YET);
});

it("keeps the styles of a growing page inside their element, and forbids scripts", () => {
  const written = liveDocument({ html: "<p>x", css: "a{} </style><script>1</script>" });
  expect(written).not.toContain("</style><script>");
  expect(written).toContain("default-src 'none'");
});
