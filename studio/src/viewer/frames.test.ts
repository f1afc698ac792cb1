import { expect, it } from "vitest";
import { frameAddress } from "./frames";

it("frames a page only from another origin", () => {
  const own = "http://127.0.0.1:1";
  expect(frameAddress({ pageUrl: "http://127.0.0.1:2/p" }, own)).toBe("http://127.0.0.1:2/p");
  for (const pageUrl of ["http://127.0.0.1:1/p", "javascript:alert(1)", "data:text/html,x", "/p", "", 3]) {
    expect(frameAddress({ pageUrl }, own)).toBeUndefined();
  }
  expect(frameAddress({}, own)).toBeUndefined();
});
