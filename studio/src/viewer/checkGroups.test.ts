import { expect, test } from "vitest";
import { grouped, groupOf } from "./checkGroups";

test("a check belongs to what people ask of a file", () => {
  expect(groupOf("pptx.off_slide")).toBe("fits");
  expect(groupOf("quiz.leak")).toBe("key");
  expect(groupOf("page.run.overflow")).toBe("fits");
  expect(groupOf("page.run.dead")).toBe("works");
  expect(groupOf("docx.damaged")).toBe("opens");
});

test("every check is in one group, and no group is empty", () => {
  const checks = ["pptx.active", "pptx.damaged", "pptx.from_a_package"].map((code) => ({ code }));
  expect(grouped(checks)).toEqual([
    ["opens", [checks[1], checks[2]]],
    ["safe", [checks[0]]],
  ]);
});
